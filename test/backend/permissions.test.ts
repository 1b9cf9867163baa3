import { apiTable } from '../../server/backend/api-table.ts';
import { adminIdentity } from '../../server/backend/rules/account.ts';
import { changingPaths } from '../../shared/api/auth.ts';
import { startTestBackend, type TestBackend } from '../support/backend.ts';

/** Every call of docs/product.md, section 7. */
const specified = `
GET /health
GET /vknf/users | GET /vknf/users/{id} | POST /vknf/users/create
GET /vknf/words | GET /vknf/words/client | GET /vknf/words/autocomplete | GET /vknf/words/paginated
GET /vknf/words/paginated/client | GET /vknf/words/{id} | POST /vknf/words/create | POST /vknf/words/update
POST /vknf/words/delete
GET /vknf/posts | GET /vknf/posts/details | GET /vknf/posts/count | GET /vknf/posts/dates
GET /vknf/posts/count/word | GET /vknf/posts/count/word/client
GET /vknf/owners | GET /vknf/owners/{id} | POST /vknf/owners/create | GET /vknf/owners/details | GET /vknf/owners/count
GET /server/clients | GET /server/clients/get | POST /server/clients/create | POST /server/clients/update
POST /server/clients/delete | POST /server/clients/password/set | POST /server/clients/password/generate
GET /vknf/wordclients | POST /vknf/wordclients/create | GET /vknf/wordclients/forword
GET /vknf/wordclients/forclient | POST /vknf/wordclients/delete
GET /vknf/cities | GET /vknf/cities/client | GET /vknf/cities/search | GET /vknf/cities/search/client
POST /admin/auth/login | POST /server/auth/login | POST /admin/auth/refresh | POST /server/auth/refresh
POST /admin/auth/logout | POST /admin/impersonate | POST /admin/impersonate/stop
POST /client/password/change | POST /admin/password/change`
  .split(/[|\n]/)
  .map((line) => line.trim())
  .filter((line) => line !== '');

const nameOf = (entry: { method: string; path: string }) => `${entry.method} ${entry.path}`;

/** The calls of capabilities. */
const optional = [
  'GET /capabilities',
  'GET /vknf/posts/count/words',
  'GET /vknf/posts/rows',
  'GET /vknf/words/health',
  'GET /vknf/owners/card',
  'POST /vknf/owners/delete',
  'POST /vknf/posts/marks',
  'GET /vknf/posts/visit',
  'GET /vknf/mutes',
  'GET /vknf/mutes/preview',
  'POST /vknf/mutes/create',
  'POST /vknf/mutes/delete',
  'GET /vknf/alerts/feed',
  'GET /vknf/alerts/rules/view',
  'GET /vknf/views',
  'POST /vknf/views/create',
  'POST /vknf/views/update',
  'POST /vknf/views/delete',
  'POST /vknf/views/open',
  'POST /vknf/views/pin',
  'GET /vknf/alerts/rules',
  'POST /vknf/alerts/rules/create',
  'POST /vknf/alerts/rules/update',
  'POST /vknf/alerts/rules/pause',
  'POST /vknf/alerts/rules/delete',
  'POST /vknf/alerts/rules/trial',
  'GET /vknf/alerts/history',
  'GET /vknf/alerts/deliveries',
  'GET /vknf/alerts/feeds',
  'POST /vknf/alerts/feeds/renew',
  'GET /vknf/posts/preview',
  'GET /vknf/words/ids',
  'POST /vknf/words/bulk',
  'POST /vknf/words/check',
  'POST /vknf/words/create/list',
  'GET /vknf/posts/histogram',
  'GET /server/clients/paginated',
  'GET /server/clients/ids',
  'GET /server/clients/belongings',
  'POST /server/clients/export-access',
  'GET /vknf/analytics',
  'GET /vknf/posts/count/words/days',
  'GET /server/journal',
  'GET /vknf/collection',
  'GET /vknf/collection/runs',
  'GET /vknf/collection/words/{id}',
  'POST /vknf/collection/start',
];

describe('the API table', () => {
  test('has the changing calls that the console refuses to send by GET, and no other', () => {
    const changing = apiTable.filter(({ method }) => method === 'POST').map(({ path }) => path);
    expect(changing.sort()).toEqual([...changingPaths].sort());
  });

  test('has every call of section 7 and of the capabilities exactly once, and no other', () => {
    expect(apiTable.map(nameOf).sort()).toEqual([...specified, ...optional].sort());
  });

  test('makes only the necessary calls public', () => {
    expect(apiTable.filter(({ access }) => access === 'public').map(nameOf)).toEqual([
      'GET /health',
      'GET /capabilities',
      'GET /vknf/alerts/feed',
      'POST /admin/auth/login',
      'POST /server/auth/login',
      'POST /admin/auth/refresh',
      'POST /server/auth/refresh',
      'POST /admin/auth/logout',
      'POST /admin/impersonate/stop',
    ]);
  });
});

const guarded = apiTable.filter(({ access }) => access !== 'public');
const unauthorized = { error: 'Требуется вход в систему', message: 'Требуется вход в систему' };
const forbidden = { error: 'Недостаточно прав', message: 'Недостаточно прав' };

