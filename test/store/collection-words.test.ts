// Proves: collection#collection-page, collection#posts, embedded-backend#phrases-and-sources
/** States of phrases, and when a change makes them due. */

import type { RunOutcome } from '../../shared/api/collection.ts';
import { day, dayCollected, done, foundPage, foundPost, foundPosts, hour, start } from '../support/collection-store.ts';
import { openTestStore, type TestStore } from '../support/test-store.ts';
import { viewing } from '../support/viewing.ts';

const admin = { type: 'admin', adminId: 1, username: 'admin' } as const;
let fixture: TestStore;
let clientId: string;
beforeEach(async () => {
  fixture = await openTestStore();
  clientId = await fixture.createClient();
});
afterEach(() => fixture.close());

const stateOf = async (wordId: number) => (await fixture.store.words.get(wordId))?.state;
const work = (working = true) => fixture.store.collection.setKeys('collector', working ? ['key'] : [], start);

/** Claims, saves a page unless told otherwise, and ends the run. */
async function run(outcome: RunOutcome, { saves = true, now = start } = {}): Promise<void> {
  const claim = await fixture.claim(now);
  if (saves) await fixture.store.collection.savePage(claim, foundPage([foundPost()]), dayCollected, now);
  const reason = outcome === 'failed' ? 'One of the parameters is invalid' : null;
  await fixture.store.collection.finish(claim, { outcome, reason, dueAt: now + hour }, now);
}

describe('before its first run a phrase', () => {
  test('is ready while the collector does not work, and pending while it does', async () => {
    const before = await fixture.createWord(clientId);
    expect(await stateOf(before)).toBe('ready');
    await work();
    const after = await fixture.createWord(clientId);
    expect([await stateOf(before), await stateOf(after)]).toEqual(['pending', 'pending']);
    await work(false);
    expect([await stateOf(before), await stateOf(after)]).toEqual(['ready', 'ready']);
  });

  test('stays frozen', async () => {
    await work();
    const wordId = await fixture.createWord(clientId, { state: 'freeze' });
    await work();
    await work(false);
    expect(await stateOf(wordId)).toBe('freeze');
    expect(await fixture.claimId()).toBeNull();
  });
});

test('a collected phrase stays ready when the collector starts', async () => {
  const wordId = await fixture.createWord(clientId);
  await run('done');
  await work();
  expect(await stateOf(wordId)).toBe('ready');
});

test('an operator that its only client corrects to capitals changes the collection at once', async () => {
  const { words } = fixture.store;
  const wordId = await fixture.createWord(clientId, { text: 'метро или выборы' });
  await run('done');
  expect(await fixture.claimId()).toBeNull();
  await words.updateOfClient(wordId, clientId, { text: 'метро ИЛИ выборы' });
  expect(await words.getOfClient(wordId, clientId)).toMatchObject({ text: 'метро ИЛИ выборы', awaits: true });
  expect(await fixture.claim()).toMatchObject({ wordId, text: 'метро ИЛИ выборы', collectedTo: null });
});

test('a client that shares the phrase sees the same, and the other one’s spelling is collected', async () => {
  const { words } = fixture.store;
  const wordId = await fixture.createWord(await fixture.createClient(), { text: 'метро или выборы' });
  await fixture.createWord(clientId, { text: 'метро или выборы' });
  await run('done');
  const shownId = (await words.listOfClient(clientId))[0]?.shownId ?? 0;
  const { word } = (await words.updateOfClient(shownId, clientId, { text: 'метро ИЛИ выборы' })) as { word: unknown };
  expect(word).toMatchObject({ text: 'метро ИЛИ выборы', awaits: true });
  expect(await words.get(wordId)).toMatchObject({ text: 'метро или выборы' });
});

test('a client that adds a phrase of others sees its missing time after the next run', async () => {
  const { posts } = fixture.store;
  const text = 'метро';
  await fixture.createWord(await fixture.createClient(), { text });
  await run('done');
  await fixture.createWord(clientId, { text });
  const days = { from: '2026-02-28', to: '2026-03-01' };
  const missing = async () => {
    const viewer = { type: 'client', clientId } as const;
    return (await posts.analytics(viewer, viewing({ clientId }), days, start)).missing;
  };
  expect(await missing()).toEqual([]);
  await run('done', { now: start + hour });
  expect(await missing()).toMatchObject([{ words: 1 }]);
});

