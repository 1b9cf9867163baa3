// Proves: README#users, api#calls, people#api-keys, people#roles, security#statements
import { apiTable } from '../../server/backend/api-table.ts';
import type { Access } from '../../server/backend/http/endpoint.ts';
import { adminIdentity } from '../../server/backend/rules/account.ts';
import { changingVerbs } from '../../server/http/proxy.ts';
import { type KeyScope, keyScopeNames } from '../../shared/api/keys.ts';
import { clientRoles } from '../../shared/roles.ts';
import { cookieOf, startTestBackend, type TestBackend } from '../support/backend.ts';
import { addReport } from '../support/report-values.ts';

const listOf = (text: string): string[] => text.split(/[|\n]/).map((line) => line.trim());

/** Every call of docs/product/api.md. */
const specified = listOf(`GET /health
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
POST /client/password/change | POST /admin/password/change`);

const nameOf = (entry: { method: string; path: string }) => `${entry.method} ${entry.path}`;

/** Whom each call serves. */
const served: Record<Access, string> = {
  public: `GET /health | GET /capabilities | GET /vknf/alerts/feed | GET /vknf/reports/recipient | POST /vknf/reports/stop
GET /server/invitation | POST /server/invitation/accept
POST /admin/auth/login | POST /server/auth/login | GET /server/second-factor | POST /server/second-factor/enable
POST /server/second-factor/verify | POST /admin/auth/refresh | POST /server/auth/refresh
POST /admin/auth/logout | POST /admin/impersonate/stop | POST /server/auth/header
POST /server/auth/oidc/begin | POST /server/auth/oidc/finish | POST /server/auth/oidc/end`,
  'signed-in': `GET /vknf/words/client | GET /vknf/words/autocomplete | GET /vknf/words/paginated/client
GET /vknf/words/{id} | GET /vknf/words/health | GET /vknf/words/ids | GET /vknf/collection/words/{id} | GET /vknf/posts
GET /vknf/posts/details | GET /vknf/posts/rows | GET /vknf/posts/changes | GET /vknf/posts/thread | GET /vknf/posts/count | GET /vknf/posts/dates | GET /vknf/posts/histogram
GET /vknf/posts/count/words | GET /vknf/posts/preview | GET /vknf/posts/doctor | GET /vknf/analytics
GET /vknf/analytics/reach | GET /vknf/analytics/report | GET /vknf/posts/explanation
GET /vknf/posts/count/words/days | GET /vknf/summary | GET /vknf/summary/report
POST /vknf/posts/marks | GET /vknf/posts/visit | GET /vknf/mutes | GET /vknf/mutes/preview | POST /vknf/mutes/create
POST /vknf/mutes/delete | GET /vknf/views | POST /vknf/views/create | POST /vknf/views/update | POST /vknf/views/delete
POST /vknf/views/pin | POST /vknf/views/open | GET /vknf/alerts/rules | GET /vknf/alerts/rules/view
GET /vknf/alerts/history | GET /vknf/alerts/deliveries | GET /vknf/alerts/feeds | POST /vknf/alerts/feeds/renew
GET /vknf/owners/card | GET /vknf/owners | GET /vknf/owners/details | GET /vknf/owners/count | GET /vknf/owners/{id}
GET /vknf/cities/client | GET /vknf/cities/search/client | GET /server/clients/get | GET /server/keys
POST /server/keys/create | POST /server/keys/delete | POST /server/second-factor/codes
POST /server/second-factor/disable | POST /admin/impersonate | GET /server/auth/seats`,
  editor: `POST /vknf/words/create | POST /vknf/words/update | POST /vknf/words/delete | POST /vknf/words/bulk
POST /vknf/words/check | POST /vknf/words/create/list | POST /vknf/owners/create | POST /vknf/owners/create/list`,
  owner: `POST /vknf/alerts/rules/create | POST /vknf/alerts/rules/update | POST /vknf/alerts/rules/pause
POST /vknf/alerts/rules/delete | POST /vknf/alerts/rules/trial`,
  reporter: `GET /vknf/reports | POST /vknf/reports/create | POST /vknf/reports/update | POST /vknf/reports/pause
POST /vknf/reports/delete | POST /vknf/reports/trial`,
  client: `GET /vknf/posts/count/word/client | GET /vknf/work | GET /vknf/work/counts | GET /vknf/work/times | GET /vknf/work/rules
GET /vknf/work/rules/runs | GET /vknf/work/rules/preview | GET /vknf/work/batch | GET /vknf/work/batches | GET /vknf/work/story
POST /client/password/change | POST /server/auth/seat`,
  'client-editor': `POST /vknf/work/change | POST /vknf/work/tags/create | POST /vknf/work/tags/update
POST /vknf/work/tags/delete | POST /vknf/work/reasons/create | POST /vknf/work/reasons/delete
POST /vknf/work/rules/create | POST /vknf/work/rules/update | POST /vknf/work/rules/move | POST /vknf/work/rules/delete
POST /vknf/work/rules/apply
POST /vknf/work/change-found | POST /vknf/work/stop | POST /vknf/work/undo
POST /vknf/work/notes/create | POST /vknf/work/notes/delete | POST /vknf/work/join | POST /vknf/work/separate`,
  'client-owner': `POST /vknf/walls/follow | GET /vknf/people | POST /vknf/people/invite | POST /vknf/people/renew | POST /vknf/people/update
POST /vknf/people/disable | POST /vknf/people/delete | POST /vknf/people/second-factor/reset`,
  admin: `GET /vknf/users | GET /vknf/users/{id} | POST /vknf/users/create | GET /vknf/words | GET /vknf/words/paginated
GET /vknf/collection | GET /vknf/collection/runs | POST /vknf/collection/start | GET /vknf/posts/count/word
POST /vknf/owners/delete | POST /vknf/walls/start | GET /vknf/cities | GET /vknf/cities/search | GET /server/clients | POST /server/clients/create
POST /server/clients/update | POST /server/clients/delete | POST /server/clients/password/set
POST /server/clients/password/generate | GET /server/clients/paginated | GET /server/clients/ids
GET /server/clients/belongings | POST /server/clients/export-access | GET /vknf/wordclients
GET /vknf/wordclients/forword | GET /vknf/wordclients/forclient | POST /vknf/wordclients/create
POST /vknf/wordclients/delete | GET /server/journal | POST /admin/password/change`,
};

