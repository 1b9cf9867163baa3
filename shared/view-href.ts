/** The address of a saved view of the feed. */

import type { SavedView } from './api/views.ts';
import type { PostSortColumn } from './fields/posts.ts';
import type { Sort } from './list-query.ts';
import { formatPostsQuery, parsePostsQuery } from './posts-query.ts';

/** The saved query is read like an address, so its link is one of the feed's. `sort` is that of a query without one. */
export function viewHref({ id, query }: Pick<SavedView, 'id' | 'query'>, sort: Sort<PostSortColumn>): string {
  const saved = parsePostsQuery(Object.fromEntries(new URLSearchParams(query)), sort);
  return formatPostsQuery({ ...saved, view: id, page: 1 });
}