describe('after a run', () => {
  test.each([
    ['done', true, 'ready'],
    ['partial', true, 'ready'],
    ['failed', false, 'error'],
    ['failed', true, 'error'],
    ['waiting', true, 'ready'],
    ['waiting', false, 'pending'],
  ] as const)('that is %s, with a saved page: %s, a pending phrase is %s', async (outcome, saves, state) => {
    await work();
    const wordId = await fixture.createWord(clientId);
    await run(outcome, { saves });
    expect(await stateOf(wordId)).toBe(state);
  });

  test('the reason of an error stays through interruptions, and is cleared by the next good run', async () => {
    const wordId = await fixture.createWord(clientId);
    const reason = async () => (await fixture.store.collection.phrase(wordId, start))?.reason;
    await run('failed', { saves: false });
    expect(await reason()).toBe('One of the parameters is invalid');
    await run('waiting', { saves: false, now: start + hour });
    expect([await stateOf(wordId), await reason()]).toEqual(['error', 'One of the parameters is invalid']);
    await run('done', { now: start + 2 * hour });
    expect([await stateOf(wordId), await reason()]).toEqual(['ready', null]);
  });

  test('a user who saves a phrase as active does not hide its error', async () => {
    const wordId = await fixture.createWord(clientId);
    await run('failed');
    await fixture.store.words.update(wordId, { state: 'ready' });
    expect(await stateOf(wordId)).toBe('error');
  });
});