const ofClients: readonly Access[] = [
  ...(['signed-in', 'editor', 'owner', 'reporter', 'client', 'client-editor', 'client-owner'] as const),
];
/** The levels of each role. An administrator who acts as a client has the levels of the client's own account. */
const roles = {
  administrator: ['signed-in', 'editor', 'owner', 'reporter', 'admin'],
  'account of a client': ofClients,
  'administrator acting as the client': ofClients,
  owner: ofClients,
  editor: ['signed-in', 'editor', 'reporter', 'client', 'client-editor'],
  reader: ['signed-in', 'client'],
} as const satisfies Record<string, readonly Access[]>;
type Role = keyof typeof roles;

/** Objects of a client: its ID, and IDs of what it has. */
type Objects = { client: string } & Record<
  'word' | 'view' | 'rule' | 'report' | 'feed' | 'mute' | 'person' | 'key' | 'tag' | 'reason' | 'workRule' | 'batch',
  number
>;
type Named = (of: Objects) => { query?: string; body?: object };

const viewBody = { Name: 'Чужой', Query: 'text=1' };
const ruleBody = { Name: 'Чужое', Condition: 'every', Channel: 'atom' };
const workRuleBody = { Name: 'Чужое', State: 'resolved' };

/** How a call names an object of a client. The replies of the other calls of clients contain only the viewer's data. */
const named: Record<string, Named> = {
  'GET /vknf/words/client': ({ client }) => ({ query: `?clientID=${client}` }),
  'GET /vknf/words/paginated/client': ({ client }) => ({ query: `?clientID=${client}` }),
  'GET /vknf/words/{id}': ({ word }) => ({ query: String(word) }),
  'GET /vknf/collection/words/{id}': ({ word }) => ({ query: String(word) }),
  'GET /vknf/mutes/preview': ({ client }) => ({ query: `?kind=owner&targetId=-1&clientId=${client}` }),
  'POST /vknf/mutes/create': ({ client }) => ({ body: { Kind: 'owner', TargetID: -1, ClientID: client } }),
  'POST /vknf/mutes/delete': ({ mute }) => ({ query: `?id=${mute}` }),
  'POST /vknf/views/create': ({ client }) => ({ body: { ...viewBody, ClientID: client } }),
  'POST /vknf/views/update': ({ view }) => ({ query: `?id=${view}`, body: viewBody }),
  'POST /vknf/views/delete': ({ view }) => ({ query: `?id=${view}` }),
  'POST /vknf/views/pin': ({ view }) => ({ query: `?id=${view}`, body: { Pinned: true } }),
  'POST /vknf/views/open': ({ view }) => ({ query: `?id=${view}` }),
  'GET /vknf/alerts/rules/view': ({ view }) => ({ query: `?id=${view}` }),
  'GET /vknf/alerts/history': ({ view }) => ({ query: `?viewId=${view}&condition=every` }),
  'GET /vknf/summary': ({ view, client }) => ({
    query: `?postDtFrom=2026-03-01&postDtTo=2026-03-02&viewId=${view}&clientId=${client}`,
  }),
  'GET /vknf/summary/report': ({ view, client }) => ({
    query: `?export=pdf&postDtFrom=2026-03-01&postDtTo=2026-03-02&viewId=${view}&clientId=${client}`,
  }),
  'POST /vknf/alerts/feeds/renew': ({ feed }) => ({ query: `?id=${feed}` }),
  'GET /vknf/cities/client': ({ client }) => ({ query: `?client_id=${client}` }),
  'GET /vknf/cities/search/client': ({ client }) => ({ query: `?q=мос&client_id=${client}` }),
  'GET /server/clients/get': ({ client }) => ({ query: `?id=${client}` }),
  'POST /vknf/words/create': ({ client }) => ({ query: `?clientID=${client}`, body: { Text: 'чужая' } }),
  'POST /vknf/words/update': ({ word }) => ({ query: `?id=${word}`, body: { Text: 'чужая' } }),
  'POST /vknf/words/delete': ({ word }) => ({ query: `?id=${word}` }),
  'POST /vknf/words/check': ({ client }) => ({ query: `?clientID=${client}`, body: { Texts: ['чужая'] } }),
  'POST /vknf/words/create/list': ({ client }) => ({ query: `?clientID=${client}`, body: { Texts: ['чужая'] } }),
  'POST /vknf/alerts/rules/create': ({ view }) => ({ body: { ...ruleBody, ViewID: view } }),
  'POST /vknf/alerts/rules/update': ({ rule, view }) => ({ query: `?id=${rule}`, body: { ...ruleBody, ViewID: view } }),
  'POST /vknf/alerts/rules/pause': ({ rule }) => ({ query: `?id=${rule}`, body: { Paused: true } }),
  'POST /vknf/alerts/rules/delete': ({ rule }) => ({ query: `?id=${rule}` }),
  'POST /vknf/alerts/rules/trial': ({ rule }) => ({ query: `?id=${rule}` }),
  'POST /vknf/reports/update': ({ report }) => ({ query: `?id=${report}`, body: { Name: 'Чужой' } }),
  'POST /vknf/reports/pause': ({ report }) => ({ query: `?id=${report}`, body: { Paused: true } }),
  'POST /vknf/reports/delete': ({ report }) => ({ query: `?id=${report}` }),
  'POST /vknf/reports/trial': ({ report }) => ({ query: `?id=${report}`, body: { Address: 'anna@example.ru' } }),
  'POST /vknf/people/renew': ({ person }) => ({ query: `?id=${person}` }),
  'POST /vknf/people/update': ({ person }) => ({ query: `?id=${person}`, body: { Name: 'Чужой', Role: 'owner' } }),
  'POST /vknf/people/disable': ({ person }) => ({ query: `?id=${person}`, body: { Disabled: true } }),
  'POST /vknf/people/delete': ({ person }) => ({ query: `?id=${person}` }),
  'POST /vknf/work/tags/update': ({ tag }) => ({ query: `?id=${tag}`, body: { Name: 'Чужой', Color: 'red' } }),
  'POST /vknf/work/tags/delete': ({ tag }) => ({ query: `?id=${tag}` }),
  'POST /vknf/work/reasons/delete': ({ reason }) => ({ query: `?id=${reason}` }),
  'GET /vknf/work/rules/preview': ({ view }) => ({ query: `?viewId=${view}` }),
  'POST /vknf/work/rules/create': ({ view }) => ({ body: { ...workRuleBody, ViewID: view } }),
  'POST /vknf/work/rules/update': ({ workRule, view }) => ({
    query: `?id=${workRule}`,
    body: { ...workRuleBody, ViewID: view },
  }),
  'POST /vknf/work/rules/move': ({ workRule }) => ({ query: `?id=${workRule}`, body: { Direction: 'up' } }),
  'POST /vknf/work/rules/apply': ({ workRule }) => ({ query: `?id=${workRule}` }),
  'POST /vknf/work/rules/delete': ({ workRule }) => ({ query: `?id=${workRule}` }),
  'POST /vknf/work/notes/delete': () => ({ query: '?id=1' }),
  'GET /vknf/work/batch': ({ batch }) => ({ query: `?id=${batch}` }),
  'POST /vknf/work/stop': ({ batch }) => ({ query: `?id=${batch}` }),
  'POST /vknf/work/undo': ({ batch }) => ({ query: `?id=${batch}` }),
  'POST /server/keys/delete': ({ key }) => ({ query: `?id=${key}` }),
  'POST /vknf/people/second-factor/reset': ({ person }) => ({ query: `?id=${person}` }),
};

