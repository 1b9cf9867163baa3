/** Reads the sort and the first page of a list from the URL, and returns the links that change them. */
import { useCallback } from 'react';
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
import { useUrlState } from './use-url-state.ts';

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