describe('a phrase that is not due', () => {
  let wordId: number;
  beforeEach(async () => {
    await work();
    wordId = await fixture.createWord(clientId, { text: 'метро' });
    await run('done');
    expect(await fixture.claimId(start + 1)).toBeNull();
  });
  const update = (change: Parameters<typeof fixture.store.words.update>[1]) =>
    fixture.store.words.update(wordId, change);

  test('is due at once with full search', async () => {
    await update({ fullSearch: true });
    expect(await fixture.claim(start + 1)).toMatchObject({ wordId, fullSearch: true });
  });

  test('is due at once with a new text, without the results of the old one', async () => {
    await update({ text: 'трамвай' });
    expect(await stateOf(wordId)).toBe('pending');
    expect(await fixture.store.collection.phrase(wordId, start)).toMatchObject({ found: null, windows: [] });
    expect(await fixture.claim(start + 1)).toMatchObject({ text: 'трамвай', collectedTo: null, cursor: null });
  });

  test('keeps its results when only the case of its text changes', async () => {
    await update({ text: 'Метро' });
    expect(await stateOf(wordId)).toBe('ready');
    expect(await fixture.claimId(start + 1)).toBeNull();
  });

  test('is not collected while it is frozen, and due at once and ready afterwards', async () => {
    await update({ state: 'freeze' });
    expect(await fixture.claimId(start + 2 * hour)).toBeNull();
    await update({ state: 'ready' });
    expect(await stateOf(wordId)).toBe('ready');
    expect(await fixture.claimId(start + 1)).toBe(wordId);
  });

  /** Adds the phrase for the client. Returns the phrase as the client sees it. */
  async function join(second: string, word: Parameters<typeof fixture.createWord>[1] = {}) {
    expect(await fixture.createWord(second, { ...word, text: 'Метро' })).toBe(wordId);
    return async () => (await fixture.store.words.listOfClient(second))[0];
  }

  test('causes no call when a second client adds it, and looks collected once calls are left for it', async () => {
    const seen = await join(await fixture.createClient());
    const uncollected = { state: 'pending', updateDt: null, lastUpdatePosts: null, totalPosts: 0 };
    expect(await seen()).toMatchObject(uncollected);
    expect(await fixture.store.collection.claim({ now: start + 1, leaseMs: hour, urgentOnly: true })).toBeNull();
    expect(await seen()).toMatchObject(uncollected);
    expect(await fixture.claimId(start + 2)).toBeNull();
    const collected = { state: 'ready', updateDt: start + 2, lastUpdatePosts: start + 2, totalPosts: 1 };
    expect(await seen()).toMatchObject(collected);
    expect(await fixture.store.words.get(wordId)).toMatchObject({ updateDt: start, lastUpdatePosts: start });
    await run('done', { now: start + hour });
    expect(await seen()).toMatchObject({ state: 'ready', updateDt: start + hour });
  });

  test('is due at once when a second client adds it with full search', async () => {
    const seen = await join(await fixture.createClient(), { fullSearch: true });
    expect(await fixture.claim(start + 1)).toMatchObject({ wordId, fullSearch: true });
    expect(await seen()).toMatchObject({ state: 'pending', running: true, updateDt: null });
  });

  test('stays as it is for a second client that has frozen it', async () => {
    const seen = await join(await fixture.createClient(), { state: 'freeze' });
    expect(await fixture.claimId(start + 1)).toBeNull();
    expect(await seen()).toMatchObject({ state: 'freeze', updateDt: null, totalPosts: 0 });
  });

  test.each(['done', 'failed'] as const)(
    'that is due looks collected to a second client after the first run with a result: %s',
    async (outcome) => {
      const [now, seen] = [start + hour, await join(await fixture.createClient())];
      for (const [end, state, updateDt] of [
        [{ ...done, outcome: 'waiting', dueAt: now }, 'pending', null],
        [{ ...done, outcome }, outcome === 'done' ? 'ready' : 'error', now],
      ] as const) {
        await fixture.store.collection.finish(await fixture.claim(now), end, now);
        expect(await seen()).toMatchObject({ state, updateDt });
      }
    },
  );

  test('is collected until all its clients have frozen it, and again when one of them unfreezes it', async () => {
    const [second, { words }] = [await fixture.createClient(), fixture.store];
    await fixture.createWord(second, { text: 'Метро' });
    const own = (await words.listOfClient(second))[0]?.shownId ?? 0;
    await words.updateOfClient(wordId, clientId, { state: 'freeze' });
    expect([await stateOf(wordId), (await words.getOfClient(own, second))?.state]).toEqual(['ready', 'pending']);
    expect(await fixture.claimId(start + hour)).toBe(wordId);
    await words.updateOfClient(own, second, { state: 'freeze' });
    expect(await stateOf(wordId)).toBe('freeze');
    expect(await fixture.claimId(start + 8 * hour)).toBeNull();
    await words.updateOfClient(wordId, clientId, { state: 'ready' });
    expect((await words.getOfClient(own, second))?.state).toBe('freeze');
    expect(await fixture.claimId(start + 8 * hour)).toBe(wordId);
  });

  test.each(['a client’s own deletion', 'a deleted link', 'a deleted client'])(
    'is not collected when after %s only frozen links are left',
    async (removal) => {
      const [second, { words, wordClients, clients }] = [await fixture.createClient(), fixture.store];
      await fixture.createWord(second, { text: 'Метро', state: 'freeze' });
      if (removal === 'a client’s own deletion') await words.unlink(wordId, clientId);
      if (removal === 'a deleted link') await wordClients.delete((await wordClients.forClient(clientId))[0]?.id ?? 0);
      if (removal === 'a deleted client') await clients.delete(clientId, start);
      expect(await fixture.store.words.get(wordId)).toMatchObject({ state: 'freeze', clients: [second] });
      expect(await fixture.claimId(start + 8 * hour)).toBeNull();
    },
  );

  test('is not collected while it is deleted, and due again after it is restored', async () => {
    await fixture.store.words.markDeleted(wordId, start);
    expect(await fixture.claimId(done.dueAt)).toBeNull();
    await update({ deleted: false });
    expect(await fixture.claimId(done.dueAt)).toBe(wordId);
  });

  test('is not collected while no client tracks it', async () => {
    await fixture.store.words.unlink(wordId, clientId);
    expect(await fixture.claimId(done.dueAt)).toBeNull();
    await fixture.createWord(clientId, { text: 'метро' });
    expect(await fixture.claimId(done.dueAt)).toBe(wordId);
  });
});

