/**
 * How the comments of a post are read: when, and in which order its pages. The network returns one level or one thread at a
 * time, and one number for all levels. Times are milliseconds since 1970.
 */
import { dayMs, hourMs } from '../../../../shared/durations.ts';

/** A page of a level, the newest first; of a thread, the oldest first. */
export type PageCall = { threadId: number | null; offset: number };

/** A comment of the first level: how many replies it has, and how many of them the page shows. */
export type TopComment = { id: number; isDeleted: boolean; replies: number; shown: number };

/**
 * `size`: how many comments of its level the page has. `levelCount`: how many the level has, `count` all levels; null when
 * unknown. `tops`: those of the page; none of a thread.
 */
export type ReadPage = { size: number; levelCount: number | null; count: number | null; tops: readonly TopComment[] };

/** By ID of a top comment, how many of the comments that the network counts stand with it: itself and its replies. */
type Counts = Readonly<Record<string, number>>;

/**
 * Where a reading continues. `total`: the number of comments of the post when it began; null before. `known`: of the last complete
 * reading. `seen`: of this one. `threads`: to be read before the next page of the first level, which begins at `offset`. `isLast`:
 * that page is not needed.
 */
export type CommentProgress = {
  total: number | null;
  known: Counts;
  seen: Counts;
  threads: readonly { id: number; count: number; offset: number }[];
  offset: number;
  isLast: boolean;
};

export const unread: CommentProgress = { total: null, known: {}, seen: {}, threads: [], offset: 0, isLast: false };

/** The comments of a call, VK's maximum, and the replies that it shows of each. */
export const commentsPageSize = 100;
export const shownReplies = 10;

/** Pages overlap by this number of comments, because one that is deleted between two calls moves the others. */
const overlap = 5;

export function nextPage({ threads: [thread], offset }: CommentProgress): PageCall {
  return thread ? { threadId: thread.id, offset: thread.offset } : { threadId: null, offset };
}

/** A full page is followed by another, because the number of the level may leave some comments out, such as deleted ones. */
const isEndOf = ({ size, levelCount }: ReadPage, offset: number): boolean =>
  size === 0 || (size < commentsPageSize && (levelCount === null || offset + size >= levelCount));

const sum = (counts: Counts): number => Object.values(counts).reduce((total, count) => total + count, 0);

function afterThread(progress: CommentProgress, page: ReadPage): CommentProgress {
  const [thread, ...others] = progress.threads;
  if (!thread) return progress;
  if (isEndOf(page, thread.offset)) {
    return { ...progress, seen: { ...progress.seen, [thread.id]: thread.count }, threads: others };
  }
  return { ...progress, threads: [{ ...thread, offset: thread.offset + Math.max(1, page.size - overlap) }, ...others] };
}

/** `isFull`: the level is read to its end, even if what is known explains the network's number. */
function afterLevel(progress: CommentProgress, page: ReadPage, isFull: boolean): CommentProgress {
  const { total, known, offset } = progress;
  const counted = page.tops.map((top) => ({ ...top, count: (top.isDeleted ? 0 : 1) + top.replies }));
  const isThread = ({ id, count, replies, shown }: (typeof counted)[number]) => replies > shown && known[id] !== count;
  const threads = counted.filter(isThread).map(({ id, count }) => ({ id, count, offset: 0 }));
  const readNow = counted.filter((top) => !isThread(top)).map(({ id, count }) => [id, count]);
  const seen: Counts = { ...progress.seen, ...Object.fromEntries(readNow) };
  const inThreads = Object.fromEntries(threads.map(({ id, count }) => [id, count]));
  const isExplained = !isFull && page.count !== null && sum({ ...known, ...seen, ...inThreads }) === page.count;
  if (isExplained) return { ...progress, seen: { ...known, ...seen }, threads, isLast: true };
  const next = { offset: offset + Math.max(1, page.size - overlap), isLast: isEndOf(page, offset) };
  return { total, known, seen, threads, ...next };
}

export function afterPage(progress: CommentProgress, page: ReadPage, isFull: boolean): CommentProgress {
  return progress.threads.length > 0 ? afterThread(progress, page) : afterLevel(progress, page, isFull);
}

export const isComplete = ({ threads, isLast }: CommentProgress): boolean => isLast && threads.length === 0;

/** The next reading begins with what this one has seen. */
export const afterReading = ({ seen }: CommentProgress): CommentProgress => ({ ...unread, known: seen });

/** A post of a wall. `readTotal`: the number of comments for which they were read to the end, at `readAt`; null before. */
export type CommentedPost = { postedAt: number; total: number; readTotal: number | null; readAt: number | null };

/** Comments are also read at these times, because a number stays the same when one comment goes and another comes. */
const repeatsOf = (postedAt: number, daysBack: number): number[] => [postedAt + dayMs, postedAt + daysBack * dayMs];

/** When the comments are to be read; 0 for now, null for never while their number stays. */
export function commentsDueAt({ postedAt, total, readTotal, readAt }: CommentedPost, daysBack: number): number | null {
  if (total !== (readTotal ?? 0)) return 0;
  if (total === 0 || readAt === null) return null;
  return repeatsOf(postedAt, daysBack).find((at) => at > readAt) ?? null;
}

/** Whether a reading now is one of those at a fixed time. */
export const isRepeat = (
  { postedAt, readAt }: Omit<CommentedPost, 'total' | 'readTotal'>,
  daysBack: number,
  now: number,
) => readAt !== null && repeatsOf(postedAt, daysBack).some((at) => at > readAt && at <= now);

/** The number of comments of a post that no reading of its wall shows is asked for at this time; null when it is too old. */
export function nextCountAt(postedAt: number, daysBack: number, now: number): number | null {
  const age = now - postedAt;
  if (age >= daysBack * dayMs) return null;
  return now + (age < 3 * dayMs ? 6 : 24) * hourMs;
}
