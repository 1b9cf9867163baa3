/** API calls of the feed (docs/product.md, section 7) and the readers of their replies. */
import { readRow } from '../fields/field.ts';
import { type PostRow, type PostSortColumn, postFields } from '../fields/posts.ts';
import { findMatches, type Match } from '../highlight.ts';
import type { Sort } from '../list-query.ts';
import * as messages from '../messages.ts';
import { postsPageSize } from '../rules/limits.ts';
import { type Call, get, withQuery } from './call.ts';
import { readList, readNullable, readObject, readTotal } from './read.ts';

/** A row of the feed. `matches` are the parts of the text that the search engine marked (shared/highlight.ts). */
export type Post = PostRow & { matches: readonly Match[] };

export type PostsPage = { posts: Post[]; total: number };

export const defaultPostSort: Sort<PostSortColumn> = { column: 'post_dt', descending: true };

/** Filters of the feed, combined with «and». Days are `YYYY-MM-DD`; both are included. */
export type PostFilters = {
  wordId?: number | null;
  /** Posts of any of these phrases: IDs joined by commas. Requires `analytics`. */
  wordIds?: string | null;
  ownerId?: number | null;
  text?: string | null;
  postDtFrom?: string | null;
  postDtTo?: string | null;
  /** 0 means posts without a city, which requires `analytics`. */
  cityId?: number | null;
  /** The local weekday of posting in the console's time zone, from 1 (Monday) to 7. Requires `analytics`. */
  weekday?: number | null;
  /** The local hour of posting, from 0 to 23. Requires `analytics`. */
  hour?: number | null;
  /** `hide`: one row per story. Requires `copies`. */
  copies?: 'hide' | null;
  /** Rows of one story only. Requires `copies`. */
  storyId?: number | null;
  /** `true`: only stories that the viewer has not marked as read. Requires `marks`. */
  unread?: 'true' | null;
  /** Only stories that are new since this arrival. Requires `marks`. */
  since?: number | null;
  /** Only rows that arrived up to this arrival, which is included. Requires `alerts`. */
  until?: number | null;
  /** `true`: only stories whose first row among the other filters but days was posted in these. Requires `alerts`. */
  first?: 'true' | null;
};

/** Identifies a row. A post that several phrases found has a row for each of them. */
export const postKey = (post: Pick<Post, 'ownerId' | 'postId' | 'wordId'>): string =>
  `${post.ownerId}_${post.postId}_${post.wordId}`;

export function readPost(raw: unknown): Post {
  const post = readRow(postFields, raw);
  const highlighted = readNullable(readObject(raw).TextHighlighted) ?? '';
  return { ...post, matches: findMatches(post.text ?? '', highlighted) };
}

function readPostsPage(reply: unknown): PostsPage {
  const posts = readList(reply, 'posts', readPost);
  return { posts, total: readTotal(reply, posts.length) };
}

export const loadPostsPage = (
  query: PostFilters & { limit?: number; offset: number; orderBy: PostSortColumn; orderDirection: 'ASC' | 'DESC' },
): Call<PostsPage> =>
  get(withQuery('/vknf/posts/details', { limit: postsPageSize, ...query }), readPostsPage, messages.loadPosts);
