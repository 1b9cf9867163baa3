/** The sort that the feed keeps for the next visit: local storage, and its mirror in the cookie that the server reads. */
import type { PostSortColumn } from '../../../shared/api/posts.ts';
import { formatSort, type Sort } from '../../../shared/list-query.ts';
import { parsePostSort } from '../../../shared/posts-query.ts';
import { readLocal, writeLocal } from '../../lib/local-storage.ts';
import { savePreferences } from '../../lib/preferences.ts';

const storageKey = 'posts_sort';

export function storeSort(sort: Sort<PostSortColumn>) {
  const text = formatSort(sort);
  writeLocal(storageKey, text);
  savePreferences({ postsSort: text });
}

/** The stored sort when the page was drawn with another, because the cookie was gone and the URL had none; else null. */
export function findMissedSort(drawn: Sort<PostSortColumn>): Sort<PostSortColumn> | null {
  const stored = readLocal(storageKey);
  if (stored === null || new URLSearchParams(location.search).has('sort')) return null;
  const sort = parsePostSort(stored, drawn);
  return formatSort(sort) === formatSort(drawn) ? null : sort;
}
