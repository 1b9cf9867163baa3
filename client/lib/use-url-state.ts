/** Keeps the filters and the sort of a list in the page's URL. Changes need no page load; back and forward restore them. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Call } from '../../shared/api/call.ts';
import {
  formatQuery,
  formatSort,
  orderOf,
  parsePage,
  parseSort,
  type Query,
  type QuerySource,
  type Sort,
  toggleSort,
} from '../../shared/list-query.ts';
import type { Page } from '../../shared/read.ts';
import { listen } from './page.ts';
import { type PagedListOptions, usePagedList } from './use-paged-list.ts';
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

/** `pageCall` takes an offset in rows. `filters` stay in every link. `columns` and `defaultSort` must be the same in every render. */
type SortedListOptions<Row, Column extends string> = Pick<PagedListOptions<Row>, 'first' | 'pageSize' | 'keyOf'> & {
  initial: { sort: Sort<Column>; page: number };
  columns: readonly Column[];
  defaultSort: Sort<Column>;
  pageCall: (query: { offset: number } & ReturnType<typeof orderOf<Column>>) => Call<Page<Row>>;
  filters?: Query;
};

/** A paged list whose sort and first page are in the URL. Returns it with the links that change them, as props of `ListTable`. */
export function useSortedList<Row, Column extends string>(options: SortedListOptions<Row, Column>) {
  const { initial, columns, defaultSort, pageCall, filters = {}, ...paged } = options;
  const parse = useCallback(
    (query: QuerySource) => ({ sort: parseSort(query.sort, columns, defaultSort), page: parsePage(query.page) }),
    [columns, defaultSort],
  );
  const [{ sort, page }, navigate, prepare] = useUrlState(initial, parse, (next) =>
    list.preload(pageCall({ offset: (next.page - 1) * paged.pageSize, ...orderOf(next.sort) })),
  );
  const list = usePagedList({
    ...paged,
    pageCall: (offset) => pageCall({ offset, ...orderOf(sort) }),
    firstPage: page,
  });
  const href = (column: Column) => formatQuery({ ...filters, sort: formatSort(toggleSort(sort, column)) });
  return {
    list,
    sort: { current: sort, href, onSort: navigate, prepare },
    firstPageHref: formatQuery({ ...filters, sort: formatSort(sort) }),
    nextPageHref: formatQuery({ ...filters, sort: formatSort(sort), page: page + 1 }),
  };
}
