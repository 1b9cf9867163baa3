// Proves: api#calls, clients#many-clients, query-language#operators
/** The feed's filters and orders on a real database, compared with a reference filter and sort in JavaScript. */
import fc from 'fast-check';
import type { TimeWindow } from '../../server/backend/rules/days.ts';
import type { PageQuery } from '../../server/backend/store/page.ts';
import { type NewPost, noFilters, type Viewing } from '../../server/backend/store/posts-store.ts';
import { type PostSortColumn, postSortColumns } from '../../shared/fields/posts.ts';
import { character, maybe, seldom } from '../support/arbitraries.ts';
import { asker, filtersOf, lastOwnIndex, type RandomFeed, startRandomFeed } from '../support/random-feed.ts';
import { noon, postArbitrary } from '../support/seed-posts.ts';
import { viewing } from '../support/viewing.ts';

type Filters = Parameters<typeof createFilter>[0] & { byClient: boolean };

const createFilter = filtersOf('Europe/Moscow');

let backend: RandomFeed['backend'];
let clientId: string;
/** In the order of their IDs in the database if those are known; each row once. */
let rows: NewPost[];
let ownWords: number[];
let visibleWords: number[];
let wordIds: number[];

const keyOf = (post: { ownerId: number; postId: number; wordId: number }) =>
  `${post.ownerId} ${post.postId} ${post.wordId}`;

/**
 * All rows of a post have the content of its newest version. An equally new version changes only the row of its phrase.
 */
function saveRow(saved: Map<string, NewPost>, post: NewPost): Map<string, NewPost> {
  const known = [...saved.values()]
    .filter(({ ownerId, postId }) => ownerId === post.ownerId && postId === post.postId)
    .sort((a, b) => a.wordId - b.wordId);
  const newest = known.reduce((latest, row) => (row.updatedAt > latest.updatedAt ? row : latest), post);
  for (const { wordId, updatedAt } of [...known, { ...newest, wordId: post.wordId }]) {
    if (updatedAt < newest.updatedAt || wordId === post.wordId) {
      const row = { ...newest, wordId };
      saved.set(keyOf(row), row);
    }
  }
  return saved;
}

beforeAll(async () => {
  ({ backend, clientId, wordIds } = await startRandomFeed());
  const posts = fc.sample(postArbitrary(wordIds), { numRuns: 500, seed: 20_261 });
  rows = [...posts.reduce(saveRow, new Map<string, NewPost>()).values()];
  // Half in one batch, the others one by one after deletions: the result must not depend on the order of changes.
  await backend.store.posts.save(posts.slice(0, 250));
  for (const index of [0, 3, 5]) await backend.store.words.markDeleted(wordIds[index] ?? 0, noon);
  for (const post of posts.slice(250)) await backend.store.posts.save([post]);
  await backend.store.words.update(wordIds[0] ?? 0, { deleted: false });
  visibleWords = wordIds.filter((_, index) => index !== 3 && index !== 5);
  ownWords = visibleWords.filter((id) => wordIds.indexOf(id) <= lastOwnIndex);
});
afterAll(() => backend.close());

function findRows({ byClient, ...filters }: Filters): NewPost[] {
  const words = byClient ? ownWords : visibleWords;
  const passes = createFilter(filters);
  return rows.filter((row) => words.includes(row.wordId) && passes(row));
}

const columnOf: Record<PostSortColumn, (post: { [Name in keyof NewPost]: unknown }) => number> = {
  post_dt: (post) => Number(post.postedAt),
  update_dt: (post) => Number(post.updatedAt),
  user_id: (post) => Number(post.userId),
  owner_id: (post) => Number(post.ownerId),
  word_id: (post) => Number(post.wordId),
  // Unknown (test/store/filters.test.ts compares known ones).
  views: () => 0,
  ratio: () => 0,
};

const time = fc.integer({ min: -45 * 60, max: 45 * 60 }).map((minutes) => noon + minutes * 60_000);
const text = fc.oneof(
  fc.constantFrom('метро', 'выборам', '"метро станция"', 'метро -выборы', '-ремонт', 'елка', 'c++', '!!', ' '),
  fc
    .array(fc.constantFrom('метро', 'выборы', '-станция', '"ремонт метро"', '-"go c"'), { maxLength: 3 })
    .map((parts) => parts.join(' ')),
  // Operators in any order, also unreadable ones.
  fc
    .array(fc.constantFrom('метро', 'выборы', 'станция', '-ремонт', '"go c"', 'OR', '|', '(', '-(', ')'), {
      maxLength: 9,
    })
    .map((parts) => parts.join(' ')),
);
const filtersArbitrary: fc.Arbitrary<Filters> = fc.record({
  byClient: fc.boolean(),
  word: maybe(fc.integer({ min: 1, max: 7 })),
  words: maybe(fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 6 })),
  owner: maybe(fc.integer({ min: -3, max: 3 })),
  city: maybe(fc.integer({ min: 0, max: 3 })),
  text: maybe(text),
  from: maybe(time),
  to: maybe(time),
  weekday: seldom(fc.integer({ min: 1, max: 7 })),
  hour: seldom(fc.integer({ min: 0, max: 23 })),
});
const orderArbitrary = fc.record({
  orderBy: fc.constantFrom(...postSortColumns),
  orderDirection: fc.constantFrom('ASC' as const, 'DESC' as const),
});

