/** The part of the feed's page that shows how the text of a post has changed, without JavaScript. */
import type { Post } from '../api/posts.ts';

export const showChanges = 'Показать изменения';
export const changesTitle = 'Изменения текста';
export const changesId = 'changes';

type PostKey = Pick<Post, 'ownerId' | 'postId'>;

/** The address `href` with the changes of the post. */
export const changesHref = (href: string, { ownerId, postId }: PostKey): string =>
  `${href}${href.includes('?') ? '&' : '?'}changes=${ownerId}_${postId}#${changesId}`;

/** Null unless the parameter names a post. */
export function parseChanges(value: unknown): PostKey | null {
  const [, ownerId, postId] = /^(-?\d{1,15})_(\d{1,15})$/.exec(String(value)) ?? [];
  return ownerId === undefined ? null : { ownerId: Number(ownerId), postId: Number(postId) };
}
