/** Loads live counts in one call if the backend supports it, otherwise with one call per phrase. */
import { loadWordPostCount, loadWordPostCounts } from '../../../shared/api/word-counts.ts';
import type { IslandContext } from '../../../shared/islands.ts';
import { wordCountsMax } from '../../../shared/rules/limits.ts';
import { callApi } from '../../lib/api.ts';
import type { CountLoader } from './live-counts.ts';

export function createCountLoader(context: IslandContext): CountLoader {
  const { type } = context.viewer.user;
  if (!context.capabilities.includes('counts')) {
    const loadOne = ({ id, text }: { id: number; text: string }) => callApi(loadWordPostCount(type, id, text), context);
    return { batchSize: 1, load: (words) => Promise.all(words.map(loadOne)) };
  }
  return {
    batchSize: wordCountsMax,
    async load(words) {
      const counts = await callApi(loadWordPostCounts(words.map(({ id }) => id)), context);
      return words.map(({ id }) => counts.get(id) ?? -1);
    },
  };
}
