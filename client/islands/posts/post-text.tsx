/** A post's text with its matches marked. Whatever a backend sends becomes text and `<mark>`, nothing else. */
import type { Post } from '../../../shared/api/posts.ts';
import { type HighlightedPart, markMatches } from '../../../shared/highlight.ts';

/** Empty when the post has no text. */
export function postParts({ highlighted, text }: Post): HighlightedPart[] {
  return text?.trim() ? markMatches(text, highlighted) : [];
}

export function PostText({ parts }: { parts: readonly HighlightedPart[] }) {
  return parts.map(({ text, marked }, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other key
    return marked ? <mark key={index}>{text}</mark> : text;
  });
}
