/** A call of our own backend: how the text of a post has changed. */
import { pageReader, type ReplyTable, type RowOf } from '../fields/field.ts';
import * as messages from '../messages.ts';
import type { Page } from '../read.ts';
import { type Call, get, withQuery } from './call.ts';
import type { Post } from './posts.ts';

/** What happened to the words of a part. */
const partKinds = { same: '', removed: '', added: '' } as const;

/** `at`: when the post got the newer text. `parts`: the words of both texts in their order, with the labels of reposts and the like. */
export const textChangeFields = {
  at: { api: 'At', type: 'moment' },
  parts: {
    api: 'Parts',
    type: {
      rows: {
        kind: { api: 'Kind', type: { labels: partKinds, strict: true } },
        text: { api: 'Text', type: 'text' },
      },
    },
  },
} as const satisfies ReplyTable;

export type TextChange = RowOf<typeof textChangeFields>;
export type ChangedPart = TextChange['parts'][number];

/** A reply has the newest changes, at most this many. */
export const textChangesMax = 10;

/** The newest changes come first. `total`: of the post. */
export const loadPostChanges = ({ ownerId, postId }: Pick<Post, 'ownerId' | 'postId'>): Call<Page<TextChange>> =>
  get(
    withQuery('/vknf/posts/changes', { ownerId, postId }),
    pageReader('changes', textChangeFields),
    messages.loadPosts,
  );
