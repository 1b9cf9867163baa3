// Proves: embedded-backend#database, embedded-backend#phrases-and-sources
/** Leases of phrases: which run may save, and what other processes see. */
import { dayCollected, done, foundPage, foundPost, hour, leaseMs, start } from '../support/collection-store.ts';
import { openTestStore, type TestStore } from '../support/test-store.ts';

let fixture: TestStore;
beforeEach(async () => {
  fixture = await openTestStore();
});
afterEach(() => fixture.close());

const isRunning = async (wordId: number) => (await fixture.store.words.get(wordId))?.running;
const page = foundPage([foundPost()]);

test('a new phrase is due at once, and its claim has the values for a first run', async () => {
  const wordId = await fixture.createWord(await fixture.createClient(), { text: 'метро', fullSearch: true });
  expect(await fixture.claim()).toEqual({
    runId: 1,
    wordId,
    text: 'метро',
    fullSearch: true,
    urgent: false,
    collectedTo: null,
    cursor: null,
    found: null,
  });
});

test('Running is true from the claim to the end of the run, which decides when the phrase is due again', async () => {
  const { store, createWord, createClient, claim } = fixture;
  const wordId = await createWord(await createClient());
  expect(await isRunning(wordId)).toBe(false);
  const claimed = await claim();
  expect(await isRunning(wordId)).toBe(true);
  expect(await store.collection.savePage(claimed, page, dayCollected, start)).toEqual({ added: 1, targetPostAt: null });
  expect(await store.collection.finish(claimed, done, start + 1000)).toBe(true);
  expect(await store.words.get(wordId)).toMatchObject({ running: false, updateDt: start + 1000, totalPosts: 1 });
  expect(await fixture.claimId(done.dueAt - 1)).toBeNull();
  expect(await claim(done.dueAt)).toMatchObject({ wordId, collectedTo: start });
});

test('two processes that claim get different phrases, and a third claim gets none', async () => {
  const { store, openAnother, createWord, createClient } = fixture;
  const clientId = await createClient();
  const wordIds = [await createWord(clientId), await createWord(clientId)];
  const other = await openAnother();
  const claimed = await Promise.all([store, other, store].map((inStore) => fixture.claimId(start, inStore)));
  expect(new Set(claimed)).toEqual(new Set([...wordIds, null]));
});

test('the phrase of a dead process is free when the lease has ended, and its run ends as interrupted', async () => {
  const { store, openAnother, createWord, createClient, claim } = fixture;
  const wordId = await createWord(await createClient());
  const dead = await claim();
  const other = await openAnother();
  expect(await fixture.claimId(start + leaseMs - 1, other)).toBeNull();
  expect(await fixture.claimId(start + leaseMs, other)).toBe(wordId);
  const { rows } = await store.collection.runs({ limit: 10, offset: 0 });
  expect(rows).toMatchObject([
    { runId: dead.runId + 1, outcome: null, endedAt: null },
    { runId: dead.runId, outcome: 'waiting', endedAt: start + leaseMs },
  ]);
  expect(await store.collection.savePage(dead, page, dayCollected, start)).toBeNull();
  expect(await store.collection.finish(dead, done, start)).toBe(false);
  expect(await store.collection.extend(dead, start, leaseMs)).toBe(false);
  expect(await store.words.get(wordId)).toMatchObject({ running: true, totalPosts: 0, updateDt: null });
});

test('an extended lease lasts longer', async () => {
  const { store, createWord, createClient, claim } = fixture;
  const wordId = await createWord(await createClient());
  const claimed = await claim();
  expect(await store.collection.extend(claimed, start + leaseMs - 1, leaseMs)).toBe(true);
  expect(await fixture.claimId(start + leaseMs)).toBeNull();
  expect(await claim(start + 2 * leaseMs - 1)).toMatchObject({ wordId });
});

test('the start of the collector clears Running of leases that have ended, and keeps the others', async () => {
  const { store, createWord, createClient, claim } = fixture;
  const clientId = await createClient();
  const [first, second] = [await createWord(clientId), await createWord(clientId)];
  await claim();
  await claim(start + 1000);
  await store.collection.endLost(start + leaseMs);
  expect([await isRunning(first), await isRunning(second)]).toEqual([false, true]);
});

describe('while a phrase is collected', () => {
  const change = async (wordId: number, fields: Parameters<typeof fixture.store.words.update>[1]) => {
    expect(await fixture.store.words.update(wordId, fields)).toMatchObject({ outcome: 'updated' });
  };
  test.each([
    ['deleting it', (wordId: number) => fixture.store.words.markDeleted(wordId, start)],
    ['freezing it', (wordId: number) => change(wordId, { state: 'freeze' })],
    ['changing its text', (wordId: number) => change(wordId, { text: 'другая фраза' })],
    ['turning full search on', (wordId: number) => change(wordId, { fullSearch: true })],
  ])('%s ends the lease: Running is false, and the run saves nothing more', async (_title, act) => {
    const { store, createWord, createClient, claim } = fixture;
    const wordId = await createWord(await createClient());
    const claimed = await claim();
    await act(wordId);
    expect(await isRunning(wordId)).toBe(false);
    expect(await store.collection.savePage(claimed, page, dayCollected, start)).toBeNull();
    expect(await store.collection.finish(claimed, done, start)).toBe(false);
    expect(await store.words.get(wordId)).toMatchObject({ totalPosts: 0, updateDt: null });
    await fixture.claimId(start);
    const { rows } = await store.collection.runs({ limit: 1, offset: 0 });
    expect(rows).toMatchObject([{ word: expect.any(String) }]);
    expect(await store.collection.phrase(wordId, start)).toMatchObject({ found: null, windows: [] });
  });

  test('a change of its state to the same one keeps the lease', async () => {
    const { store, createWord, createClient, claim } = fixture;
    const wordId = await createWord(await createClient());
    const claimed = await claim();
    await change(wordId, { state: 'ready', fullSearch: false });
    expect(await store.collection.finish(claimed, done, start + hour)).toBe(true);
  });
});
