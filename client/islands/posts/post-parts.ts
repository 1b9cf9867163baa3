/** The text of a post with its matches. */
import type { Post } from '../../../shared/api/posts.ts';
import { type HighlightedPart, markMatches } from '../../../shared/highlight.ts';

/** Returns an empty list when the post has no text. */
export function postParts({ text, matches }: Post): HighlightedPart[] {
  return text?.trim() ? markMatches(text, matches) : [];
}
