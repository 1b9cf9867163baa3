/** The collection as administrators see it. */
import { DatabaseSync } from 'node:sqlite';
import {
  type CollectionFixture,
  day,
  dayCollected,
  done,
  foundPage,
  foundPosts,
  hour,
  leaseMs,
  minute,
  openCollectionStore,
  start,
} from '../support/collection-store.ts';

let fixture: CollectionFixture;
let clientId: string;
beforeEach(async () => {
  fixture = openCollectionStore();
  clientId = await fixture.createClient();
});
afterEach(() => fixture.close());

const runs = (limit = 10) => fixture.store.collection.runs({ limit, offset: 0 });

/** Runs once; the next run is due after the interval. */
async function run(intervalMs: number, now = start): Promise<number> {
  const claim = await fixture.claim(now);
  await fixture.store.collection.finish(claim, { ...done, dueAt: now + intervalMs }, now);
  return claim.wordId;
}

describe('the queue', () => {
  const queue = (now = start) => fixture.store.collection.queue(now);

  test('counts phrases that are collected, those due, and the calls that their intervals need in a day', async () => {
    for (let count = 0; count < 3; count += 1) await fixture.createWord(clientId);
    expect(await queue()).toEqual({ due: 3, active: 3, callsPerDay: 3 });
    await run(hour);
    await run(6 * hour);
    expect(await queue()).toEqual({ due: 1, active: 3, callsPerDay: 24 + 4 + 1 });
    expect(await queue(start + hour)).toMatchObject({ due: 2 });
  });

  test('does not change its need of calls for a failed or interrupted run', async () => {
    await fixture.createWord(clientId);
    await run(hour);
    for (const [outcome, now] of [
      ['failed', start + hour],
      ['waiting', start + 2 * hour],
    ] as const) {
      const claim = await fixture.claim(now);
      await fixture.store.collection.finish(claim, { outcome, reason: null, dueAt: now + minute }, now);
    }
    expect(await queue()).toMatchObject({ callsPerDay: 24 });
  });

  test('ignores phrases that are frozen, deleted or without clients', async () => {
    await fixture.createWord(clientId, { state: 'freeze' });
    await fixture.store.words.unlink(await fixture.createWord(clientId), clientId);
    await fixture.store.words.markDeleted(await fixture.createWord(clientId), start);
    expect(await queue()).toEqual({ due: 0, active: 0, callsPerDay: 0 });
  });

  test('does not count a phrase as due while it is collected', async () => {
    await fixture.createWord(clientId);
    await fixture.claim();
    expect(await queue()).toMatchObject({ due: 0, active: 1 });
    expect(await queue(start + leaseMs)).toMatchObject({ due: 1 });
  });
});

describe('runs', () => {
  test('state the numbers of found and added posts, and the outcome', async () => {
    const wordId = await fixture.createWord(clientId, { text: 'метро' });
    const claim = await fixture.claim();
    const started = { runId: claim.runId, wordId, word: 'метро', startedAt: start, added: 0, calls: 0 };
    const open = { endedAt: null, found: null, outcome: null, reason: null };
    expect((await runs()).rows).toEqual([{ ...started, ...open }]);
    const { collection } = fixture.store;
    await collection.savePage(claim, foundPage(foundPosts(2)), { ...dayCollected, found: 7 }, start);
    await collection.savePage(claim, foundPage(foundPosts(3)), { ...dayCollected, found: 8 }, start);
    await collection.finish(claim, { outcome: 'partial', reason: 'limit', dueAt: start + hour }, start + minute);
    const ended = { endedAt: start + minute, found: 8, added: 3, outcome: 'partial', reason: 'limit' };
    expect((await runs()).rows).toEqual([{ ...started, ...ended }]);
  });

  test('are deleted after 30 days, except the newest 10,000', async () => {
    const wordId = await fixture.createWord(clientId);
    const db = new DatabaseSync(fixture.file);
    const insert = db.prepare(
      "INSERT INTO collection_runs (run_id, word_id, started_at, ended_at, outcome) VALUES (?, ?, ?, 0, 'done')",
    );
    db.exec('BEGIN');
    for (let runId = 1; runId <= 30; runId += 1) insert.run(runId, wordId, start - (runId <= 20 ? 40 : 1) * day);
    insert.run(10_024, wordId, start);
    db.exec('COMMIT');
    db.close();
    await run(hour);
    const { rows } = await runs(100);
    expect(rows.map(({ runId }) => runId)).toEqual([
      10_025,
      10_024,
      ...Array.from({ length: 10 }, (_, index) => 30 - index),
    ]);
  });
});

