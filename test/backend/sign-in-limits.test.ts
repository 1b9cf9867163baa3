import { backendAdmin, clientPassword, startTestBackend, type TestBackend } from '../support/backend.ts';
import { createTestClock, type TestClock } from '../support/test-clock.ts';

const minute = 60_000;

describe('limits of sign-in attempts', () => {
  let backend: TestBackend;
  let clock: TestClock;

  beforeEach(async () => {
    clock = createTestClock();
    backend = await startTestBackend({ now: clock.now });
  });
  afterEach(() => backend.close());

  const attempt = (username: string, password: string, address = '203.0.113.7') =>
    backend.call('POST', '/admin/auth/login', {
      body: { username, password },
      headers: { 'x-forwarded-for': `198.51.100.1, ${address}` },
    });
  const fail = (username: string, times: number, address?: string) =>
    Promise.all(Array.from({ length: times }, () => attempt(username, 'wrong-password', address)));
  const right = (address?: string) => attempt(backendAdmin.username, backendAdmin.password, address);

  test('after 10 failures of an account from an address even the right password gets 429 with Retry-After', async () => {
    await fail('admin', 10);
    clock.advance(5 * minute);
    const reply = await right();
    expect(reply).toMatchObject({
      status: 429,
      body: { message: 'Слишком много попыток. Повторите через 600 с.' },
    });
    expect(reply.headers.get('retry-after')).toBe('600');
    expect(backend.log).toContainEqual(expect.objectContaining({ msg: 'sign-in refused: too many attempts' }));
  });

  test('attempts made at the same moment do not slip past the limit', async () => {
    const replies = await fail('admin', 15);
    expect(replies.map(({ status }) => status).sort()).toEqual([...Array(10).fill(401), ...Array(5).fill(429)]);
  });

  test('neither another address nor another account is locked out', async () => {
    const { clientId } = await backend.createClient();
    await fail('admin', 10);
    expect((await right('203.0.113.8')).status).toBe(200);
    const body = { client_id: clientId, password: clientPassword };
    const headers = { 'x-forwarded-for': '203.0.113.7' };
    expect((await backend.call('POST', '/server/auth/login', { body, headers })).status).toBe(200);
  });

  test('the lock ends 15 minutes after the failures', async () => {
    await fail('admin', 10);
    clock.advance(15 * minute);
    expect((await right()).status).toBe(200);
  });

  test('a success starts the account from nothing', async () => {
    await fail('admin', 9);
    expect((await right()).status).toBe(200);
    await fail('admin', 9);
    expect((await right()).status).toBe(200);
  });

  test('100 failures from one address lock it for every account, and no other address', async () => {
    const limits = { windowMs: 15 * minute, perAccount: 10, perAddress: 100 };
    for (let index = 0; index < 99; index += 1) {
      const account = { type: 'admin', account: `nobody-${index}`, address: '203.0.113.7' } as const;
      await backend.store.loginAttempts.begin(account, limits, clock.now());
    }
    expect((await fail('nobody', 1)).map(({ status }) => status)).toEqual([401]);
    expect((await right()).status).toBe(429);
    expect((await right('203.0.113.8')).status).toBe(200);
  });
});
