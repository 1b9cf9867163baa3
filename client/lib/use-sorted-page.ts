/** A list's sort and first page from the URL, and the links that change them with and without a script. */
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

/** Define `columns` and `defaultSort` outside the component. */
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
    /** For the table's header. */
    tableSort: { current: sort, href, onSort: navigate },
    firstPageHref: formatQuery({ sort: formatSort(sort) }),
    nextPageHref: formatQuery({ sort: formatSort(sort), page: page + 1 }),
  };
}
