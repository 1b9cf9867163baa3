// Proves: work#filters
/**
 * Both engines answer the same queries of posts with the same rows, order and counts, while the same random changes are made in
 * both. AGREEMENT_ROUNDS=100 makes 5,000 queries.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { openStore } from '../../server/backend/open-store.ts';
import type { WorkChange } from '../../server/backend/rules/work.ts';
import type { NewPost } from '../../server/backend/store/posts-store.ts';
import type { Store } from '../../server/backend/store/store.ts';
import { postSortColumns } from '../../shared/fields/posts.ts';
import { factoriesOf } from '../support/collection-store.ts';
import { Random } from '../support/random.ts';
import { noon, postArbitrary } from '../support/seed-posts.ts';
import { openTestStore, type TestStore } from '../support/test-store.ts';
import { type FlatViewing, viewing, viewingSince } from '../support/viewing.ts';

const rounds = Number(process.env.AGREEMENT_ROUNDS ?? 8);
const queriesPerRound = 50;
const hour = 3_600_000;
const admin = { type: 'admin', adminId: 1, username: 'admin' } as const;
const folder = mkdtempSync(path.join(tmpdir(), 'ldvk-agreement-'));
let postgres: TestStore;
let sqlite: Store;
beforeAll(async () => {
  postgres = await openTestStore(() => noon);
  sqlite = openStore(path.join(folder, 'ldvk.sqlite'), { now: () => noon });
});
afterAll(async () => {
  await postgres.close();
  await sqlite.close();
  rmSync(folder, { recursive: true });
});

/** Does the same in both, and compares the results. Returns the result. */
async function inBoth<T>(act: (store: Store) => Promise<T>, title = ''): Promise<T> {
  const [expected, result] = [await act(sqlite), await act(postgres.store)];
  if (JSON.stringify(result) !== JSON.stringify(expected))
    expect({ title, result }).toEqual({ title, result: expected });
  return expected;
}

const author = { who: 'anna', onBehalfOf: null, address: '', at: noon };
const random = new Random(17);
const maybe = <T>(values: readonly T[], chance = 0.3): T | null => (random.chance(chance) ? random.pick(values) : null);
const wordIds = [1, 2, 3, 4];
const times = Array.from({ length: 17 }, (_, index) => noon + (index - 8) * 5 * hour);
const texts = [
  'выборы',
  'станция ремонт',
  '-метро',
  '"выборы метро"',
  'go OR дума',
  '(елка | метро) -go',
  'c++',
  '«»',
  'станции -"ремонт go"',
];

const drawViewing = (): Partial<FlatViewing> => ({
  clientId: maybe(['client-1001', 'client-1002']),
  account: maybe(['admin:1', 'client:client-1001'], 0.6),
  word: maybe(wordIds, 0.2),
  words: random.chance(0.2) ? [random.pick(wordIds), random.pick(wordIds)] : null,
  owner: maybe([-3, -1, 2], 0.2),
  city: maybe([0, 1, 2], 0.2),
  text: maybe(texts, 0.5),
  from: maybe(times),
  to: maybe(times),
  weekday: maybe([1, 6, 7], 0.1),
  hour: maybe([9, 12, 15], 0.1),
  copies: random.chance(0.5),
  story: maybe([1, 5, 9], 0.05),
  since: maybe([3, 50, 200], 0.2),
  until: maybe([100, 300], 0.1),
  unread: random.chance(0.3),
  state: maybe(['new', 'open', 'in-progress', 'resolved'] as const, 0.1),
  assignee: maybe(['none', 0] as const, 0.1),
  tone: maybe(['none', 'negative'] as const, 0.1),
});

