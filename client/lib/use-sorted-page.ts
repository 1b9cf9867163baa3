/** A list's sort and first page as the URL carries them, and the links that change them, with a script and without one. */
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

/** `columns` and `defaultSort` stand outside the component. */
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
    /** For the table's headers. */
    tableSort: { current: sort, href, onSort: navigate },
    firstPageHref: formatQuery({ sort: formatSort(sort) }),
    nextPageHref: formatQuery({ sort: formatSort(sort), page: page + 1 }),
  };
}
