/** Keeps the filters and the sort of a list in the page's URL. Changes need no page load; back and forward restore them. */
import { useCallback, useEffect, useRef, useState } from 'react';
import {
  formatQuery,
  formatSort,
  parsePage,
  parseSort,
  type Query,
  type QuerySource,
  type Sort,
  toggleSort,
} from '../../shared/list-query.ts';
import { listen } from './page.ts';
import { saveScroll, trackScroll } from './use-restored-scroll.ts';

export const readQuery = (search: string): QuerySource => Object.fromEntries(new URLSearchParams(search));

/**
 * `parse` reads the state from a URL's query as the server does. Must be the same function in every render.
 * `preload` requests the data of a state before the state renders.
 */
export function useUrlState<State>(
  initial: State,
  parse: (query: QuerySource) => State,
  preload: (state: State) => void,
) {
  const [state, setState] = useState(initial);
  const currentPreload = useRef(preload);
  useEffect(() => {
    currentPreload.current = preload;
  });

  /** Requests the data of an address before the user goes there. */
  const prepare = useCallback(
    (query: string) => {
      const next = parse(readQuery(query));
      currentPreload.current(next);
      return next;
    },
    [parse],
  );
  const show = useCallback((query: string) => setState(prepare(query)), [prepare]);

  useEffect(() => listen({ popstate: () => show(location.search) }), [show]);

  /**
   * `query` starts with a question mark or is empty. Use `replace` while the user types and `push` for a choice. The window
   * scrolls to the top.
   */
  const navigate = useCallback(
    (query: string, how: 'push' | 'replace' = 'push') => {
      show(query);
      trackScroll();
      saveScroll();
      history[`${how}State`](null, '', location.pathname + query);
      scrollTo(0, 0);
      trackScroll();
    },
    [show],
  );
  return [state, navigate, prepare] as const;
}

/** Reads the sort and the first page of a list from the URL, and returns the links that change them. */
type SortedPage<Column extends string> = { sort: Sort<Column>; page: number };

/**
 * `columns` and `defaultSort` must be the same objects in every render. `preload` is that of `useUrlState`. `filters` stay in
 * every link.
 */
export function useSortedPage<Column extends string>(
  initial: SortedPage<Column>,
  columns: readonly Column[],
  defaultSort: Sort<Column>,
  preload: (state: SortedPage<Column>) => void,
  filters: Query = {},
) {
  const parse = useCallback(
    (query: QuerySource) => ({ sort: parseSort(query.sort, columns, defaultSort), page: parsePage(query.page) }),
    [columns, defaultSort],
  );
  const [{ sort, page }, navigate, prepare] = useUrlState(initial, parse, preload);
  const href = (column: Column) => formatQuery({ ...filters, sort: formatSort(toggleSort(sort, column)) });
  return {
    sort,
    page,
    /** Props for the table header. */
    tableSort: { current: sort, href, onSort: navigate, prepare },
    firstPageHref: formatQuery({ ...filters, sort: formatSort(sort) }),
    nextPageHref: formatQuery({ ...filters, sort: formatSort(sort), page: page + 1 }),
  };
}
