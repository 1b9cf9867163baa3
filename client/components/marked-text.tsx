/** Renders texts of posts with marked matches. */
import type { Post } from '../../shared/api/posts.ts';
import { labelParts } from '../../shared/fields/text-parts.ts';
import { isInvisible } from '../../shared/format.ts';
import { type HighlightedPart, markMatches } from '../../shared/highlight.ts';

/** With labels. Returns an empty list if the post has no visible text. */
export const postParts = ({ text, textParts, matches }: Post): HighlightedPart[] =>
  isInvisible(text) ? [] : labelParts(markMatches(text ?? '', matches), textParts);

/** Renders a text with marked matches. Markup from the backend is never inserted as HTML. */
export function MarkedText({ parts }: { parts: readonly HighlightedPart[] }) {
  return parts.map(({ text, marked }, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other key
    return marked ? <mark key={index}>{text}</mark> : text;
  });
}