/** The calls other than reads that an API key allows. */
const loading = listOf(`POST /vknf/words/create | POST /vknf/words/check | POST /vknf/words/create/list
POST /vknf/owners/create | POST /vknf/owners/create/list | POST /vknf/users/create`);
/** The calls whose replies no key may read: secrets, and people with their logins. */
const unread = listOf('GET /vknf/alerts/feeds | GET /vknf/people | GET /server/keys');

/** Calls of clients that name a client, or an object that one may have. */
const names = /^(id|viewId|clientI[dD]|client_id)$/;

describe('the API table', () => {
  test('has the changing calls that the console refuses to send by GET, and no other', () => {
    const changing = apiTable.filter(({ method }) => method === 'POST').map(({ path }) => path.split('/').at(-1));
    expect(new Set(changing)).toEqual(new Set(changingVerbs));
  });

  test('has every documented call exactly once, and no other', () => {
    const names = apiTable.map(nameOf);
    expect([names.length, specified.filter((name) => !names.includes(name))]).toEqual([new Set(names).size, []]);
    const levels = Object.groupBy(apiTable, ({ access }) => access);
    for (const [access, text] of Object.entries(served))
      expect([access, levels[access as Access]?.map(nameOf)]).toEqual([access, listOf(text)]);
  });

  test('has a known way to name each object of a client', () => {
    const naming = apiTable.filter(({ access, path, query }) => {
      const entries = Object.keys((query as { entries?: object } | undefined)?.entries ?? {});
      return ofClients.includes(access) && (/words\/\{id\}/.test(path) || entries.some((name) => names.test(name)));
    });
    expect(naming.map(nameOf).filter((name) => !named[name])).toEqual([]);
  });
});