describe('a phrase', () => {
  const phrase = async (wordId: number, now = start) => fixture.store.collection.phrase(wordId, now);
  const nextRunAt = async (wordId: number, now = start) => (await phrase(wordId, now))?.nextRunAt;

  test('that is unknown is null', async () => {
    expect(await phrase(99)).toBeNull();
  });

  test('has its last run, counts, windows and next run', async () => {
    const wordId = await fixture.createWord(clientId);
    const never = { lastRun: null, found: null, stored: 0, reason: null, cursor: null, windows: [] };
    expect(await phrase(wordId)).toEqual({ wordId, nextRunAt: start, ...never });
    const claim = await fixture.claim();
    await fixture.store.collection.savePage(claim, foundPage(foundPosts(2)), { ...dayCollected, found: 7 }, start);
    await fixture.store.collection.finish(claim, done, start);
    expect(await phrase(wordId)).toMatchObject({
      lastRun: { runId: claim.runId, outcome: 'done' },
      nextRunAt: done.dueAt,
      found: 7,
      stored: 2,
      windows: [dayCollected.window],
    });
  });

  test('has no next run while it is collected, frozen, deleted or without clients', async () => {
    const wordId = await fixture.createWord(clientId);
    const claim = await fixture.claim();
    expect(await nextRunAt(wordId)).toBeNull();
    await fixture.store.collection.finish(claim, done, start);
    expect(await nextRunAt(wordId)).toBe(done.dueAt);
    await fixture.store.words.update(wordId, { state: 'freeze' });
    expect(await nextRunAt(wordId)).toBeNull();
    await fixture.store.words.update(wordId, { state: 'ready' });
    await fixture.store.words.markDeleted(wordId, start);
    expect(await nextRunAt(wordId)).toBeNull();
    await fixture.store.words.update(wordId, { deleted: false });
    await fixture.store.words.unlink(wordId, clientId);
    expect(await nextRunAt(wordId)).toBeNull();
  });

  test('that is requested or overdue is next now', async () => {
    const wordId = await fixture.createWord(clientId);
    await run(hour);
    await fixture.store.collection.request(wordId, start + minute);
    expect(await nextRunAt(wordId, start + minute)).toBe(start + minute);
    await run(hour, start + minute);
    expect(await nextRunAt(wordId, start + minute)).toBe(start + minute + hour);
    expect(await nextRunAt(wordId, start + day)).toBe(start + day);
  });

  test('keeps its newest 100 windows, oldest first', async () => {
    const wordId = await fixture.createWord(clientId);
    const claim = await fixture.claim();
    const window = (number: number) => ({
      from: start + number * hour,
      to: start + number * hour + minute,
      complete: true,
    });
    for (let number = 120; number > 0; number -= 1) {
      await fixture.store.collection.savePage(
        claim,
        foundPage([]),
        { found: 0, window: window(number), cursor: null },
        start,
      );
    }
    const windows = (await phrase(wordId))?.windows;
    expect(windows).toEqual(Array.from({ length: 100 }, (_, index) => window(21 + index)));
  });

  test('joins windows that overlap, and shows incomplete ones', async () => {
    const wordId = await fixture.createWord(clientId);
    const claim = await fixture.claim();
    const save = (from: number, to: number, complete: boolean) =>
      fixture.store.collection.savePage(
        claim,
        foundPage([]),
        { found: 0, window: { from: start + from * hour, to: start + to * hour, complete }, cursor: null },
        start,
      );
    await save(0, 4, false);
    await save(8, 9, true);
    await save(2, 3, true);
    await save(3, 8, true);
    expect((await phrase(wordId))?.windows).toEqual([
      { from: start, to: start + 2 * hour - 1, complete: false },
      { from: start + 2 * hour, to: start + 9 * hour, complete: true },
    ]);
  });
});
