// Proves: security#statements, sign-in#impersonation
/** Statements 6, 7 (docs/product/security.md): limits of sign-in attempts, and the log of impersonations. */
import request from 'supertest';
import { menu, routes } from '../../shared/routes.ts';
import { signInLimits } from '../../shared/rules/limits.ts';
import { backendAdmin, clientPassword, startTestBackend, type TestBackend } from '../support/backend.ts';
import { addressOf } from '../support/route-addresses.ts';
import { type StandIn, startStandIn } from '../support/stand-in-backend.ts';
import { createTestClock, type TestClock } from '../support/test-clock.ts';
import {
  createTestConsole,
  createVisitor,
  startImpersonation,
  type TestConsole,
  testSecret,
  type Visitor,
} from '../support/test-console.ts';

const { perAccount, perAddress, windowMs } = signInLimits;

type Attempt = { username?: string; password?: string; address?: string; json?: boolean };

/** Signs in from an address that the local proxy reports. */
function attempt(
  { app }: TestConsole,
  { username = 'admin', password = 'wrong', address = '10.0.0.1', json }: Attempt,
) {
  const test = json
    ? request(app).post('/api/v1/admin/auth/login').send({ username, password })
    : request(app).post('/login').type('form').send({ type: 'admin', username, password });
  return test.set({ Host: 'console.test', Origin: 'http://console.test', 'X-Forwarded-For': address }).redirects(0);
}

const repeat = async <T>(times: number, act: (index: number) => PromiseLike<T>): Promise<T[]> => {
  const results: T[] = [];
  for (let index = 0; index < times; index += 1) results.push(await act(index));
  return results;
};

describe('[6] sign-in attempts on an existing backend', () => {
  let backend: StandIn;
  let clock: TestClock;
  let console: TestConsole;

  beforeEach(async () => {
    backend = await startStandIn();
    clock = createTestClock();
    console = createTestConsole({
      apiUrl: backend.url,
      environment: { API_URL: backend.url, SESSION_SECRET: testSecret },
      now: clock.now,
    });
    backend.on('POST /admin/auth/login', ({ body }) =>
      JSON.parse(body).password === 'right'
        ? { body: { admin_id: 1, username: JSON.parse(body).username } }
        : { status: 401, body: { message: 'Неверное имя пользователя или пароль' } },
    );
  });
  afterEach(() => backend.close());

  const fail = (times: number, attempted: Attempt = {}) => repeat(times, () => attempt(console, attempted));

  test('after 10 failures even the correct password gets 429 with Retry-After, by form and by call', async () => {
    await fail(perAccount);
    clock.advance(5 * 60_000);
    const earlier = backend.calls.length;
    for (const json of [false, true]) {
      const reply = await attempt(console, { password: 'right', json });
      expect([reply.status, reply.headers['retry-after']]).toEqual([429, '600']);
      expect(reply.text).toContain('Слишком много попыток. Повторите через 600 с.');
    }
    expect(backend.calls.length).toBe(earlier);
    clock.advance(windowMs - 5 * 60_000);
    expect((await attempt(console, { password: 'right' })).status).toBe(303);
  });

  test('other accounts and other addresses are not locked out', async () => {
    await fail(perAccount);
    expect((await attempt(console, { username: 'other', password: 'right' })).status).toBe(303);
    expect((await attempt(console, { password: 'right', address: '10.0.0.2' })).status).toBe(303);
  });

  test('parallel attempts do not bypass the limit', async () => {
    const replies = await Promise.all(Array.from({ length: 15 }, () => attempt(console, {})));
    expect(replies.map(({ status }) => status).sort()).toEqual([...Array(10).fill(401), ...Array(5).fill(429)]);
  });

  test('a success resets the count of the account, and faults of the backend do not count', async () => {
    await fail(perAccount - 1);
    expect((await attempt(console, { password: 'right' })).status).toBe(303);
    await fail(perAccount - 1);
    backend.misbehave('reset');
    expect((await fail(perAccount)).map(({ status }) => status)).toEqual(Array(perAccount).fill(502));
    backend.misbehave(null);
    expect((await attempt(console, { password: 'right' })).status).toBe(303);
  });

  test('100 failures from one address lock it for every account, and no other address', async () => {
    await repeat(perAddress, (index) => attempt(console, { username: `name-${index}` }));
    expect((await attempt(console, { username: 'fresh', password: 'right' })).status).toBe(429);
    expect((await attempt(console, { username: 'fresh', password: 'right', address: '10.0.0.2' })).status).toBe(303);
  });

  test('the address comes from the trusted proxy, and a forged first part changes nothing', async () => {
    await repeat(perAccount, (index) => attempt(console, { address: `6.6.6.${index}, 10.0.0.1` }));
    expect((await attempt(console, { password: 'right', address: '7.7.7.7, 10.0.0.1' })).status).toBe(429);
  });

  test('rejected attempts are logged with a shortened name and address, and without the password', async () => {
    await fail(perAccount + 1, { password: 'guess-hunter2' });
    const refusals = console.log.filter(({ event }) => event === 'sign-in refused');
    expect(refusals).toHaveLength(perAccount + 1);
    expect(refusals.at(-1)).toMatchObject({ type: 'admin', name: 'adm…', address: '10.0.0.1', status: 429 });
    // A password in the field of the name.
    await fail(1, { username: 'guess-hunter2' });
    await fail(1, { username: 'hunter2'.repeat(100) });
    expect(JSON.stringify(console.log)).not.toContain('unter2');
  });
});

