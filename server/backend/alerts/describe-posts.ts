/** Texts about posts in e-mails, webhooks, chats and Atom entries. */
import * as messages from '../../../shared/messages.ts';
import { formatCounted } from '../../../shared/plural.ts';
import { beginningOf } from '../rules/alerts/message-line.ts';
import type { DeliveryKind } from '../store/alerts-store.ts';
import type { PostRow } from '../store/posts-store.ts';

const newPosts = ['новый пост', 'новых поста', 'новых постов'] as const;
const posts = ['пост', 'поста', 'постов'] as const;

/** «14 постов». */
export const countPosts = (count: number): string => formatCounted(count, posts);

/** «14 новых постов». */
export const headlineOf = (kind: DeliveryKind, count: number): string =>
  kind === 'trial' ? 'пробное сообщение' : formatCounted(count, newPosts);

/** The first `max` characters. */
export const sourceOf = ({ ownerName }: PostRow, max: number): string =>
  beginningOf(ownerName ?? '', max) || 'Без названия';

/** The first `max` characters. */
export const textOf = ({ text }: PostRow, max: number): string => beginningOf(text ?? '', max) || messages.noText;
