import type { WallGetCommentsResponse } from '@vkontakte/api-schema-typescript';
import { getComments, type HeldComment } from './comments.ts';
import { createPostsWorld, wallPost } from './world.ts';

const now = Date.parse('2026-11-20T12:00:00Z');
const seconds = now / 1000;

const comment = (id: number, parentId: number | null = null, fields: Partial<HeldComment> = {}): HeldComment => ({
  ...{ id, parentId, from_id: 100 + id, date: seconds - 1000 + id, text: `Комментарий ${id}` },
  ...fields,
});

/** Post 1 has the top comments 2, 3 and 20, and the replies 4 … 15 to 3. */
function createWorld() {
  const world = createPostsWorld(() => now);
  world.addPosts([wallPost({ id: 1, date: seconds - 2000 })]);
  const replies = Array.from({ length: 12 }, (_, index) => comment(4 + index, 3));
  world.addComments(-1, 1, [
    comment(2),
    comment(3),
    ...replies,
    comment(20, null, { text: 'ж'.repeat(100), likes: 7 }),
  ]);
  return world;
}
let world: ReturnType<typeof createWorld>;
beforeEach(() => {
  world = createWorld();
});

const ask = (params: Record<string, string | number> = {}): WallGetCommentsResponse => {
  const all = { owner_id: -1, post_id: 1, preview_length: 0, count: 100, ...params };
  return getComments(world, new Map(Object.entries(all).map(([name, value]) => [name, String(value)])), now);
};
const idsOf = ({ items = [] }: { items?: { id?: number }[] }) => items.map(({ id }) => id);

test('a comment has the shape of VK’s schema, and its thread as many of the oldest replies as wanted', () => {
  const [, top] = ask({ thread_items_count: 10, need_likes: 1 }).items ?? [];
  expect(top).toMatchObject({
    ...{ id: 3, from_id: 103, post_id: 1, owner_id: -1, parents_stack: [], text: 'Комментарий 3' },
    ...{ date: seconds - 997, likes: { count: 0, user_likes: 0 } },
    thread: { count: 12 },
  });
  expect(idsOf(top?.thread ?? {})).toEqual([4, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
  expect(top?.thread?.items?.[0]).toMatchObject({ id: 4, parents_stack: [3] });
  expect(ask().items?.[1]).not.toHaveProperty('likes');
  expect(ask().items?.[1]?.thread).toMatchObject({ count: 12, items: [] });
  expect(() => ask({ thread_items_count: 11 })).toThrow('thread_items_count');
});

test('the offset runs over one level, in either order; the count is of all levels', () => {
  expect(ask()).toMatchObject({ count: 15, current_level_count: 3 });
  expect([idsOf(ask({ sort: 'asc' })), idsOf(ask({ sort: 'desc', offset: 1 }))]).toEqual([
    [2, 3, 20],
    [3, 2],
  ]);
  const thread = ask({ comment_id: 3, offset: 10 });
  expect([thread.count, thread.current_level_count, idsOf(thread)]).toEqual([15, 12, [14, 15]]);
  expect(ask({ count: '' }).items).toHaveLength(3);
  expect(() => ask({ count: 101 })).toThrow('count');
});

test('texts are cut at 90 characters unless that is switched off', () => {
  expect(ask({ preview_length: '', offset: 2 }).items?.[0]?.text).toBe(`${'ж'.repeat(90)}...`);
  expect(ask({ offset: 2 }).items?.[0]?.text).toHaveLength(100);
});

test('a deleted comment is shown without author and text while it has replies', () => {
  for (const id of [2, 3, 5]) world.changeComment(-1, 1, id, { deleted: true });
  expect(ask()).toMatchObject({ count: 12, current_level_count: 2 });
  const [deleted] = ask({ thread_items_count: 2 }).items ?? [];
  expect(deleted).toMatchObject({ id: 3, parents_stack: [], deleted: true, thread: { count: 11 } });
  expect([deleted, idsOf(deleted?.thread ?? {})]).toEqual([
    expect.not.objectContaining({ from_id: expect.anything(), text: expect.anything() }),
    [4, 6],
  ]);
});

test('the number of comments of a post follows what exists', () => {
  const count = () => world.post(-1, 1)?.comments?.count;
  expect(count()).toBe(15);
  world.addComments(-1, 1, [comment(21), comment(22, null, { date: seconds + 60 })]);
  world.changeComment(-1, 1, 2, { deleted: true });
  expect([count(), ask().count]).toEqual([15, 15]);
});

test('a missing post and closed comments are refused', () => {
  expect(() => ask({ post_id: 9 })).toThrow('Access denied: post was not found check post_id param');
  world.closeComments(-1, 1, 212);
  expect(() => ask()).toThrow('Access to post comments denied');
  world.closeComments(-1, 1, null);
  expect(ask().items).toHaveLength(3);
});
