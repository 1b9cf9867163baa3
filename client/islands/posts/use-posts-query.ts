/** Reads and changes the state of the feed in the URL, and returns the links that sort and page. */
import { useCallback, useEffect, useState } from 'react';
import type { PostSortColumn } from '../../../shared/fields/posts.ts';
import { type QuerySource, toggleSort } from '../../../shared/list-query.ts';
import { formatPostsQuery, type PostsQuery, parsePostsQuery } from '../../../shared/pages/posts-query.ts';
import { readQuery, useUrlState } from '../../lib/use-url-state.ts';
import { findUnusedSort, storeSort } from './stored-sort.ts';

/** `preload` is that of `useUrlState`. */
export function usePostsQuery(initial: PostsQuery, preload: (query: PostsQuery) => void) {
  const [parse] = useState(() => (source: QuerySource) => parsePostsQuery(source, initial.sort));
  const [query, navigate, prepare] = useUrlState(initial, parse, preload);

  /** Changes parts of the state, leaves the saved view, and goes to the first page. */
  const change = useCallback(
    (part: Partial<PostsQuery>, how?: 'push' | 'replace') =>
      navigate(formatPostsQuery({ ...parse(readQuery(location.search)), page: 1, view: null, ...part }), how),
    [parse, navigate],
  );

  // The server has resolved the phrase that was submitted without JavaScript. The URL now gets its ID.
  useEffect(() => {
    const { word, page } = initial;
    if (new URLSearchParams(location.search).has('phrase')) change({ word, page }, 'replace');
  }, [initial, change]);

  useEffect(() => {
    const sort = findUnusedSort(initial.sort);
    if (!sort) return;
    storeSort(sort);
    change({ sort }, 'replace');
  }, [initial, change]);

  const hrefOf = (part: Partial<PostsQuery>) => formatPostsQuery({ ...query, page: 1, ...part });
  return {
    query,
    change,
    /** Goes to another address of the feed, given its query string. */
    navigate,
    firstPageHref: hrefOf({}),
    nextPageHref: hrefOf({ page: query.page + 1 }),
    /** For the table's column headers. */
    tableSort: {
      current: query.sort,
      href: (column: PostSortColumn) => hrefOf({ sort: toggleSort(query.sort, column) }),
      onSort(href: string) {
        storeSort(parse(readQuery(href)).sort);
        navigate(href);
      },
      prepare,
    },
  };
}
