/** Compares two texts of a post word by word. */
import { diffWords } from 'diff';
import type { ChangedPart } from '../../../shared/api/post-changes.ts';

/** Without it, the library takes each Cyrillic letter for a word. */
const intlSegmenter = new Intl.Segmenter('ru', { granularity: 'word' });

/**
 * Added and removed words up to which texts are compared: two texts of 100,000 characters then take 0.1 s at most. Texts that have
 * less in common are shown one after the other.
 */
const maxEditLength = 500;

export function compareTexts(before: string, after: string): ChangedPart[] {
  const found = diffWords(before, after, { intlSegmenter, maxEditLength });
  const parts: ChangedPart[] = found
    ? found.map(({ value, added, removed }) => ({ kind: added ? 'added' : removed ? 'removed' : 'same', text: value }))
    : [
        { kind: 'removed', text: before },
        { kind: 'added', text: after },
      ];
  return parts.filter(({ text }) => text !== '');
}
