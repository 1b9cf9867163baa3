// Proves: api#calls, api#entities, api#failures, sign-in#impersonation
/** Impersonation, end to end on the server (docs/product/sign-in.md and docs/product/README.md). */
import type { Express } from 'express';
import { type StandIn, startStandIn } from '../support/stand-in-backend.ts';
import {
  createTestConsole,
  createVisitor,
  signInAsAdmin,
  signInAsClient,
  startImpersonation,
  type Visitor,
} from '../support/test-console.ts';

let backend: StandIn;
let clock: number;
let app: Express;
let visitor: Visitor;
let log: Record<string, unknown>[];

beforeEach(async () => {
  backend = await startStandIn();
  clock = Date.now();
  const console = createTestConsole({ apiUrl: backend.url, now: () => clock });
  log = console.log;
  app = console.app;
  visitor = createVisitor(app);
  await signInAsAdmin(visitor);
});
afterEach(() => backend.close());

const start = () => startImpersonation(visitor);
/** The body of the last start of an impersonation. */
const sentBody = () => JSON.parse(backend.calls.findLast(({ path }) => path === '/admin/impersonate')?.body ?? '');

test('the administrator gets the client’s pages and calls and the banner, and no administrator’s routes', async () => {
  expect((await start()).status).toBe(200);
  const page = await visitor.get('/profile');
  expect(page.text).toContain('Вы работаете как клиент');
  expect(page.text).toContain('Вернуться к администратору');
  expect((await visitor.get('/ldserver/clients')).headers.location).toBe('/login');
  await visitor.get('/ldvknf/words');
  expect(backend.calls.at(-1)?.path).toMatch(/^\/vknf\/words\/paginated\/client/);
});

test('the JSON call returns the state of section 3', async () => {
  const { body } = await visitor.postJson('/api/v1/admin/impersonate', { client_id: 'client-1' });
  expect(body).toEqual({
    client_id: 'client-1',
    impersonated_by: 'root',
    impersonated_at: expect.any(String),
    expires_at: expect.any(String),
  });
});

test('a reason and «Только просмотр» reach a backend that has them, and the banner shows the mode', async () => {
  backend.on('POST /admin/impersonate', ({ body }) => ({
    body: { client_id: 'client-1', impersonated_by: 'root', ...JSON.parse(body) },
  }));
  const mode = { reason: 'Обращение 17', read_only: true };
  const { body } = await visitor.postJson('/api/v1/admin/impersonate', { client_id: 'client-1', ...mode });
  expect(body).toMatchObject({ client_id: 'client-1', read_only: true });
  expect(sentBody()).toEqual({ client_id: 'client-1', ...mode });
  expect((await visitor.get('/profile')).text).toMatch(/Вы работаете как клиент.*Только просмотр/);
});

test('without them the call has only the specified body; a backend that ignores them causes no read-only banner', async () => {
  await start();
  expect(sentBody()).toEqual({ client_id: 'client-1' });
  await visitor.postForm('/impersonation/stop');
  await visitor.postJson('/api/v1/admin/impersonate', { client_id: 'client-1', reason: 'Обращение', read_only: true });
  const page = await visitor.get('/profile');
  expect(page.text).toContain('Вы работаете как клиент');
  expect(page.text).not.toContain('Только просмотр');
});

test('stopping restores the administrator', async () => {
  await start();
  expect((await visitor.postForm('/impersonation/stop', { next: '/profile' })).headers.location).toBe('/profile');
  expect((await visitor.get('/profile')).text).not.toContain('Вы работаете как клиент');
  expect((await visitor.get('/ldserver/clients')).status).toBe(200);
});

test('a refresh of another tab, under way when it starts or stops, leaves the identity of the browser as it is', async () => {
  /**
   * Sends a refresh with the current cookies, which arrives after the change. Returns whether it sets the console's cookie.
   */
  const refreshLate = async (type: 'admin' | 'server', change: () => Promise<unknown>, user: object) => {
    const tab = createVisitor(app);
    for (const [name, value] of visitor.cookies) tab.cookies.set(name, value);
    const before = visitor.cookies.get('console_session');
    await change();
    clock += 1000;
    backend.on(`POST /${type}/auth/refresh`, () => ({ body: user, headers: { 'Set-Cookie': ['access_token=late'] } }));
    expect((await tab.postJson(`/api/v1/${type}/auth/refresh`)).status).toBe(200);
    expect(tab.cookies.get('access_token')).toBe('late');
    return tab.cookies.get('console_session') !== before;
  };
  const [admin, client] = [{ admin_id: 1, username: 'root' }, { client_id: 'client-1' }];
  expect(await refreshLate('admin', async () => {}, admin)).toBe(true);
  expect(await refreshLate('admin', start, client)).toBe(false);
  expect(await refreshLate('server', async () => {}, client)).toBe(true);
  expect(await refreshLate('server', () => visitor.postForm('/impersonation/stop'), admin)).toBe(false);
});