describe('permissions', () => {
  let backend: TestBackend;
  let admin: string;
  let client: string;
  let impersonating: string;
  let observer: string;

  beforeAll(async () => {
    backend = await startTestBackend();
    const { clientId } = await backend.createClient();
    // The calls of exports need their own right (exports.test.ts).
    await backend.store.clients.update(clientId, { exportAccess: 'allowed' }, Date.now());
    admin = await backend.signInAdmin();
    client = await backend.signInClient(clientId);
    const olga = await backend.store.administrators.create('olga', 'hash', Date.now(), null, true);
    observer = await backend.openSession(adminIdentity(olga));
    const cookie = await backend.signInAdmin();
    const started = await backend.call('POST', '/admin/impersonate', { cookie, body: { client_id: clientId } });
    impersonating = started.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
  });
  afterAll(() => backend.close());

  const target = (path: string) => path.replace('{id}', '1');
  const send = (entry: (typeof guarded)[number], cookie?: string) =>
    backend.call(entry.method, target(entry.path), {
      ...(cookie === undefined ? {} : { cookie }),
      ...(entry.body ? { body: {} } : {}),
    });

  test.each(guarded.map((entry) => [nameOf(entry), entry] as const))(
    '%s without a session returns 401',
    async (_, entry) => {
      expect(await send(entry)).toMatchObject({ status: 401, body: unauthorized });
      expect((await send(entry, 'access_token=made-up; refresh_token=made-up')).status).toBe(401);
    },
  );

  test.each(guarded.filter(({ access }) => access === 'admin').map((entry) => [nameOf(entry), entry] as const))(
    '%s serves an administrator, but not a client or an administrator who acts as one',
    async (_, entry) => {
      expect(await send(entry, client)).toMatchObject({ status: 403, body: forbidden });
      expect(await send(entry, impersonating)).toMatchObject({ status: 403, body: forbidden });
      expect([401, 403]).not.toContain((await send(entry, admin)).status);
    },
  );

  test.each(guarded.filter(({ access }) => access === 'client').map((entry) => [nameOf(entry), entry] as const))(
    '%s serves a client and an administrator who acts as one, but not an administrator',
    async (_, entry) => {
      expect(await send(entry, admin)).toMatchObject({ status: 403, body: forbidden });
      expect([401, 403]).not.toContain((await send(entry, client)).status);
      expect([401, 403]).not.toContain((await send(entry, impersonating)).status);
    },
  );

  test.each(guarded.filter(({ access }) => access === 'signed-in').map((entry) => [nameOf(entry), entry] as const))(
    '%s serves every signed-in user',
    async (_, entry) => {
      for (const cookie of [admin, client, impersonating]) {
        expect([401, 403]).not.toContain((await send(entry, cookie)).status);
      }
    },
  );

  test.each(guarded.map((entry) => [nameOf(entry), entry] as const))(
    '%s answers an observer as an administrator, if it changes nothing',
    async (_, entry) => {
      const reply = await send(entry, observer);
      if (entry.method === 'POST' && !entry.allowsReadOnly)
        expect(reply).toMatchObject({ status: 403, body: { error: 'Режим просмотра: изменения запрещены' } });
      else expect(reply.status).toBe((await send(entry, admin)).status);
    },
  );

  test('an unknown path or method returns 404 in the common error format', async () => {
    const body = { error: 'Такого вызова нет', message: 'Такого вызова нет' };
    expect(await backend.call('GET', '/vknf/nothing', { cookie: admin })).toMatchObject({ status: 404, body });
    expect(await backend.call('DELETE', '/vknf/words', { cookie: admin })).toMatchObject({ status: 404, body });
  });

  test('a body that is too large, not JSON or of another type is rejected', async () => {
    const send = (type: string, text: string) =>
      fetch(`${backend.url}/api/v1/admin/auth/login`, {
        method: 'POST',
        headers: { 'content-type': type },
        body: text,
      });
    const large = await send('application/json', JSON.stringify({ username: 'x'.repeat(2 ** 20) }));
    expect([large.status, await large.json()]).toEqual([
      413,
      { error: 'Слишком большой запрос', message: 'Слишком большой запрос' },
    ]);
    for (const [type, text] of [
      ['application/json', '{"username":'],
      ['application/json', '"text"'],
      ['application/json; charset=klingon', '{}'],
      ['text/plain', '{"username":"admin","password":"admin-password-1"}'],
      ['application/x-www-form-urlencoded', 'username=admin&password=admin-password-1'],
    ] as const) {
      const reply = await send(type, text);
      expect([type, reply.status, Object.keys((await reply.json()) as object)]).toEqual([
        type,
        400,
        ['error', 'message'],
      ]);
    }
  });

  test('every reply forbids caching and has the request ID', async () => {
    const reply = await backend.call('GET', '/vknf/words', { headers: { 'x-request-id': 'request-7' } });
    expect([reply.headers.get('cache-control'), reply.headers.get('x-request-id')]).toEqual(['no-store', 'request-7']);
    expect(backend.log).toContainEqual(
      expect.objectContaining({ requestId: 'request-7', path: '/vknf/words', status: 401 }),
    );
  });
});
