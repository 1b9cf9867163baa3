// Proves: export#rows-while-the-list-changes
/** Rows of posts by cursor: none is lost or duplicated while others arrive and are deleted. */

import { loadPostRows, type Post, postKey } from '../../shared/api/posts.ts';
import { hourMs } from '../../shared/durations.ts';
import { type PostSortColumn, postSortColumns } from '../../shared/fields/posts.ts';

import { newPost, noon } from '../support/seed-posts.ts';
import { startTwoClients, type TwoClients } from '../support/two-clients.ts';

type Direction = 'ASC' | 'DESC';

let stage: TwoClients;
let cookie: string;

beforeAll(async () => {
  stage = await startTwoClients();
  cookie = await stage.cookie('admin');
  await save(Array.from({ length: 60 }, (_, index) => index * 100));
});
afterAll(() => stage.close());

/** Numbers decide on all values, with ties. */
const postOf = (number: number) => ({
  wordId: number % 200 < 100 ? stage.metro.wordId : stage.vote.wordId,
  ownerId: -1 - (Math.floor(number / 100) % 4),
  postId: number + 1,
  userId: Math.floor(number / 100) % 6,
  postedAt: noon + Math.floor(number / 300) * 1000,
  updatedAt: noon + (Math.floor(number / 100) % 5) * 1000,
  text: `Пост ${number}`,
});
/** Some posts have no views. All were measured at the same age, so that their sources have a usual. */
const lifeOf = (number: number, { postedAt }: { postedAt: number }) => {
  const views = number % 500 === 0 ? null : Math.floor(number / 100) % 7;
  const measure = { at: postedAt + 2 * hourMs, views, likes: 1, reposts: null, comments: null };
  return { measures: [measure], changedAt: null, deletedAt: null };
};
const save = (numbers: readonly number[], isMeasured = true) =>
  stage.backend.store.posts.save(
    numbers.map((number) => ({
      ...newPost(postOf(number)),
      ...(isMeasured && { life: lifeOf(number, postOf(number)) }),
    })),
  );

async function call(method: 'GET' | 'POST', path: string, body?: unknown): Promise<unknown> {
  const reply = await stage.backend.call(method, path, { cookie, ...(body === undefined ? {} : { body }) });
  expect(reply.status).toBeLessThan(300);
  return reply.body;
}

async function readPage(orderBy: PostSortColumn, orderDirection: Direction, after: string | null, more: object = {}) {
  const page = loadPostRows({ limit: 9, after, orderBy, orderDirection, ...more });
  return page.read(await call('GET', page.path));
}

/** Calls `between` after each page. */
async function readAll(
  orderBy: PostSortColumn,
  orderDirection: Direction,
  { between, ...more }: { between?: (page: number) => Promise<unknown>; text?: string; unread?: 'true' } = {},
): Promise<Post[]> {
  const posts: Post[] = [];
  let after: string | null = null;
  for (let pages = 1; ; pages += 1) {
    const page = await readPage(orderBy, orderDirection, after, more);
    posts.push(...page.posts);
    after = page.next;
    await between?.(pages);
    if (after === null) return posts;
  }
}

const orders = postSortColumns.flatMap((column) => [[column, 'ASC'] as const, [column, 'DESC'] as const]);
const numbersOf = (posts: readonly Post[]) => posts.map(({ postId }) => postId - 1);
/** Numbers for new posts, from both ends of the others. */
let arrived = 0;

describe.each(orders)('by %s %s', (orderBy, direction) => {
  test('every row is read once and in order, while others arrive on both sides of the cursor', async () => {
    const before = numbersOf(await readAll(orderBy, direction));
    const posts = await readAll(orderBy, direction, {
      between(page) {
        arrived += 1;
        // A measure would change the ratios of the other rows of its source.
        return page > 5 ? Promise.resolve() : save([arrived, 5900 + arrived], orderBy !== 'ratio');
      },
    });
    expect(new Set(posts.map(postKey)).size).toBe(posts.length);
    expect(numbersOf(posts).filter((number) => before.includes(number))).toEqual(before);
  });

  test('the rows equal the feed, also for a search, and after a row that was deleted', async () => {
    const order = `orderBy=${orderBy}&orderDirection=${direction}`;
    const { posts } = (await call('GET', `/vknf/posts/details?limit=1000&${order}`)) as { posts: { PostID: number }[] };
    const all = posts.map(({ PostID }) => PostID - 1);
    expect(numbersOf(await readAll(orderBy, direction))).toEqual(all);
    expect(numbersOf(await readAll(orderBy, direction, { text: 'пост' }))).toEqual(all);

    const first = await readPage(orderBy, direction, null);
    const { ownerId } = postOf(all[8] ?? 0);
    const mute = (await call('POST', '/vknf/mutes/create', { Kind: 'owner', TargetID: ownerId })) as { MuteID: number };
    const next = await readPage(orderBy, direction, first.next);
    await call('POST', `/vknf/mutes/delete?id=${mute.MuteID}`, {});
    const remaining = all.slice(9).filter((number) => postOf(number).ownerId !== ownerId);
    expect(numbersOf(next.posts)).toEqual(remaining.slice(0, 9));
  });
});

test('read posts are omitted, even a whole page of them', async () => {
  const all = await readAll('post_dt', 'ASC');
  const read = all.slice(0, 12).flatMap(({ storyId }) => storyId ?? []);
  await call('POST', '/vknf/posts/marks', { StoryIDs: read, Read: true });
  expect(numbersOf(await readAll('post_dt', 'ASC', { unread: 'true' }))).toEqual(numbersOf(all.slice(12)));
});

test.each(['1', '_', 'a_1', '1_', '1_2_3', '1_-2', '1.5e_2'])('«%s» is not a cursor', async (after) => {
  expect((await stage.backend.call('GET', `/vknf/posts/rows?after=${after}`, { cookie })).status).toBe(400);
});
