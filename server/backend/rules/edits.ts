/** Which changes of a post's text are edits by its author. */
import type { TextPart } from '../../../shared/fields/text-parts.ts';

export type PostText = { text: string | null; textParts: readonly TextPart[] };

/** The words of the post and of the posts that it reposts. Titles of attachments, which the network may change, are none. */
function wordsOf({ text, textParts }: PostText): string {
  const titles = textParts.find(({ kind }) => kind !== 'repost');
  return (text ?? '').slice(0, titles?.at).replaceAll(/\s+/g, ' ').trim();
}

/**
 * A change of spaces is no edit. Neither is the rest of a text of which only the beginning was stored: before 1.1.0, posts were
 * stored without the words of the posts that they repost.
 */
export function isEdit(before: PostText, after: PostText): boolean {
  const [old, now] = [wordsOf(before), wordsOf(after)];
  const isCompleted = before.textParts.length === 0 && after.textParts.length > 0 && now.startsWith(old);
  return old !== now && !isCompleted;
}
