/** Finds the copies of a post among the rows whose texts share bands with it. */
import { type FoldedText, foldPostText } from '../rules/stories/folded-text.ts';
import { isCopy } from '../rules/stories/is-copy.ts';

export type PostKey = { ownerId: number; postId: number };

/** They bound the work for texts of a template that many posts have. The newest rows come first. */
export const rowsPerBandMax = 12;
export const comparedMax = 8;
/** folded-text.ts states how many copies this misses. */
export const commonBandsMin = 2;

export type Candidate = PostKey & { storyId: number };

/** The stories of the candidates that are copies. One copy of a story is enough. */
export function storiesOfCopies<Row extends Candidate>(
  { ownerId, postId }: PostKey,
  folded: FoldedText,
  candidates: readonly Row[],
  textOf: (candidate: Row) => string | null,
): number[] {
  const found = new Set<number>();
  for (const candidate of candidates) {
    const isOwn = candidate.ownerId === ownerId && candidate.postId === postId;
    if (isOwn || found.has(candidate.storyId)) continue;
    const other = foldPostText(textOf(candidate));
    if (other !== null && isCopy(folded, other)) found.add(candidate.storyId);
  }
  return [...found];
}