/** A query, drawn once and then asked of both. */
function drawQuery(): (store: Store) => Promise<unknown> {
  const drawn = drawViewing();
  const selection = viewing(drawn);
  const order = {
    orderBy: random.pick(postSortColumns),
    orderDirection: random.pick(['ASC', 'DESC'] as const),
  } as const;
  const [limit, offset] = [1 + random.below(25), random.below(40)];
  const since = [1, 40].map((story) => viewingSince(story, drawViewing()));
  const target = {
    kind: random.pick(['owner', 'user'] as const),
    targetId: random.pick([-1, 1, 2]),
    clientId: selection.clientId,
  } as const;
  const windows = times.slice(0, -2).map((from, index) => ({ from, to: times[index + 2] ?? from }));
  const days = { from: '2026-02-28', to: '2026-03-02' };
  const window = { from: drawn.from ?? 0, to: drawn.to ?? noon };
  const first = maybe([true]) ?? false;
  const after = maybe([{ value: 1, id: (noon / 1000) * 2 ** 20 }], 0.5);
  return random.pick<(store: Store) => Promise<unknown>>([
    ({ posts }) => posts.page(admin, selection, { ...order, limit, offset }),
    ({ posts }) => posts.rows(admin, viewing({ ...drawn, copies: true }), { ...order, limit, after }),
    ({ posts }) => posts.count(admin, viewing({ ...drawn, first })),
    ({ posts }) => posts.dates(admin, selection, noon),
    ({ posts }) => posts.histogram(admin, selection, noon),
    ({ posts }) => posts.countMatching(admin, drawn.text ?? 'метро'),
    ({ posts }) => posts.countOfTargets(admin, [target], window),
    ({ posts }) => posts.countNewStories(admin, since),
    ({ posts }) => posts.listArrivals(admin, since, 1000),
    ({ posts }) =>
      Promise.all([
        posts.listArrivedStories(admin, since, 1000),
        posts.listStories(admin, viewing({ ...drawn, first })),
      ]),
    ({ posts }) =>
      Promise.all([posts.countInWindows(admin, selection, windows), posts.listFirstPosts(admin, selection)]),
    ({ posts }) => posts.preview(admin, selection, window, 1),
    ({ posts }) => posts.analytics(admin, selection, days, noon),
    ({ posts }) => posts.wordDays(admin, selection, wordIds, days),
    ({ posts }) => posts.countOfClients(admin, ['client-1001', 'client-1002'], window),
  ]);
}

async function inTurn<Item, Result>(items: readonly Item[], act: (item: Item, index: number) => Promise<Result>) {
  const results: Result[] = [];
  for (const [index, item] of items.entries()) results.push(await act(item, index));
  return results;
}

/** A change, drawn once and then made in both. */
function drawChange(saved: readonly NewPost[]): (store: Store) => Promise<unknown> {
  const wordId = random.pick(wordIds);
  const stories = Array.from({ length: 20 }, () => 1 + random.below(300));
  const account = random.pick(['admin:1', 'client:client-1001']);
  const mute = {
    account,
    createdBy: account,
    kind: random.pick(['owner', 'user'] as const),
    targetId: random.pick([-2, 3]),
  } as const;
  const read = random.chance(0.7);
  const workClient = random.pick(['client-1001', 'client-1002']);
  const worked = [...new Set(stories)].map((storyId) => ({ storyId, version: random.below(2) }));
  const work: WorkChange = {
    state: random.pick(['new', 'in-progress', 'resolved'] as const),
    tone: maybe(['negative']),
  };
  const [muteId, before] = [random.below(4), noon - (40 - random.below(10)) * hour];
  return random.pick<(store: Store) => Promise<unknown>>([
    ({ posts }) => posts.save(saved),
    ({ posts }) => posts.save(saved.map((post) => ({ ...post, text: `${post.text} ещё`, cityId: 1 }))),
    ({ words }) => words.markDeleted(wordId, noon),
    ({ words }) => words.update(wordId, { deleted: false }),
    async ({ marks }) => (await marks.mark(admin, stories, read)).toSorted((a, b) => a - b),
    (store) => store.work.change(workClient, { stories: worked, change: work, batchId: null, taker: 0 }, author),
    (store) =>
      inTurn(stories, (storyId, index) =>
        store.work.joinStories(workClient, { storyId, target: stories[index + 1] ?? 1 }, author),
      ),
    (store) => inTurn(saved.slice(0, 8), (post) => store.work.separatePost(workClient, post, author)),
    (store) => inTurn(stories, (batchId) => store.work.undoBatch(workClient, batchId, author, `client:${workClient}`)),
    ({ mutes }) => mutes.create(mute, noon),
    ({ mutes }) => mutes.delete(muteId),
    ({ collection }) => collection.deleteOldPosts(before, 5),
    ({ owners }) =>
      owners.save([{ ownerId: -1, ownerType: 'group', name: `Город ${muteId}`, domain: null, photoUrl: null }]),
    ({ cities }) => cities.save([{ cityId: 1, name: `Орёл ${muteId}`, country: null }]),
  ]);
}

test('rows, order and counts are the same', async () => {
  for (const store of [sqlite, postgres.store]) {
    const { createClient, createWord } = factoriesOf(store);
    const clients = [await createClient(), await createClient()];
    for (const wordId of wordIds) await createWord(clients[wordId % 2] ?? '', { text: `фраза ${wordId}` });
  }
  const samples = fc.sample(postArbitrary(wordIds), { numRuns: rounds * 30, seed: 17 });
  for (let round = 0; round < rounds; round += 1) {
    const saved = samples.slice(round * 30, round * 30 + 30);
    await inBoth(({ posts }) => posts.save(saved), `round ${round}`);
    for (let change = 0; change < 3; change += 1) await inBoth(drawChange(saved), `change of round ${round}`);
    for (let query = 0; query < queriesPerRound; query += 1) {
      const ask = drawQuery();
      await inBoth(ask, `query ${query} of round ${round}: ${ask}`);
    }
  }
}, 600_000);
