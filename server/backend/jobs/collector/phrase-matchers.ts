/** Prepared phrases of walls: thousands of them take half a second to prepare. */
import { keepResults } from '../../../platform/keep-results.ts';
import { createPhraseMatcher } from '../../rules/search/match-phrases.ts';
import type { WallPhrase } from '../../store/wall-writer.ts';

/** Walls of the same clients have the same phrases. */
const matchersMax = 20;

export function createMatchers() {
  const keep = keepResults<ReturnType<typeof createPhraseMatcher>>(matchersMax);
  return (phrases: readonly WallPhrase[]) => keep(JSON.stringify(phrases), () => createPhraseMatcher(phrases));
}
