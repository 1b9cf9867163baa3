// Proves: collection#figures-of-posts
/** Figures of the feed against plain loops over the exported rows: views, the usual of each source, and the ratio to it. */
import type { ImportedPost } from '../../server/backend/store/posts.ts';
import type { PostRow, PostRowsQuery } from '../../server/backend/store/posts-store.ts';
import { dayMs, hourMs, minuteMs } from '../../shared/durations.ts';
import { measureAges } from '../../shared/rules/measures.ts';
import { exportRows } from '../support/export-rows.ts';
import { reachPlainly } from '../support/plain-reach.ts';
import { Random } from '../support/random.ts';
import { newPost, noon } from '../support/seed-posts.ts';
import { openTestStore, type TestStore } from '../support/test-store.ts';
import { viewing } from '../support/viewing.ts';

const now = noon + 20 * dayMs;
const admin = { type: 'admin', adminId: 1, username: 'admin' } as const;
const draw = new Random(11);

let fixture: TestStore;
let wordIds: number[];
beforeAll(async () => {
  fixture = await openTestStore(() => now);
  const clientId = await fixture.createClient();
  wordIds = [await fixture.createWord(clientId), await fixture.createWord(clientId)];
  await fixture.store.posts.save(sources.flatMap((posts, index) => createPosts(-1 - index, posts)));
});
afterAll(() => fixture.close());

/** How many posts each source has: below and above the limits of the median. */
const sources = [5, 11, 12, 40, 101, 102, 160];

/** Half of the looks see no views, some were before the first age. */
function createMeasures(postedAt: number) {
  const none = { likes: null, reposts: null, comments: null };
  return [0.2, ...measureAges]
    .filter(() => draw.chance(0.5))
    .map((age) => ({
      at: postedAt + age * hourMs + draw.below(30) * minuteMs,
      views: draw.chance(0.9) ? draw.below(60) * (draw.chance(0.1) ? 9 : 1) : null,
      ...none,
    }));
}

/** Several posts of a second, some of them for both phrases, some of them copies. */
const createPosts = (ownerId: number, count: number): ImportedPost[] =>
  Array.from({ length: count }, (_, index) => {
    const postedAt = noon + Math.floor(index / 3) * hourMs;
    const text = draw.chance(0.3) ? `Новость ${draw.below(5)} о ремонте` : `Запись ${ownerId} ${index} без повтора`;
    const life = { measures: createMeasures(postedAt), changedAt: null, deletedAt: null };
    const post = { ...newPost({ wordId: 0, ownerId, postId: index + 1, postedAt, text }), life };
    return wordIds.slice(0, draw.chance(0.2) ? 2 : 1).map((wordId) => ({ ...post, wordId }));
  }).flat();

const keyOf = ({ ownerId, postId }: Pick<PostRow, 'ownerId' | 'postId'>) => `${ownerId} ${postId}`;
const page = { limit: 1000, offset: 0, orderBy: 'post_dt', orderDirection: 'DESC' } as const;

test('views, usuals and ratios of all rows are those of the exported rows', async () => {
  const exported = await exportRows(fixture.store, admin);
  const plain = reachPlainly(exported);
  const { rows } = await fixture.store.posts.page(admin, viewing(), page);
  expect(rows).toHaveLength(exported.length);
  const shown = rows.map(({ views, usual, ratio }) => ({ views, usual, ratio }));
  expect(shown).toEqual(rows.map((row) => plain.get(keyOf(row))));
  const figures = shown.flatMap((row) => Object.values(row));
  expect(figures.length).toBeGreaterThan(1000);
  expect(figures.filter((figure) => figure !== null).length).toBeGreaterThan(600);
});

test('a story has the figures of its most viewed row, of several the newest', async () => {
  const exported = await exportRows(fixture.store, admin);
  const plain = reachPlainly(exported);
  const { rows } = await fixture.store.posts.page(admin, viewing({ copies: false }), page);
  const mostViewed = (storyId: number) =>
    exported
      .filter((row) => row.storyId === storyId)
      .toReversed()
      .reduce((best, row) => ((row.views ?? -1) > (best.views ?? -1) ? row : best));
  expect(rows.length).toBeGreaterThan(100);
  expect(rows.map(({ views, usual, ratio }) => ({ views, usual, ratio }))).toEqual(
    rows.map(({ storyId }) => plain.get(keyOf(mostViewed(storyId)))),
  );
});

test.each([0.5, 1, 2.5])('the filter by the ratio from %d on selects exactly these rows', async (ratio) => {
  const plain = reachPlainly(await exportRows(fixture.store, admin));
  const wanted = (await exportRows(fixture.store, admin)).filter((row) => (plain.get(keyOf(row))?.ratio ?? 0) >= ratio);
  expect(wanted.length).toBeGreaterThan(0);
  const { total } = await fixture.store.posts.page(admin, viewing({ ratio }), page);
  expect(total).toBe(wanted.length);
});

/** The row IDs of an export in the order, `limit` at a time. `between` runs after the first reply. */
async function listRows(orderBy: 'views' | 'ratio', between: () => Promise<unknown>): Promise<string[]> {
  const keys: string[] = [];
  let after: PostRowsQuery['after'] = null;
  do {
    const query: PostRowsQuery = { limit: 60, orderBy, orderDirection: 'DESC', after };
    const { json, next } = await fixture.store.posts.rows(admin, viewing(), query);
    const rows: { OwnerID: number; PostID: number; WordID: number }[] = JSON.parse(
      `[${new TextDecoder().decode(json)}]`,
    );
    if (keys.length === 0) await between();
    keys.push(...rows.map(({ OwnerID, PostID, WordID }) => [OwnerID, PostID, WordID].join(' ')));
    after = next;
  } while (after !== null);
  return keys;
}

test.each(['views', 'ratio'] as const)(
  'rows by %s are those of the page, also when posts change between',
  async (orderBy) => {
    const { posts } = fixture.store;
    const { rows } = await posts.page(admin, viewing(), { ...page, orderBy });
    const sorted = rows.map(({ ownerId, postId, wordId }) => [ownerId, postId, wordId].join(' '));
    const last = rows.at(-1);
    // Older than the one that the test before adds.
    const added = { ownerId: -99, postId: rows.length, wordId: wordIds[0] ?? 0, postedAt: noon - rows.length * hourMs };
    const found = await listRows(orderBy, () => posts.save([newPost(added)]));
    expect(last?.[orderBy]).toBeNull();
    expect(found).toEqual([...sorted, [added.ownerId, added.postId, added.wordId].join(' ')]);
  },
);
