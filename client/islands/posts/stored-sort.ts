/** Stores the sort of the feed for the next visit. */
import type { PostSortColumn } from '../../../shared/fields/posts.ts';
import { formatSort, type Sort } from '../../../shared/list-query.ts';
import { parsePostSort } from '../../../shared/pages/posts-query.ts';
import { readPreference, savePreference } from '../../lib/preferences.ts';

export const storeSort = (sort: Sort<PostSortColumn>) => savePreference('postsSort', formatSort(sort));

/** Returns the stored sort if the server rendered another one because the cookie was missing; otherwise null. */
export function findUnusedSort(rendered: Sort<PostSortColumn>): Sort<PostSortColumn> | null {
  const stored = readPreference('postsSort');
  if (stored === null || new URLSearchParams(location.search).has('sort')) return null;
  const sort = parsePostSort(stored, rendered);
  return formatSort(sort) === formatSort(rendered) ? null : sort;
}
