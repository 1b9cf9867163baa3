/** The query of the feed, the list of posts that it selects, and the tools for their rows. */

import { useCallback, useEffect, useRef, useState } from 'react';
import { isTextRefused } from '../../../shared/api/error-codes.ts';
import { loadPostsPage, type Post, postKey } from '../../../shared/api/posts.ts';
import type { PostSortColumn } from '../../../shared/fields/posts.ts';
import { formatSort, orderOf, type QuerySource, type Sort, toggleSort } from '../../../shared/list-query.ts';
import type { IslandProps } from '../../../shared/pages/islands.ts';
import type { PostsQuery } from '../../../shared/pages/post-filters.ts';
import {
  formatPostsQuery,
  isReachSort,
  parsePostSort,
  parsePostsQuery,
  postFiltersOf,
} from '../../../shared/pages/posts-query.ts';
import { postsPageSize } from '../../../shared/rules/limits.ts';
import { useIslandContext } from '../../lib/island-context.ts';
import type { ChangeableList } from '../../lib/loaded-pages.ts';
import { readPreference, savePreference } from '../../lib/preferences.ts';
import { usePagedList } from '../../lib/use-paged-list.ts';
import { readQuery, useUrlState } from '../../lib/use-url-state.ts';
import { useRowTools } from './use-row-tools.tsx';

const storeSort = (sort: Sort<PostSortColumn>) => savePreference('postsSort', formatSort(sort));

/** Returns the stored sort if the server rendered another one, because the cookie was missing; otherwise null. */
function findUnusedSort(rendered: Sort<PostSortColumn>): Sort<PostSortColumn> | null {
  const stored = readPreference('postsSort');
  if (stored === null || new URLSearchParams(location.search).has('sort')) return null;
  const sort = parsePostSort(stored, rendered);
  return formatSort(sort) === formatSort(rendered) ? null : sort;
}

/** The largest views and ratios come first. */
const nextSort = (current: Sort<PostSortColumn>, column: PostSortColumn): Sort<PostSortColumn> =>
  isReachSort(column) && column !== current.column ? { column, descending: true } : toggleSort(current, column);

/**
 * Reads and changes the state of the feed in the URL, and returns the links that sort and page. `preload`: see `useUrlState`.
 */
function usePostsQuery(initial: PostsQuery, preload: (query: PostsQuery) => void) {
  const [parse] = useState(() => (source: QuerySource) => parsePostsQuery(source, initial.sort));
  const [query, navigate, prepare] = useUrlState(initial, parse, preload);

  /** Changes part of the state, leaves the saved view, and goes to the first page. */
  const change = useCallback(
    (part: Partial<PostsQuery>, how?: 'push' | 'replace') =>
      navigate(formatPostsQuery({ ...parse(readQuery(location.search)), page: 1, view: null, ...part }), how),
    [parse, navigate],
  );

  // The server has resolved texts that were submitted without JavaScript; the URL gets their IDs.
  useEffect(() => {
    const { word, city, page } = initial;
    if (/[?&](phrase|place)=/.test(location.search)) change({ word, city, page }, 'replace');
    const sort = findUnusedSort(initial.sort);
    if (!sort) return;
    storeSort(sort);
    change({ sort }, 'replace');
  }, [initial, change]);

  const hrefOf = (part: Partial<PostsQuery>) => formatPostsQuery({ ...query, page: 1, ...part });
  return {
    query,
    change,
    /** Goes to another state of the feed, given its query string. */
    navigate,
    firstPageHref: hrefOf({}),
    nextPageHref: hrefOf({ page: query.page + 1 }),
    tableSort: {
      current: query.sort,
      href: (column: PostSortColumn) => hrefOf({ sort: nextSort(query.sort, column) }),
      onSort(href: string) {
        storeSort(parse(readQuery(href)).sort);
        navigate(href);
      },
      prepare,
    },
  };
}

/** `isUnfinished`: something is missing at the end of the text. */
export type TextError = { message: string; isUnfinished: boolean };

/** While the search text cannot be read, the list keeps the rows of the last query that could. */
function useReadableList(loaded: ChangeableList<Post>, text: string) {
  const { failure, error } = loaded;
  const isRefused = failure !== null && error !== null && isTextRefused(failure, text);
  const textError: TextError | null = isRefused
    ? { message: error, isUnfinished: failure.code === 'query-unfinished' }
    : null;
  const readable = useRef(loaded);
  if (!isRefused) readable.current = loaded;
  const { rows, total, offset } = readable.current;
  const kept = { rows, total, offset, hasMore: false, stale: rows.length > 0, error: null };
  return { textError, list: isRefused ? { ...loaded, ...kept } : loaded };
}

export function useFeedList({ query: initial, first, work }: Pick<IslandProps['posts'], 'query' | 'first' | 'work'>) {
  const context = useIslandContext();
  const pageCall = (next: PostsQuery, offset: number) =>
    loadPostsPage({ ...postFiltersOf(next, context), offset, ...orderOf(next.sort) });

  const { query, ...url } = usePostsQuery(initial, (next) =>
    loaded.preload(pageCall(next, (next.page - 1) * postsPageSize)),
  );
  const loaded = usePagedList({
    pageSize: postsPageSize,
    keyOf: postKey,
    pageCall: (offset) => pageCall(query, offset),
    countLeft: () => tools.countLeft(),
    firstPage: query.page,
    first,
  });
  const { textError, list } = useReadableList(loaded, query.text);
  const tools = useRowTools(list, query, work?.data?.me ?? null);
  return { query, ...url, list, textError, tools };
}
