/** The filters of the feed that analytics takes. */
import { dayOf, formatPostsQuery, noPostFilters, type PostsQuery } from '../../../shared/pages/posts-query.ts';
import { pathOf } from '../../../shared/routes.ts';

/** Times become their days. */
export function analyticsFilters({ word, words, owner, text, city, copies, sort, from, to }: PostsQuery): PostsQuery {
  return { ...noPostFilters, word, words, owner, text, city, copies, sort, from: dayOf(from), to: dayOf(to) };
}

/** The address of the analytics of a feed's posts. */
export const analyticsHref = (basePath: string, query: PostsQuery): string =>
  basePath + pathOf('analytics') + formatPostsQuery(analyticsFilters(query));