describe('with the embedded backend', () => {
  let backend: TestBackend;
  let clock: TestClock;
  let console: TestConsole;
  let admin: Visitor;
  let clientId: string;

  beforeEach(async () => {
    clock = createTestClock();
    backend = await startTestBackend({ now: clock.now });
    console = createTestConsole({ apiUrl: backend.url, now: clock.now, environment: { API_TIMEOUT_MS: '20000' } });
    ({ clientId } = await backend.createClient());
    admin = createVisitor(console.app);
    await admin.postForm('/login', { type: 'admin', ...backendAdmin });
  });
  afterEach(() => backend.close());

  test('[6] the limit of its database is reported through the console, and others are not locked out', async () => {
    await Promise.all(Array.from({ length: perAccount }, () => attempt(console, {})));
    const reply = await attempt(console, { password: backendAdmin.password });
    expect([reply.status, reply.headers['retry-after']]).toEqual([429, '900']);
    expect(reply.text).toContain('Слишком много попыток. Повторите через 900 с.');
    expect((await attempt(console, { password: backendAdmin.password, address: '10.0.0.2' })).status).toBe(303);
    const client = createVisitor(console.app);
    const fields = { type: 'client', client_id: clientId, password: clientPassword };
    expect((await client.postForm('/login', fields)).status).toBe(303);
  });

  test('[6] an unknown name and a wrong password have the same reply and cost the same work', async () => {
    const timed = async (username: string, address: string) => {
      const started = performance.now();
      const { status, text } = await attempt(console, { username, address, json: true });
      const shown = text.replace(/[0-9a-f-]{36}/g, '');
      return { status, shown, duration: performance.now() - started };
    };
    const pairs = await repeat(6, async (index) => ({
      wrong: await timed('admin', `10.0.1.${index}`),
      unknown: await timed('nobody', `10.0.1.${index}`),
    }));
    for (const { wrong, unknown } of pairs) {
      expect([unknown.status, unknown.shown]).toEqual([wrong.status, wrong.shown]);
      expect(wrong.status).toBe(401);
    }
    // The minimum of several runs excludes other load of the machine. Without the equal work the times differ tenfold.
    const least = (kind: 'wrong' | 'unknown') => Math.min(...pairs.map((pair) => pair[kind].duration));
    expect(least('unknown') / least('wrong')).toBeGreaterThan(0.25);
    expect(least('unknown') / least('wrong')).toBeLessThan(4);
  });

  describe('[7] impersonation', () => {
    const start = (client = clientId) => startImpersonation(admin, client);
    const events = () => console.log.filter(({ event }) => String(event).startsWith('impersonation'));
    const createWord = (text: string) =>
      admin.postJson('/api/v1/vknf/words/create', { Text: text, State: 'ready', FullSearch: false });

    test('its start, a change during it and its stop are logged with both identities in console and backend', async () => {
      await start();
      expect((await createWord('ремонт')).status).toBe(201);
      await admin.postForm('/impersonation/stop');
      expect(events()).toEqual([
        expect.objectContaining({ event: 'impersonation started', real: 'admin', effective: clientId }),
        expect.objectContaining({
          event: 'impersonation stopped',
          real: 'admin',
          effective: 'admin',
          client: clientId,
        }),
      ]);
      const path = '/api/v1/vknf/words/create';
      expect(console.log).toContainEqual(
        expect.objectContaining({ path, method: 'POST', status: 201, real: 'admin', effective: clientId }),
      );
      const change = { path: '/vknf/words/create', real: 'admin', effective: clientId };
      expect(backend.log).toContainEqual(expect.objectContaining(change));
    });

    test('after it expires the client’s calls are rejected and the return is logged as an expiry', async () => {
      await start();
      clock.advance(15 * 60_000 + 1);
      expect((await createWord('позже')).status).toBe(401);
      await admin.get('/profile');
      expect(events().at(-1)).toMatchObject({ event: 'impersonation expired', real: 'admin', client: clientId });
      expect((await admin.get('/ldserver/clients')).status).toBe(200);
    });

    test('it cannot be nested, neither in the console nor in the backend', async () => {
      const { clientId: second } = await backend.createClient('Вторая');
      await start();
      expect((await start(second)).status).toBe(403);
      const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const direct = await backend.call('POST', '/admin/impersonate', { cookie, body: { client_id: second } });
      expect(direct.status).toBe(409);
      expect((await admin.get('/profile')).text).toContain(clientId);
    });

    test('every page has the banner during it, and none before or after', async () => {
      const shown = routes.filter(({ access }) => access === 'signed-in').map(addressOf);
      expect(shown.length).toBeGreaterThan(menu.length);
      const withBanner = async () => {
        const pages = await Promise.all(shown.map(async (path) => [path, (await admin.get(path)).text] as const));
        return pages.filter(([, text]) => text.includes('Вы работаете как клиент')).map(([path]) => path);
      };
      expect(await withBanner()).toEqual([]);
      await start();
      expect(await withBanner()).toEqual(shown);
      await admin.postForm('/impersonation/stop');
      expect(await withBanner()).toEqual([]);
    });
  });
});
