/** A call of our own backend: the thread of a comment. */
import * as messages from '../messages.ts';
import { readList } from '../read.ts';
import { type Call, get, withQuery } from './call.ts';
import { type Post, readPost } from './posts.ts';

/** Its post, if it is stored, and the stored comments of the thread, the oldest first. */
export const loadThread = ({ ownerId, postId }: Pick<Post, 'ownerId' | 'postId'>): Call<Post[]> =>
  get(
    withQuery('/vknf/posts/thread', { ownerId, postId }),
    (reply) => readList(reply, 'posts', readPost),
    messages.loadPosts,
  );