describe('with an expired access token', () => {
  beforeEach(async () => {
    await start();
    backend.on('POST /admin/impersonate/stop', ({ headers }) =>
      headers.cookie?.includes('access_token=a1')
        ? { body: { admin_id: 1, username: 'root' }, headers: { 'Set-Cookie': ['access_token=a3; Path=/api'] } }
        : { status: 401, body: { error: 'token expired' } },
    );
  });

  test('stopping refreshes the client’s tokens once, and gives the browser the administrator’s tokens', async () => {
    const stopped = await visitor.postForm('/impersonation/stop');
    expect([stopped.status, stopped.headers.location]).toEqual([303, '/ldserver/clients']);
    expect(backend.calls.filter(({ path }) => path.endsWith('/refresh')).map(({ path }) => path)).toEqual([
      '/server/auth/refresh',
    ]);
    expect(visitor.cookies.get('access_token')).toBe('a3');
    expect((await visitor.get('/ldserver/clients')).status).toBe(200);
  });

  test('so does the automatic return after the expiry', async () => {
    clock += 15 * 60 * 1000 + 1000;
    expect((await visitor.get('/ldvknf/words')).headers.location).toBe('/ldvknf/words');
    expect((await visitor.get('/ldserver/clients')).status).toBe(200);
  });

  test('when the refresh is rejected, the sign-in page says that the session is over', async () => {
    backend.on('POST /server/auth/refresh', () => ({ status: 401 }));
    const stopped = await visitor.postForm('/impersonation/stop');
    expect([stopped.status, stopped.headers.location]).toEqual([303, '/login?over=admin']);
    expect(visitor.cookies.size).toBe(0);
  });
});

test('after it expires, the next page returns to the administrator at the same address', async () => {
  await start();
  clock += 15 * 60 * 1000 + 1000;
  const page = await visitor.get('/ldvknf/words?sort=text');
  expect(page.headers.location).toBe('/ldvknf/words?sort=text');
  expect((await visitor.get('/ldserver/clients')).status).toBe(200);
});

test('after it expires, a refresh is rejected but the session remains for the return', async () => {
  await start();
  clock += 15 * 60 * 1000 + 1000;
  expect((await visitor.postJson('/api/v1/server/auth/refresh')).status).toBe(401);
  await visitor.get('/login');
  expect((await visitor.get('/ldserver/clients')).status).toBe(200);
});

test('a failed return shows «Ошибка возврата к админу», and succeeds once the backend is back', async () => {
  await start();
  clock += 15 * 60 * 1000 + 1000;
  for (const fault of ['status 500', 'reset'] as const) {
    backend.misbehave(fault, '/admin/impersonate/stop');
    const page = await visitor.get('/ldvknf/words');
    expect(page.status).toBe(502);
    expect(page.text).toContain('Ошибка возврата к админу');
  }
  backend.misbehave(null);
  expect((await visitor.get('/ldvknf/words')).headers.location).toBe('/ldvknf/words');
  expect((await visitor.get('/ldserver/clients')).status).toBe(200);
});

test('an expiry with an ended session signs out', async () => {
  await start();
  clock += 16 * 60 * 1000;
  backend.on('POST /admin/impersonate/stop', () => ({ status: 401 }));
  await visitor.get('/profile');
  expect((await visitor.get('/profile')).headers.location).toBe('/login?next=%2Fprofile');
});

test('a missing client returns 400 with the message, a client gets 403, a failure has the catalogue’s text', async () => {
  const empty = await visitor.postJson('/api/v1/admin/impersonate', {});
  expect(empty.status).toBe(400);
  expect(empty.body.message).toBe('Введите ID клиента');
  backend.on('POST /admin/impersonate', () => ({ status: 500 }));
  expect((await visitor.postJson('/api/v1/admin/impersonate', { client_id: 'x' })).body.message).toBe(
    'Ошибка имперсонализации',
  );
  await signInAsClient(visitor);
  expect((await visitor.postJson('/api/v1/admin/impersonate', { client_id: 'x' })).status).toBe(403);
});

test('start and stop are logged under both identities', async () => {
  await start();
  await visitor.postForm('/impersonation/stop');
  expect(log.find(({ event }) => event === 'impersonation started')).toMatchObject({
    real: 'root',
    effective: 'client-1',
  });
  expect(log.find(({ event }) => event === 'impersonation stopped')).toMatchObject({ real: 'root', effective: 'root' });
});

test('IMPERSONATION=off rejects it', async () => {
  const { app } = createTestConsole({ apiUrl: backend.url, environment: { IMPERSONATION: 'off' } });
  const other = createVisitor(app);
  await signInAsAdmin(other);
  expect((await other.postJson('/api/v1/admin/impersonate', { client_id: 'client-1' })).status).toBe(403);
});