const toViewing = ({ byClient, ...filters }: Filters): Viewing =>
  viewing({ ...filters, clientId: byClient ? clientId : null });
const sorted = (keys: string[]) => [...keys].sort();

async function listAll(ofViewer: Viewing, order: Omit<PageQuery<PostSortColumn>, 'limit' | 'offset'>, limit: number) {
  const listed = [];
  for (let offset = 0; ; offset += limit) {
    const { rows: page } = await backend.store.posts.page(asker, ofViewer, { ...order, limit, offset });
    listed.push(...page);
    if (page.length < limit) return listed;
  }
}

test('the recent rows of clients belong to their phrases that are not deleted', async () => {
  const clients = await backend.store.clients.list(noon);
  const count = ({ from, to }: TimeWindow, words: readonly number[]) =>
    rows.filter((row) => row.postedAt >= from && row.postedAt < to && words.includes(row.wordId)).length;
  const otherWords = visibleWords.filter((id) => !ownWords.includes(id));
  await fc.assert(
    fc.asyncProperty(time, time, async (one, other) => {
      const window = { from: Math.min(one, other), to: Math.max(one, other) };
      const wordsOf = (id: string) => (id === clientId ? ownWords : otherWords);
      const expected = clients.map((client) => [client.clientId, count(window, wordsOf(client.clientId))]);
      const ids = clients.map((client) => client.clientId);
      expect(await backend.store.posts.countOfClients(asker, [...ids, 'client-9'], window)).toEqual(
        Object.fromEntries(expected),
      );
    }),
    { numRuns: 20 },
  );
});

test('any filters in any order find the same posts as a reference filter, without repeats across pages', async () => {
  await fc.assert(
    fc.asyncProperty(
      filtersArbitrary,
      orderArbitrary,
      fc.integer({ min: 7, max: 60 }),
      async (filters, order, limit) => {
        const expected = findRows(filters);
        const listed = await listAll(toViewing(filters), order, limit);
        expect(sorted(listed.map(keyOf))).toEqual(sorted(expected.map(keyOf)));
        const values = listed.map(columnOf[order.orderBy]);
        const sign = order.orderDirection === 'ASC' ? 1 : -1;
        expect(values).toEqual([...values].sort((a, b) => sign * (a - b)));
      },
    ),
    { numRuns: 200 },
  );
});

test('any filters return the same count and dates as a reference filter', async () => {
  await fc.assert(
    fc.asyncProperty(filtersArbitrary, async (filters) => {
      const times = findRows(filters).map((post) => post.postedAt);
      expect(await backend.store.posts.count(asker, toViewing(filters))).toBe(times.length);
      expect(await backend.store.posts.dates(asker, toViewing(filters), Date.now())).toEqual({
        min: times.length === 0 ? null : Math.min(...times),
        max: times.length === 0 ? null : Math.max(...times),
      });
    }),
    { numRuns: 300 },
  );
});

test('the live count of any text counts each visible post once, even under several phrases', async () => {
  await fc.assert(
    fc.asyncProperty(text, async (searched) => {
      const passes = createFilter({ ...noFilters, text: searched });
      const found =
        searched.trim() === '' ? [] : rows.filter((post) => visibleWords.includes(post.wordId) && passes(post));
      const posts = new Set(found.map(({ ownerId, postId }) => `${ownerId} ${postId}`));
      expect(await backend.store.posts.countMatching(asker, searched)).toBe(posts.size);
    }),
    { numRuns: 150 },
  );
});

test('a phrase counts its rows, also while it is deleted', async () => {
  for (const wordId of wordIds) {
    const word = await backend.store.words.get(wordId);
    expect(word?.totalPosts).toBe(rows.filter((post) => post.wordId === wordId).length);
  }
});

test('any typed text, even a hostile one, is searched without an error', async () => {
  const hostile = fc.oneof(
    fc.string({ unit: character }),
    fc
      .array(
        fc.constantFrom(
          '"',
          'NEAR(',
          'text:',
          '{terms}',
          '*',
          '^',
          ' OR ',
          ' NOT ',
          '(',
          ')',
          "'",
          ';--',
          'w1',
          '-',
          '+',
        ),
      )
      .map((parts) => parts.join('')),
  );
  await fc.assert(
    fc.asyncProperty(hostile, async (typed) => {
      expect(await backend.store.posts.count(asker, viewing({ text: typed }))).toBeGreaterThanOrEqual(0);
      expect(await backend.store.posts.countMatching(asker, typed)).toBeGreaterThanOrEqual(0);
    }),
    { numRuns: 500 },
  );
});

test('internal terms of the index cannot be searched', async () => {
  for (const term of ['all', 'w1', 'o1', 'c1', 'copy']) {
    expect(await backend.store.posts.count(asker, viewing({ text: term }))).toBe(0);
  }
});
