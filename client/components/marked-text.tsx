/** Renders a text with marked matches. Markup from the backend is never inserted as HTML. */
import type { HighlightedPart } from '../../shared/highlight.ts';

export function MarkedText({ parts }: { parts: readonly HighlightedPart[] }) {
  return parts.map(({ text, marked }, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other key
    return marked ? <mark key={index}>{text}</mark> : text;
  });
}