const guarded = apiTable.filter(({ access }) => access !== 'public');
const unauthorized = { error: 'Требуется вход в систему', message: 'Требуется вход в систему' };
const forbidden = { error: 'Недостаточно прав', message: 'Недостаточно прав' };

describe('permissions', () => {
  let backend: TestBackend;
  let admin: string;
  let observer: string;
  const cookies = {} as Record<Role, string>;
  let foreign: Objects;

  /** Everything that calls name, made by the client's own account. */
  async function makeObjects(client: string): Promise<Objects> {
    const cookie = await backend.openSession({ type: 'client', clientId: client });
    const post = async (path: string, body: object) =>
      (await backend.call('POST', path, { cookie, body })).body as Record<string, number>;
    const { WordID: word = 0 } = await post('/vknf/words/create', { Text: `фраза ${client}` });
    const source = await post('/vknf/owners/create', { OwnerType: 'group', Name: 'Источник' });
    const { MuteID: mute = 0 } = await post('/vknf/mutes/create', { Kind: 'owner', TargetID: source.OwnerID });
    const { ViewID: view = 0 } = await post('/vknf/views/create', viewBody);
    const { RuleID: rule = 0 } = await post('/vknf/alerts/rules/create', { ...ruleBody, ViewID: view });
    const { PersonID: person = 0 } = await post('/vknf/people/invite', {
      Name: 'Имя',
      Login: client.slice(1),
      Role: 'reader',
    });
    const { KeyID: key = 0 } = await post('/server/keys/create', { Name: 'Ключ', Scopes: ['read'] });
    const { TagID: tag = 0 } = await post('/vknf/work/tags/create', { Name: 'Тег', Color: 'red' });
    const { ReasonID: reason = 0 } = await post('/vknf/work/reasons/create', { Text: 'Реклама' });
    const { RuleID: workRule = 0 } = await post('/vknf/work/rules/create', { ...workRuleBody, ViewID: view });
    const { BatchID: batch = 0 } = await post(`/vknf/work/rules/apply?id=${workRule}`, {});
    const report = await addReport(backend.store, `client:${client}`, { viewIds: [view] }, null, Date.now());
    const [feed] = await backend.store.alerts.feeds(`client:${client}`);
    return {
      client,
      word,
      view,
      rule,
      report,
      feed: feed?.feedId ?? 0,
      mute,
      person,
      key,
      tag,
      reason,
      workRule,
      batch,
    };
  }

  beforeAll(async () => {
    const mail = { SMTP_URL: 'smtp://127.0.0.1:9', PUBLIC_URL: 'http://monitor.example.ru' };
    backend = await startTestBackend({ config: mail });
    const { clientId } = await backend.createClient();
    // The calls of exports need their own right (exports.test.ts).
    await backend.store.clients.update(clientId, { exportAccess: 'allowed' }, Date.now());
    admin = await backend.signInAdmin();
    const olga = await backend.store.administrators.create('olga', 'hash', Date.now(), null, true);
    observer = await backend.openSession(adminIdentity(olga));
    const cookie = await backend.signInAdmin();
    const started = await backend.call('POST', '/admin/impersonate', { cookie, body: { client_id: clientId } });
    Object.assign(cookies, {
      administrator: admin,
      'account of a client': await backend.signInClient(clientId),
      'administrator acting as the client': cookieOf(started.headers),
    });
    for (const role of clientRoles) {
      const fields = { name: role, login: role, role, mayExport: true };
      const invitation = { hash: new TextEncoder().encode(role), until: 0 };
      const personId = (await backend.store.people.invite(clientId, fields, invitation, null)) ?? 0;
      cookies[role] = await backend.openSession({ type: 'client', clientId, person: { ...fields, personId } });
    }
    foreign = await makeObjects((await backend.createClient('Чужой')).clientId);
    expect(Object.values(foreign)).not.toContain(0);
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

  test.each(guarded.map((entry) => [nameOf(entry), entry] as const))(
    '%s serves exactly its roles',
    async (_, entry) => {
      for (const role of Object.keys(roles) as Role[]) {
        const reply = await send(entry, cookies[role]);
        const levels: readonly Access[] = roles[role];
        const isOwn = role !== 'administrator acting as the client';
        if (levels.includes(entry.access) && (isOwn || !entry.ofOwnAccount))
          expect([role, [401, 403].includes(reply.status)]).toEqual([role, false]);
        else expect([role, reply]).toMatchObject([role, { status: 403, body: forbidden }]);
      }
    },
  );

  test.each(Object.entries(named))('%s of an object of another client is refused', async (name, describe) => {
    const { query = '', body } = describe(foreign);
    const [method = '', path = ''] = name.split(' ');
    const target = path.includes('{id}') ? path.replace('{id}', query) : path + query;
    for (const role of Object.keys(roles) as Role[]) {
      if (role === 'administrator') continue;
      const reply = await backend.call(method, target, { cookie: cookies[role], ...(body && { body }) });
      expect([role, [403, 404].includes(reply.status)]).toEqual([role, true]);
    }
  });

  test.each(guarded.map((entry) => [nameOf(entry), entry] as const))(
    '%s answers an observer as an administrator, if it changes nothing',
    async (_, entry) => {
      const reply = await send(entry, observer);
      if (entry.method === 'POST' && !entry.allowsReadOnly && !entry.ofOwnAccount)
        expect(reply).toMatchObject({ status: 403, body: { error: 'Режим просмотра: изменения запрещены' } });
      else expect(reply.status).toBe((await send(entry, admin)).status);
    },
  );

  describe('an API key', () => {
    /** By role and scope: the header of a key. */
    const keys = {} as Record<'administrator' | 'reader', Record<KeyScope, Record<string, string>>>;
    const makeKey = async (cookie: string, Scopes: KeyScope[]) => {
      const body = { Name: Scopes.join(), Scopes };
      const { Key } = (await backend.call('POST', '/server/keys/create', { cookie, body })).body as { Key: string };
      return { authorization: `Bearer ${Key}` };
    };
    beforeAll(async () => {
      for (const role of ['administrator', 'reader'] as const)
        keys[role] = { read: await makeKey(cookies[role], ['read']), load: await makeKey(cookies[role], ['load']) };
    });

    test.each(apiTable.map((entry) => [nameOf(entry), entry] as const))(
      'calls %s with its scope and the rights of its account',
      async (name, entry) => {
        const isPublicRead = entry.method === 'GET' && entry.access === 'public';
        const scope = loading.includes(name)
          ? 'load'
          : entry.method === 'GET' && !unread.includes(name)
            ? 'read'
            : null;
        for (const role of Object.keys(keys) as (keyof typeof keys)[]) {
          const levels: readonly Access[] = roles[role];
          const mayCall = isPublicRead || levels.includes(entry.access);
          for (const held of keyScopeNames) {
            const options = { headers: keys[role][held], ...(entry.body && { body: {} }) };
            const { status, headers } = await backend.call(entry.method, target(entry.path), options);
            const isServed = mayCall && (held === scope || isPublicRead);
            expect([role, held, [401, 403].includes(status)]).toEqual([role, held, !isServed]);
            expect(headers.getSetCookie()).toEqual([]);
          }
        }
      },
    );

    test('that is unknown gets 401, even for public calls, and whatever the cookies', async () => {
      const headers = { authorization: 'bearer ldvk_made-up' };
      for (const path of ['/health', '/vknf/posts/count']) {
        const reply = await backend.call('GET', path, { headers, cookie: admin });
        expect(reply).toMatchObject({ status: 401, body: { error: 'Ключ API недействителен' } });
        expect(reply.headers.get('www-authenticate')).toBe('Bearer');
      }
      const other = { authorization: 'Bearer of-a-proxy' };
      expect((await backend.call('GET', '/vknf/posts/count', { headers: other, cookie: admin })).status).toBe(200);
    });

    test('replaces the cookies of its request', async () => {
      const reply = await backend.call('GET', '/server/clients', { headers: keys.reader.read, cookie: admin });
      expect(reply.status).toBe(403);
    });

    test('of an observer changes nothing', async () => {
      const headers = await makeKey(observer, ['read', 'load']);
      expect((await backend.call('GET', '/server/clients', { headers })).status).toBe(200);
      const body = { UserID: 7, Name: 'Автор' };
      expect((await backend.call('POST', '/vknf/users/create', { headers, body })).status).toBe(403);
    });

    test('cannot be created while an administrator acts as a client', async () => {
      const body = { Name: 'Ключ', Scopes: ['read'] };
      const cookie = cookies['administrator acting as the client'];
      expect(await backend.call('POST', '/server/keys/create', { cookie, body })).toMatchObject({ status: 403 });
      expect(await backend.call('POST', '/server/keys/delete?id=1', { cookie })).toMatchObject({ status: 403 });
    });
  });

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
