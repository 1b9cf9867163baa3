/** Decides what stands out in a period, against the same period of earlier weeks. */
import { medianOf, spikeLimit } from './alerts/conditions.ts';

/** Counts of the period, and of each earlier one. */
export type Series = { now: number; earlier: readonly number[] };

const riseOf = ({ now, earlier }: Series): number => now - medianOf(earlier);

/** An item that carries less of the rise is no cause of it. */
const shareMin = 0.2;

/** The least count that can be a spike. */
export const standoutMin = spikeLimit([0]).limit;

/**
 * The share of the total's rise that an item carries. Null when it does not stand out: when its own count is no spike, or
 * explains too little. An item with all rows of all periods says nothing.
 */
export function shareOfRise(item: Series, total: Series): number | null {
  const rise = riseOf(total);
  const hadRows = total.earlier.some((count) => count > 0);
  const isAll = item.now === total.now && item.earlier.every((count, week) => count === total.earlier[week]);
  if (rise <= 0 || (isAll && hadRows) || item.now < spikeLimit(item.earlier).limit) return null;
  const share = riseOf(item) / rise;
  return share >= shareMin ? share : null;
}

/** Texts with a word, and all texts. */
export type TextCounts = { having: number; all: number };

/** How many texts of earlier weeks the prior weighs as much as, and how many of them have a word that no text has. */
const [priorTexts, priorOfUnseen] = [10, 0.5];

/** From this score on a word stands out. */
export const scoreMin = 3;

/**
 * The z-score of a word: the difference of its log-odds in the period and in earlier weeks, in standard deviations, with a
 * Dirichlet prior from the earlier weeks (Monroe, Colaresi and Quinn, «Fightin’ Words», 2008).
 */
export function scoreOf(now: TextCounts, earlier: TextCounts): number {
  const prior = priorOfUnseen + (priorTexts * earlier.having) / Math.max(earlier.all, 1);
  const oddsOf = ({ having, all }: TextCounts) =>
    Math.log((having + prior) / (all + priorTexts + 2 * priorOfUnseen - having - prior));
  return (oddsOf(now) - oddsOf(earlier)) / Math.sqrt(1 / (now.having + prior) + 1 / (earlier.having + prior));
}
