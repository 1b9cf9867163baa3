/** The query string of a saved view: the feed's filters and sort, without what belongs to one visit. */
import { defaultPostSort } from '../../../shared/api/posts.ts';
import { formatPostsQuery, type PostsQuery, parsePostsQuery } from '../../../shared/posts-query.ts';

export const parseViewQuery = (query: string): PostsQuery =>
  parsePostsQuery(Object.fromEntries(new URLSearchParams(query)), defaultPostSort);

/** Ignores invalid and unknown values. Equal filters have equal queries. */
export const canonicalQuery = (query: string): string =>
  formatPostsQuery({ ...parseViewQuery(query), page: 1, since: null, until: null, first: false, view: null });
