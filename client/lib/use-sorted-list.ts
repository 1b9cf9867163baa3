import { useCallback } from 'react';
import type { Call } from '../../shared/api/call.ts';
import {
  formatQuery,
  formatSort,
  orderOf,
  parsePage,
  type Query,
  type QuerySource,
  type Sort,
  toggleSort,
} from '../../shared/list-query.ts';
import { type PageParameters, parseListQuery } from '../../shared/pages/list-page.ts';
import type { Page } from '../../shared/read.ts';
import { type PagedListOptions, usePagedList } from './use-paged-list.ts';
import { useUrlState } from './use-url-state.ts';

/**
 * `initial` has a search if the list can be searched. `pageCall` takes an offset in rows. All links keep `filters`. `columns`
 * and `defaultSort` must be the same objects in every render.
 */
type SortedListOptions<Row, Column extends string> = Pick<PagedListOptions<Row>, 'first' | 'pageSize' | 'keyOf'> & {
  initial: { sort: Sort<Column>; page: number; search?: string };
  columns: readonly Column[];
  defaultSort: Sort<Column>;
  pageCall: (query: PageParameters<Column>) => Call<Page<Row>>;
  filters?: Query;
};

/**
 * A paged list whose sort, search and first page are in the URL. Also returns `links` as props of `ListTable`, and `search` as
 * props of `SearchField`.
 */
export function useSortedList<Row, Column extends string>(options: SortedListOptions<Row, Column>) {
  const { initial, columns, defaultSort, pageCall, filters = {}, ...paged } = options;
  const hasSearch = initial.search !== undefined;
  const parse = useCallback(
    (query: QuerySource): typeof initial => {
      const { sort, search } = parseListQuery(query, columns, defaultSort);
      return { sort, page: parsePage(query.page), ...(hasSearch && { search }) };
    },
    [columns, defaultSort, hasSearch],
  );
  const callOf = ({ sort, search }: typeof initial, offset: number) =>
    pageCall({ ...(search !== undefined && { search }), offset, ...orderOf(sort) });
  const [state, navigate, prepare] = useUrlState(initial, parse, (next) =>
    list.preload(callOf(next, (next.page - 1) * paged.pageSize)),
  );
  const list = usePagedList({ ...paged, pageCall: (offset) => callOf(state, offset), firstPage: state.page });
  const { sort, page, search = '' } = state;
  const linkTo = (change: { sort?: Sort<Column>; search?: string; page?: number }) =>
    formatQuery({
      ...filters,
      search: change.search ?? search,
      sort: formatSort(change.sort ?? sort),
      page: change.page,
    });
  return {
    list,
    search: {
      search,
      kept: { sort: formatSort(sort) },
      onSearch: (text: string) => navigate(linkTo({ search: text }), 'replace'),
    },
    links: {
      sort: {
        current: sort,
        href: (column: Column) => linkTo({ sort: toggleSort(sort, column) }),
        onSort: navigate,
        prepare,
      },
      firstPageHref: linkTo({}),
      nextPageHref: linkTo({ page: page + 1 }),
    },
  };
}
