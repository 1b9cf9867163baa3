// Proves: security#statements
/** Administrators, and the attempts to sign in. */
import { adminIdentity } from '../../server/backend/rules/account.ts';
import { hour, minute, start } from '../support/collection-store.ts';
import { by, recordsOf } from '../support/store-values.ts';
import { openTestStore, type TestStore } from '../support/test-store.ts';

let fixture: TestStore;
beforeEach(async () => {
  fixture = await openTestStore();
});
afterEach(() => fixture.close());

describe('administrators', () => {
  test('are found by name like people by login, an exact match first, and have the last password', async () => {
    const { administrators, passwords } = fixture.store;
    expect(await administrators.usernames()).toEqual([]);
    const admin = await administrators.create('Анна', 'first', start, by);
    expect(admin).toEqual({ id: expect.any(Number), username: 'Анна', observer: false });
    await administrators.create('admin', 'hash', start);
    expect(await administrators.usernames()).toEqual(['Анна', 'admin']);
    expect(await administrators.findByUsername('Анна')).toEqual(admin);
    expect(await administrators.findByUsername(' а\u200bННА ')).toEqual(admin);
    expect(await administrators.findByUsername('анн')).toBeNull();
    const older = await administrators.create('анна', 'hash', start);
    expect(await administrators.findByUsername('анна')).toEqual(older);
    expect(await administrators.findByUsername('АННА')).toEqual(admin);
    const owner = adminIdentity(admin);
    expect(await passwords.find(owner)).toBe('first');
    await passwords.set(owner, 'second', { by, action: 'password-changed' });
    expect(await passwords.find(owner)).toBe('second');
    expect(await passwords.find({ ...owner, adminId: 99 })).toBeNull();
    expect((await recordsOf(fixture.store)).map(({ action }) => action)).toEqual([
      'administrator-added',
      'password-changed',
    ]);
  });

  test('have different names', async () => {
    const { administrators } = fixture.store;
    await administrators.create('admin', 'first', start);
    await expect(administrators.create('admin', 'second', start)).rejects.toThrow();
    expect(await administrators.findByUsername('admin')).not.toBeNull();
  });
});

describe('attempts to sign in', () => {
  const limits = { windowMs: hour, perAccount: 2, perAddress: 3, codesPerAccount: 20 };
  const account = (name: string, address = '203.0.113.7') => ({ type: 'client', account: name, address }) as const;
  const begin = (name: string, now: number, address?: string) =>
    fixture.store.loginAttempts.begin(account(name, address), false, limits, now);

  test('are limited per account and address, until the oldest leaves the window', async () => {
    expect([await begin('a', start), await begin('a', start + minute)]).toEqual([0, 0]);
    expect(await begin('a', start + 2 * minute)).toBe(58 * minute);
    expect(await begin('a', start + 2 * minute, '203.0.113.8')).toBe(0);
    expect(await begin('a', start + hour)).toBe(0);
  });

  test('are limited per address over all accounts', async () => {
    for (const name of ['a', 'b', 'c']) expect(await begin(name, start)).toBe(0);
    expect(await begin('d', start + minute)).toBe(59 * minute);
  });

  test('are forgotten after a sign-in of the account', async () => {
    await begin('a', start);
    await begin('a', start);
    await fixture.store.loginAttempts.clear(account('a'));
    expect(await begin('a', start)).toBe(0);
  });

  test('that are made at the same time by two processes do not exceed the limit', async () => {
    const other = await fixture.openAnother();
    const attempts = Array.from({ length: 8 }, (_, index) =>
      (index % 2 === 0 ? fixture.store : other).loginAttempts.begin(account('a'), false, limits, start),
    );
    expect((await Promise.all(attempts)).filter((wait) => wait === 0)).toHaveLength(2);
  });
});
