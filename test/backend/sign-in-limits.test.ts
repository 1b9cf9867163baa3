// Proves: security#statements
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

  test('after 10 failures per account and address even the correct password gets 429 with Retry-After', async () => {
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

  test('refusals are logged with the whole name of an account, and with the start of any other text', async () => {
    await fail('admin', 1);
    await fail('typed-password-1', 11);
    const names = backend.log.flatMap(({ msg, account }) =>
      /^sign-in (failed|refused)/.test(`${msg}`) ? [account] : [],
    );
    expect(names).toEqual(['admin', ...Array(11).fill('typ…')]);
    expect(JSON.stringify(backend.log)).not.toContain('typed-');
  });

  test('parallel attempts do not bypass the limit', async () => {
    const replies = await fail('admin', 15);
    expect(replies.map(({ status }) => status).sort()).toEqual([...Array(10).fill(401), ...Array(5).fill(429)]);
  });

  test('spellings of one name count as one account', async () => {
    const spellings = Array.from({ length: 60 }, (_, index) => {
      const name = [...'admin'].map((letter, at) => ((index >> at) & 1 ? letter.toUpperCase() : letter)).join('');
      return index < 32 ? name : `${name.slice(0, 2)}\u200b${name.slice(2)}`;
    });
    const replies = await Promise.all(spellings.map((name) => attempt(name, 'wrong-password')));
    expect(replies.filter(({ status }) => status === 401)).toHaveLength(10);
  });

  test('addresses of one IPv6 network, and a mapped IPv4 address, count as one address', async () => {
    for (let host = 1; host <= 10; host += 1) await fail('admin', 1, `2001:db8::${host}`);
    expect((await right('2001:DB8::ffff')).status).toBe(429);
    await fail('admin', 10, '::ffff:192.0.2.1');
    expect((await right('192.0.2.1')).status).toBe(429);
  });

  test('other addresses and other accounts are not locked out', async () => {
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

  test('a success resets the count of the account', async () => {
    await fail('admin', 9);
    expect((await right()).status).toBe(200);
    await fail('admin', 9);
    expect((await right()).status).toBe(200);
  });

  test('100 failures from one address lock it for every account, and no other address', async () => {
    const limits = { windowMs: 15 * minute, perAccount: 10, perAddress: 100, codesPerAccount: 20 };
    for (let index = 0; index < 99; index += 1) {
      const account = { type: 'admin', account: `nobody-${index}`, address: '203.0.113.7' } as const;
      await backend.store.loginAttempts.begin(account, false, limits, clock.now());
    }
    expect((await fail('nobody', 1)).map(({ status }) => status)).toEqual([401]);
    expect((await right()).status).toBe(429);
    expect((await right('203.0.113.8')).status).toBe(200);
  });
});

test('forged forwarding headers from an untrusted proxy do not bypass the limit', async () => {
  const backend = await startTestBackend({ config: { TRUST_PROXY: '10.0.0.1' } });
  try {
    const statuses = [];
    for (let count = 0; count < 14; count += 1) {
      const reply = await backend.call('POST', '/admin/auth/login', {
        body: { username: backendAdmin.username, password: 'wrong-password' },
        headers: { 'x-forwarded-for': `203.0.113.${count}` },
      });
      statuses.push(reply.status);
    }
    expect(statuses).toEqual([...Array(10).fill(401), ...Array(4).fill(429)]);
  } finally {
    await backend.close();
  }
});
