import { dayMs, hourMs } from '../../../../shared/durations.ts';
import {
  afterPage,
  afterReading,
  type CommentProgress,
  commentsDueAt,
  isComplete,
  isRepeat,
  nextCountAt,
  nextPage,
  type PageCall,
  shownReplies,
  unread,
} from './comment-reading.ts';

/** Replies of each top comment, the newest first. */
type Post = { id: number; replies: number; isDeleted?: boolean }[];

const countOf = (post: Post): number =>
  post.reduce((sum, { replies, isDeleted }) => sum + replies + (isDeleted ? 0 : 1), 0);

/** Reads like the network returns it; `pageSize` is small, so that posts may be. */
function answer(post: Post, { threadId, offset }: PageCall, pageSize = 100) {
  const count = countOf(post);
  if (threadId !== null) {
    const levelCount = post.find(({ id }) => id === threadId)?.replies ?? 0;
    return { count, levelCount, size: Math.min(pageSize, Math.max(0, levelCount - offset)), tops: [] };
  }
  const tops = post.slice(offset, offset + pageSize).map(({ id, replies, isDeleted = false }) => ({
    ...{ id, replies, isDeleted },
    shown: Math.min(replies, shownReplies),
  }));
  return { count, levelCount: post.length, size: tops.length, tops };
}

function read(post: Post, from: CommentProgress, isFull = false) {
  const calls: string[] = [];
  let progress = from;
  do {
    const call = nextPage(progress);
    calls.push(`${call.threadId ?? 'level'} ${call.offset}`);
    progress = afterPage(progress, answer(post, call), isFull);
  } while (!isComplete(progress));
  return { calls, next: afterReading(progress) };
}

const plain = (count: number): Post => Array.from({ length: count }, (_, index) => ({ id: count - index, replies: 0 }));

test('the first reading takes every page of the level, and each thread that a page does not show whole', () => {
  const post = [{ id: 900, replies: 10 }, { id: 800, replies: 40 }, { id: 700, replies: 250 }, ...plain(120)];
  const { calls, next } = read(post, unread);
  expect(calls).toEqual(['level 0', '800 0', '700 0', '700 95', '700 190', 'level 95']);
  expect(next).toEqual({
    ...unread,
    known: Object.fromEntries(post.map(({ id, replies }) => [id, replies + 1])),
  });
});

test('later only what explains the number is read: new comments, and threads with another number of replies', () => {
  const post = [{ id: 700, replies: 40 }, ...plain(250)];
  const { next } = read(post, unread);
  expect(read([{ id: 900, replies: 0 }, ...post], next).calls).toEqual(['level 0']);
  expect(read([{ id: 700, replies: 41 }, ...plain(250)], next).calls).toEqual(['level 0', '700 0']);
  const old = [...post.slice(0, -1), { id: 1, replies: 3 }];
  expect(read(old, next).calls).toEqual(['level 0', 'level 95', 'level 190']);
  expect(read(post, next, true).calls).toEqual(['level 0', 'level 95', 'level 190']);
});

test('a deleted comment is found at the end of the level, and is not looked for again', () => {
  const post = plain(250);
  const { next } = read(post, unread);
  const left = post.filter(({ id }) => id !== 240);
  const after = read(left, next);
  expect([after.calls.length, Object.keys(after.next.known).length]).toEqual([3, 249]);
  expect(read([{ id: 900, replies: 0 }, ...left], after.next).calls).toEqual(['level 0']);
  const hidden = post.map((top) => (top.id === 240 ? { ...top, replies: 12, isDeleted: true } : top));
  expect(read(hidden, unread).calls).toEqual(['level 0', '240 0', 'level 95', 'level 190']);
});

test('a number that the network does not explain, and one that is missing, end at the end of the level', () => {
  const page = (progress: CommentProgress, count: number | null) =>
    afterPage(progress, { ...answer(plain(30), nextPage(progress)), count }, false);
  expect(isComplete(page(unread, 40))).toBe(true);
  expect(isComplete(page(unread, null))).toBe(true);
  expect(isComplete(afterPage(unread, { size: 0, levelCount: 7, count: 7, tops: [] }, false))).toBe(true);
});

test('a number of a level that leaves comments out does not end it before a page that is not full', () => {
  const post = plain(205);
  const calls: number[] = [];
  let progress = unread;
  do {
    const { offset } = nextPage(progress);
    calls.push(offset);
    progress = afterPage(
      progress,
      { ...answer(post, { threadId: null, offset }), levelCount: 195, count: null },
      false,
    );
  } while (!isComplete(progress));
  expect([calls, Object.keys(progress.seen).length]).toEqual([[0, 95, 190], 205]);
});

const posted = Date.parse('2026-11-01T00:00:00Z');
const state = { postedAt: posted, total: 5, readTotal: 5, readAt: posted + hourMs };

test('comments are due when their number differs, a day after the post, and when it is too old for more', () => {
  const dueAt = (fields: object) => commentsDueAt({ ...state, ...fields }, 14);
  expect([dueAt({ total: 6 }), dueAt({ total: 4 }), dueAt({ total: 0 })]).toEqual([0, 0, 0]);
  expect(dueAt({ readTotal: null, readAt: null })).toBe(0);
  expect(dueAt({ total: 0, readTotal: null, readAt: null })).toBeNull();
  expect(dueAt({ total: 0, readTotal: 0 })).toBeNull();
  expect(dueAt({})).toBe(posted + dayMs);
  expect(dueAt({ readAt: posted + 2 * dayMs })).toBe(posted + 14 * dayMs);
  expect(dueAt({ readAt: posted + 15 * dayMs })).toBeNull();
  expect([isRepeat(state, 14, posted + dayMs - 1), isRepeat(state, 14, posted + dayMs)]).toEqual([false, true]);
  expect(isRepeat({ ...state, readAt: null }, 14, posted + dayMs)).toBe(false);
});

test('the number of comments is asked for every six hours, after three days daily, and not of older posts', () => {
  const next = (ageMs: number) => nextCountAt(posted, 14, posted + ageMs);
  expect([next(0), next(3 * dayMs), next(14 * dayMs)]).toEqual([posted + 6 * hourMs, posted + 4 * dayMs, null]);
});
