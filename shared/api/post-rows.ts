/** The call for every row of posts by cursor. Requires the capability `cursors`. */

import type { PostSortColumn } from '../fields/posts.ts';
import * as messages from '../messages.ts';
import { type Call, get, withQuery } from './call.ts';
import { type Post, type PostFilters, readPost } from './posts.ts';
import { readList, readNullable, readObject } from './read.ts';

/** `next` is the `after` of the call for the following rows; null at the end. */
export type PostRows = { posts: Post[]; next: string | null };

/** Every row that matches, without highlights and totals. `after` is null for the first rows. */
export const loadPostRows = (
  query: Omit<PostFilters, 'copies'> & {
    limit: number;
    after: string | null;
    orderBy: PostSortColumn;
    orderDirection: 'ASC' | 'DESC';
  },
): Call<PostRows> =>
  get(
    withQuery('/vknf/posts/rows', query),
    (reply) => ({ posts: readList(reply, 'posts', readPost), next: readNullable(readObject(reply).Next) }),
    messages.loadPosts,
  );
