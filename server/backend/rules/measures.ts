/** The ages at which posts are measured, and how the views of a post compare with those of other posts of its source. */
import { hourMs } from '../../../shared/durations.ts';
import { type MeasureAge, measureAges } from '../../../shared/rules/measures.ts';

export const figureNames = ['views', 'likes', 'reposts', 'comments'] as const;
/** Null: the network did not return the figure. */
export type Figures = Record<(typeof figureNames)[number], number | null>;

/** The greatest age that the post had reached; 0 before the first. Times are milliseconds. */
export const ageAt = (postedAt: number, at: number): MeasureAge | 0 =>
  measureAges.findLast((age) => at - postedAt >= age * hourMs) ?? 0;

/** When the post reaches its next age after `lookedAt`; null after the last. One look serves all ages that were missed. */
export function nextCheckAt(postedAt: number, lookedAt: number): number | null {
  const next = measureAges.find((age) => postedAt + age * hourMs > lookedAt);
  return next === undefined ? null : postedAt + next * hourMs;
}

/** A post with its views at one age. `at`: the second of posting. */
export type Viewed = { at: number; views: number };

/** The usual of a source at one age is the median of this many posts, the newest ones, without the post itself. */
export const comparedMax = 100;
const comparedMin = 10;
/** So that this many are left without any of them. */
export const newestMax = comparedMax + 1;

/**
 * Which median a post of the source has. `edgeAt`, `edgeViews`: the last of the newest posts; a post before it is compared with
 * `outside`. Without one of the newest, the median depends on whether that has fewer views than `pivot`, as many or more. Medians
 * are stored twice as large, as whole numbers.
 */
export type Usual = {
  edgeAt: number;
  edgeViews: number;
  pivot: number;
  below: number;
  equal: number;
  above: number;
  outside: number | null;
};

const twiceMedian = (sorted: readonly number[]): number =>
  (sorted[Math.ceil(sorted.length / 2) - 1] ?? 0) + (sorted[Math.floor(sorted.length / 2)] ?? 0);

const sortedViews = (posts: readonly Viewed[]): number[] => posts.map(({ views }) => views).toSorted((a, b) => a - b);

/** The usual views of a source at one age, without a post to compare. `newest`: of up to `comparedMax` posts. */
export const medianViews = (newest: readonly number[]): number | null =>
  newest.length < comparedMin ? null : twiceMedian(newest.toSorted((a, b) => a - b)) / 2;

/** `newest`: up to `newestMax` posts, newest first; of the same second, those with more views first. */
export function usualOf(newest: readonly Viewed[]): Usual | null {
  const edge = newest.at(-1);
  if (!edge || newest.length <= comparedMin) return null;
  const sorted = sortedViews(newest);
  const middle = Math.ceil(sorted.length / 2) - 1;
  return {
    edgeAt: edge.at,
    edgeViews: edge.views,
    pivot: sorted[middle] ?? 0,
    below: twiceMedian(sorted.slice(1)),
    equal: twiceMedian(sorted.toSpliced(middle, 1)),
    above: twiceMedian(sorted.slice(0, -1)),
    outside: newest.length < newestMax ? null : twiceMedian(sortedViews(newest.slice(0, comparedMax))),
  };
}

/** The usual views of other posts of the source; null without enough of them. */
export function usualViews({ at, views }: Viewed, usual: Usual | null): number | null {
  if (usual === null) return null;
  const { edgeAt, edgeViews, pivot, below, equal, above, outside } = usual;
  const isNewest = at > edgeAt || (at === edgeAt && views >= edgeViews);
  if (!isNewest) return outside === null ? null : outside / 2;
  return (views < pivot ? below : views === pivot ? equal : above) / 2;
}

/** Views as a multiple of the usual. */
export function ratioOf(post: Viewed, usual: Usual | null): number | null {
  const median = usualViews(post, usual);
  return median === null || median === 0 ? null : post.views / median;
}
