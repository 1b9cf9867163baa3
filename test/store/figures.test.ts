/** The figures that operators watch. */
import { dayCollected, done, foundPage, foundPost, leaseMs, minute, start } from '../support/collection-store.ts';
import { queueAlerts } from '../support/queued-alerts.ts';
import { by } from '../support/store-values.ts';
import { openTestStore, type TestStore } from '../support/test-store.ts';

let fixture: TestStore;
beforeEach(async () => {
  fixture = await openTestStore();
});
afterEach(() => fixture.close());

const read = (now = start) => fixture.store.figures.read(now);

test('an empty database has none, and a size', async () => {
  expect(await read()).toEqual({ journalRecords: 0, waitingMessages: 0, waitingSince: null, collectedAt: 0 });
  expect(await fixture.store.sizeBytes()).toBeGreaterThan(10_000);
});

test('journal records are counted', async () => {
  for (const reason of ['first', 'second']) {
    await fixture.store.journal.recordExport({ ...by, at: start }, { of: 'reason', reason });
  }
  expect(await read()).toMatchObject({ journalRecords: 2 });
});

test('a message waits from the time when it is due or, after a try, from its creation', async () => {
  const { store, createClient, createWord } = fixture;
  const clientId = await createClient();
  let now = start;
  const wordId = await createWord(clientId);
  const queued = queueAlerts(store, { account: `client:${clientId}`, wordId, now: () => now });
  await queued.queue(await queued.addRule({ channel: 'email', address: 'press@example.ru' }));
  const { deliveryId, createdAt, dueAt } = await queued.newest();
  expect(await read(dueAt - 1)).toMatchObject({ waitingMessages: 0, waitingSince: null });
  expect(await read(dueAt)).toMatchObject({ waitingMessages: 1, waitingSince: dueAt });
  now = dueAt + minute;
  const claimed = await store.alerts.claim(deliveryId, now, now + minute);
  if (claimed === null) throw new Error('The message is not due');
  await store.alerts.retry(claimed, now + 10 * minute, 'no answer');
  expect(await read(now)).toMatchObject({ waitingMessages: 1, waitingSince: createdAt });
  await store.alerts.finish({ ...claimed }, { state: 'sent', at: now, error: null });
  expect(await read(now)).toMatchObject({ waitingMessages: 0, waitingSince: null });
});

test('a run counts as collection when it has saved a page and ended without a fault', async () => {
  const { store, createClient, createWord, claim } = fixture;
  await createWord(await createClient());
  const good = await claim();
  await store.collection.savePage(good, foundPage([foundPost()]), dayCollected, start);
  expect(await read()).toMatchObject({ collectedAt: 0 });
  await store.collection.finish(good, { ...done, dueAt: start }, start + 1000);
  expect(await read()).toMatchObject({ collectedAt: start + 1000 });
  const bad = await claim(start + leaseMs);
  await store.collection.finish(bad, { outcome: 'waiting', reason: 'timeout', dueAt: start }, start + leaseMs + 1000);
  expect(await read()).toMatchObject({ collectedAt: start + 1000 });
});
