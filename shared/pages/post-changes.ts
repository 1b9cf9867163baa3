/**
 * What the feed shows of one post: its story, and without JavaScript, as parts of the page, how its text has changed and the thread
 * of a comment.
 */
import type { Post } from '../api/posts.ts';

export const showChanges = 'Показать изменения';
export const changesTitle = 'Изменения текста';
export const changesId = 'changes';
export const threadTitle = 'Ветка';

type PostKey = Pick<Post, 'ownerId' | 'postId'>;

/** The address of all posts of a story. */
export const storyHref = (basePath: string, storyId: number | null): string =>
  `${basePath}/ldvknf/posts?story=${storyId}&copies=show`;

/** The address `href` with the part of the post. */
export const partHref = (href: string, part: 'changes' | 'thread', { ownerId, postId }: PostKey): string =>
  `${href}${href.includes('?') ? '&' : '?'}${part}=${ownerId}_${postId}#${part}`;

/** Null unless the parameter names a post. */
export function parsePart(value: unknown): PostKey | null {
  const [, ownerId, postId] = /^(-?\d{1,15})_(\d{1,15})$/.exec(String(value)) ?? [];
  return ownerId === undefined ? null : { ownerId: Number(ownerId), postId: Number(postId) };
}
