/** The feed's sort, stored for the next visit. */
import type { PostSortColumn } from '../../../shared/api/posts.ts';
import { formatSort, type Sort } from '../../../shared/list-query.ts';
import { parsePostSort } from '../../../shared/posts-query.ts';
import { readPreference, savePreference } from '../../lib/preferences.ts';

export const storeSort = (sort: Sort<PostSortColumn>) => savePreference('postsSort', formatSort(sort));

/** The stored sort when the page was rendered with another, because the cookie was missing and the URL had none; else null. */
export function findMissedSort(rendered: Sort<PostSortColumn>): Sort<PostSortColumn> | null {
  const stored = readPreference('postsSort');
  if (stored === null || new URLSearchParams(location.search).has('sort')) return null;
  const sort = parsePostSort(stored, rendered);
  return formatSort(sort) === formatSort(rendered) ? null : sort;
}