test('a phrase that is unfrozen before its first run is pending', async () => {
  await work();
  const wordId = await fixture.createWord(clientId, { state: 'freeze' });
  await fixture.store.words.update(wordId, { state: 'ready' });
  expect(await stateOf(wordId)).toBe('pending');
});

describe('the times of a phrase', () => {
  const timesOf = async (wordId: number) => {
    const { updateDt, lastUpdatePosts } = (await fixture.store.words.get(wordId)) ?? {};
    return { updateDt, lastUpdatePosts };
  };

  test.each(['waiting', 'failed'] as const)('stay when a run that is %s saved nothing', async (outcome) => {
    const wordId = await fixture.createWord(clientId);
    await run(outcome, { saves: false });
    expect(await timesOf(wordId)).toEqual({ updateDt: null, lastUpdatePosts: null });
    await run('done', { now: start + 2 * hour });
    await run(outcome, { saves: false, now: start + 4 * hour });
    expect(await timesOf(wordId)).toEqual({ updateDt: start + 2 * hour, lastUpdatePosts: start + 2 * hour });
  });
});

test('an edit that is collected under one phrase reaches the rows of the post under others', async () => {
  const { posts } = fixture.store;
  const [metro, station] = [await fixture.createWord(clientId), await fixture.createWord(clientId)];
  await run('done');
  await run('done');
  const claim = await fixture.claim(start + hour);
  const edited = foundPost({ text: 'Ремонт трамвая', cityId: 7 });
  await fixture.store.collection.savePage(claim, foundPage([edited]), dayCollected, start + hour);
  const page = { limit: 9, offset: 0, orderBy: 'post_dt', orderDirection: 'DESC' } as const;
  const { rows } = await posts.page(admin, viewing(), page);
  expect(rows.map(({ wordId }) => wordId).sort()).toEqual([metro, station]);
  for (const row of rows) expect(row).toMatchObject({ text: 'Ремонт трамвая', cityId: 7, updatedAt: start + hour });
  expect([await posts.countMatching(admin, 'метро'), await posts.countMatching(admin, 'ремонт')]).toEqual([0, 1]);
});

test('posts that are dated in the future do not shorten the interval of a phrase', async () => {
  await fixture.createWord(clientId);
  const future = foundPosts(99, start + 9 * hour);
  const claim = await fixture.claim();
  const save = (posts: ReturnType<typeof foundPosts>) =>
    fixture.store.collection.savePage(claim, foundPage(posts), dayCollected, start);
  expect(await save(future)).toEqual({ added: 99, targetPostAt: null });
  expect(await save([foundPost({ postId: 200 })])).toEqual({ added: 1, targetPostAt: null });
});

test('runs are listed newest first, after the last failed one of each phrase in the state error', async () => {
  const texts = ['метро', 'выборы', 'парк'];
  for (const text of texts) await fixture.createWord(clientId, { text });
  for (const outcome of ['failed', 'failed', 'failed'] as const) await run(outcome);
  const { collection, words } = fixture.store;
  const fail = async (now: number, outcome: RunOutcome) => {
    const claim = await fixture.claim(now);
    await collection.finish(claim, { outcome, reason: null, dueAt: now + day }, now);
    return claim.wordId;
  };
  const failedTwice = await fail(start + day, 'failed');
  const recovered = await fail(start + day, 'done');
  const list = async (limit: number, offset = 0) => {
    const { rows, total } = await collection.runs({ limit, offset });
    return { runs: rows.map(({ runId }) => runId), total };
  };
  expect(await list(10)).toEqual({ runs: [4, 3, 5, 2, 1], total: 5 });
  expect([await list(1, 1), await list(2, 1), await list(2, 3)]).toEqual([
    { runs: [3], total: 5 },
    { runs: [3, 5], total: 5 },
    { runs: [2, 1], total: 5 },
  ]);
  await fail(start + 2 * day, 'waiting');
  expect((await list(2)).runs).toEqual([4, 3]);
  await words.markDeleted(failedTwice, start);
  expect((await list(10)).runs).toEqual([3, 6, 5, 4, 2, 1]);
  expect(recovered).not.toBe(failedTwice);
});
