/** Loads the figures of phrases: live counts, in one call if the backend supports it, and the posts of the last 30 days. */
import { loadWordDays } from '../../../shared/api/analytics.ts';
import { loadWordPostCount, loadWordPostCounts } from '../../../shared/api/word-counts.ts';
import type { IslandContext } from '../../../shared/islands.ts';
import { wordCountsMax } from '../../../shared/rules/limits.ts';
import { callApi } from '../../lib/api.ts';
import type { FigureLoader } from './row-figures.ts';
import { type Trend, trendOf } from './trend.ts';

/** A failed count is 0 (docs/product.md, section 8), an unknown one -1. */
export function createCountLoader(context: IslandContext): FigureLoader<number> {
  const { type } = context.viewer.user;
  if (!context.capabilities.includes('counts')) {
    const loadOne = ({ id, text }: { id: number; text: string }) => callApi(loadWordPostCount(type, id, text), context);
    return { batchSize: 1, load: (words) => Promise.all(words.map(loadOne)), failed: 0 };
  }
  return {
    batchSize: wordCountsMax,
    async load(words) {
      const counts = await callApi(loadWordPostCounts(words.map(({ id }) => id)), context);
      return words.map(({ id }) => counts.get(id) ?? -1);
    },
    failed: 0,
  };
}

/** Requires the capability `analytics`. Null means unknown. */
export const createTrendLoader = (context: IslandContext): FigureLoader<Trend | null> => ({
  batchSize: wordCountsMax,
  async load(words) {
    const { from, words: days } = await callApi(loadWordDays(words.map(({ id }) => id)), context);
    return words.map(({ id }) => trendOf(from, days.get(id)));
  },
  failed: null,
});
