/** Units of work, and the store as a whole. */
import { setTimeout as pause } from 'node:timers/promises';
import { openTestStore, type TestStore } from '../support/test-store.ts';

let fixture: TestStore;
beforeEach(async () => {
  fixture = await openTestStore();
});
afterEach(() => fixture.close());

const city = (cityId: number) => ({ cityId, name: `Город ${cityId}`, country: null });
const cityIds = async (store: Pick<TestStore['store'], 'cities'>) =>
  (await store.cities.list({ clientId: null, contains: '', limit: 10 })).map(({ cityId }) => cityId);

describe('a unit of work', () => {
  test('returns its result, and its changes stay', async () => {
    const seen = await fixture.store.transaction(async (store) => {
      await store.cities.save([city(1)]);
      await store.cities.save([city(2)]);
      return cityIds(store);
    });
    expect(seen).toEqual([1, 2]);
    expect(await cityIds(await fixture.openAnother())).toEqual([1, 2]);
  });

  test('that fails leaves nothing, and the next one works', async () => {
    const failing = fixture.store.transaction(async (store) => {
      await store.cities.save([city(1)]);
      await store.owners.save([{ ownerId: -1, ownerType: 'group', name: null, domain: null, photoUrl: null }]);
      throw new Error('broken off');
    });
    await expect(failing).rejects.toThrow('broken off');
    expect([await cityIds(fixture.store), await fixture.store.owners.count()]).toEqual([[], 0]);
    await fixture.store.transaction((store) => store.cities.save([city(2)]));
    expect(await cityIds(fixture.store)).toEqual([2]);
  });

  test('that fails does not undo concurrent changes of others', async () => {
    const [started, ending] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const failing = fixture.store.transaction(async (store) => {
      await store.cities.save([city(1)]);
      started.resolve();
      await ending.promise;
      throw new Error('broken off');
    });
    const failed = expect(failing).rejects.toThrow('broken off');
    await started.promise;
    const others = [
      fixture.store.cities.save([city(2)]),
      fixture.store.transaction((store) => store.cities.save([city(3)])),
    ];
    ending.resolve();
    await Promise.all([failed, ...others]);
    expect(await cityIds(fixture.store)).toEqual([2, 3]);
  });

  test('that begins between two steps of a change of many phrases undoes none of them', async () => {
    const { store, createClient, createWord } = fixture;
    const clientId = await createClient();
    const ids: number[] = [];
    for (let count = 0; count < 25; count += 1) ids.push(await createWord(clientId, { text: `фраза ${count}` }));
    const changing = store.words.changeAll('freeze', ids, { clientId: null, now: 0, by: null });
    const failing = store.transaction(async (unit) => {
      await unit.cities.save([city(1)]);
      // A step that does not wait for the end of this transaction ends long before it.
      await Promise.race([changing.catch(() => {}), pause(100)]);
      throw new Error('broken off');
    });
    await expect(failing).rejects.toThrow('broken off');
    expect(await changing).toEqual([]);
    expect((await store.words.list()).map(({ state }) => state)).toEqual(ids.map(() => 'freeze'));
  });
});

test('a working store passes the check; faults of anything but the database have no description', async () => {
  await fixture.store.check();
  expect(fixture.store.faultOf(new Error('other'))).toBeNull();
});

test('the time zone is changed once', async () => {
  const { posts } = fixture.store;
  expect([await posts.setTimeZone('Asia/Omsk'), await posts.setTimeZone('Asia/Omsk')]).toEqual([true, false]);
});
