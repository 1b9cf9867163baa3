/** Reads the sort and the first page of a list from the URL, and returns the links that change them. */
import { useCallback } from 'react';
import {
  formatQuery,
  formatSort,
  parsePage,
  parseSort,
  type QuerySource,
  type Sort,
  toggleSort,
} from '../../shared/list-query.ts';
import { useUrlState } from './use-url-state.ts';

/** `columns` and `defaultSort` must be the same objects in every render. */
export function useSortedPage<Column extends string>(
  initial: { sort: Sort<Column>; page: number },
  columns: readonly Column[],
  defaultSort: Sort<Column>,
) {
  const parse = useCallback(
    (query: QuerySource) => ({ sort: parseSort(query.sort, columns, defaultSort), page: parsePage(query.page) }),
    [columns, defaultSort],
  );
  const [{ sort, page }, navigate] = useUrlState(initial, parse);
  const href = (column: Column) => formatQuery({ sort: formatSort(toggleSort(sort, column)) });
  return {
    sort,
    page,
    /** Props for the table header. */
    tableSort: { current: sort, href, onSort: navigate },
    firstPageHref: formatQuery({ sort: formatSort(sort) }),
    nextPageHref: formatQuery({ sort: formatSort(sort), page: page + 1 }),
  };
}
