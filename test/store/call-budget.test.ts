// Proves: collection#collection-page
/** The budget of calls, and the keys. */
import { day, hour, minute, start } from '../support/collection-store.ts';
import { openTestStore, type TestStore } from '../support/test-store.ts';

let fixture: TestStore;
beforeEach(async () => {
  fixture = await openTestStore();
});
afterEach(() => fixture.close());

const reserve = (now: number, keyId = 'key', limit = 3) =>
  fixture.store.collection.reserveCall(keyId, null, limit, now);

describe('the budget of calls', () => {
  test('is a limit per key in any 24 hours', async () => {
    for (const now of [start, start + hour, start + 2 * hour]) expect(await reserve(now)).toBe(true);
    expect(await reserve(start + 3 * hour)).toBe(false);
    expect(await reserve(start + 3 * hour, 'another key')).toBe(true);
    expect(await reserve(start + day - 1)).toBe(false);
    expect(await reserve(start + day)).toBe(true);
    expect(await reserve(start + day)).toBe(false);
  });

  test('states when its oldest call expires', async () => {
    const expiry = (now: number) => fixture.store.collection.nextCallExpiry('key', 'search', now);
    expect(await expiry(start)).toBeNull();
    await reserve(start);
    await reserve(start + hour);
    expect(await expiry(start + 2 * hour)).toBe(start + day);
    expect(await expiry(start + day)).toBe(start + hour + day);
    expect(await expiry(start + 2 * day)).toBeNull();
  });

  test('forgets calls that have expired, whatever the method of the next call', async () => {
    const { collection } = fixture.store;
    await reserve(start);
    await collection.reserveOther('key', 'wall', 3, start);
    await collection.reserveOther('key', 'comments', 3, start + day);
    const stored = [
      await collection.nextCallExpiry('key', 'search', start),
      await collection.nextCallExpiry('key', 'wall', start),
    ];
    expect(stored).toEqual([null, null]);
    expect(await collection.nextCallExpiry('key', 'comments', start)).toBe(start + 2 * day);
  });

  test('survives a restart', async () => {
    for (let call = 0; call < 3; call += 1) await reserve(start);
    const { collection } = await fixture.openAnother();
    expect(await collection.reserveCall('key', null, 3, start)).toBe(false);
  });

  test('counts the calls of a run', async () => {
    await fixture.createWord(await fixture.createClient());
    const { runId } = await fixture.claim();
    for (let call = 0; call < 2; call += 1) await fixture.store.collection.reserveCall('key', runId, 2, start);
    expect(await fixture.store.collection.reserveCall('key', runId, 2, start)).toBe(false);
    const { rows } = await fixture.store.collection.runs({ limit: 1, offset: 0 });
    expect(rows).toMatchObject([{ calls: 2 }]);
  });
});

describe('keys', () => {
  const working = {
    lookUps: { calls: 0, rest: null },
    walls: { calls: 0, rest: null },
    comments: { calls: 0, rest: null },
    state: 'working',
    until: null,
    code: null,
    message: null,
    redirectUri: null,
  };
  const resting = {
    ...working,
    state: 'resting',
    until: start + hour,
    code: 29,
    message: 'Rate limit reached',
  } as const;
  const broken = { ...working, state: 'broken', code: 5, message: 'User authorization failed' } as const;

  test('in use are listed with their calls of the last 24 hours', async () => {
    const { collection } = fixture.store;
    await collection.setKeys('collector', ['a', 'b'], start);
    await reserve(start, 'a');
    await reserve(start + minute, 'a');
    expect(await collection.keys(start + hour)).toMatchObject([{ calls: 2, callsInHour: 1 }, { calls: 0 }]);
    expect(await collection.keys(start + day)).toEqual([
      { id: 'a', calls: 1, callsInHour: 0, ...working },
      { id: 'b', calls: 0, callsInHour: 0, ...working },
    ]);
  });

  test('rest until the time of their problem, and stay broken until it is removed', async () => {
    const { collection } = fixture.store;
    await collection.setKeys('collector', ['a', 'b'], start);
    await collection.setKeyProblem('a', resting);
    await collection.setKeyProblem('b', broken);
    expect(await collection.keys(start)).toMatchObject([resting, broken]);
    expect(await collection.keys(start + hour)).toMatchObject([working, broken]);
    await collection.setKeyProblem('b', null);
    expect(await collection.keys(start + hour)).toMatchObject([working, working]);
  });

  test('that are replaced are not listed, and keep calls and problem while their calls count', async () => {
    const { collection } = fixture.store;
    await collection.setKeys('collector', ['a'], start);
    await collection.setKeyProblem('a', broken);
    await reserve(start, 'a');
    await collection.setKeys('collector', ['b'], start + hour);
    expect(await collection.keys(start + hour)).toMatchObject([{ id: 'b' }]);
    await collection.setKeys('collector', ['a'], start + 2 * hour);
    expect(await collection.keys(start + 2 * hour)).toMatchObject([{ id: 'a', calls: 1, ...broken }]);
    await collection.setKeys('collector', ['b'], start + day);
    await collection.setKeys('collector', ['a'], start + day);
    expect(await collection.keys(start + day)).toMatchObject([{ id: 'a', calls: 0, ...working }]);
  });
});
