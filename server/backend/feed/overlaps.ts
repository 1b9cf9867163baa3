/** Finds the phrases under which nearly all stories of a phrase are too. */
import { overlapPercent, overlapStories } from '../../../shared/rules/word-health.ts';
import type { Overlap } from '../store/word-health-store.ts';
import { listOf, type RowIndex } from './row-index.ts';

/**
 * The highest first. A phrase that lacks all of the first stories lacks too many, so later stories add no candidate.
 */
export function findOverlaps({ wordsOfStory, storiesOfWord }: RowIndex, wordId: number): Overlap[] {
  const stories = listOf(storiesOfWord, wordId);
  if (stories.length < overlapStories) return [];
  const least = Math.ceil((stories.length * overlapPercent) / 100);
  const lastFirst = stories.length - least;
  const common = new Map<number, number>();
  for (const [index, story] of stories.entries()) {
    for (const otherId of listOf(wordsOfStory, story)) {
      const known = common.get(otherId);
      if (known !== undefined || index <= lastFirst) common.set(otherId, (known ?? 0) + 1);
    }
  }
  common.delete(wordId);
  return [...common]
    .map(([otherId, count]) => ({ otherId, stories: count }))
    .filter((overlap) => overlap.stories >= least)
    .sort((a, b) => b.stories - a.stories || a.otherId - b.otherId);
}
