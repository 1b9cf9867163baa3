/** API calls of the feed (docs/product.md, section 7) and the readers of their replies. */
import { readRow } from '../fields/field.ts';
import { type PostRow, type PostSortColumn, postFields } from '../fields/posts.ts';
import { findMatches, type Match } from '../highlight.ts';
import type { Query, Sort } from '../list-query.ts';
import * as messages from '../messages.ts';
import { postsPageSize } from '../rules/limits.ts';
import { type Call, get, withQuery } from './call.ts';
import { readList, readNullable, readObject, readTotal } from './read.ts';

/** A row of the feed. `matches` are the parts of the text that the search engine marked (shared/highlight.ts). */
export type Post = PostRow & { matches: readonly Match[] };

export type PostsPage = { posts: Post[]; total: number };

export const defaultPostSort: Sort<PostSortColumn> = { column: 'post_dt', descending: true };

/** Parameters of the filters of the feed (shared/posts-query.ts), combined with «and». Days are `YYYY-MM-DD`; both are included. */
export type PostFilters = Query;

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
