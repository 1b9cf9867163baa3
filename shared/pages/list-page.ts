/**
 * The sort and the search of a list in its URL, and the parameters of the call for its page. The feed has its own module.
 */
import { type Order, parseSort, type QuerySource, type Sort } from '../list-query.ts';
import { listSearchMax } from '../rules/limits.ts';

/** An empty search finds all rows. */
export type ListQuery<Column extends string = string> = { sort: Sort<Column>; search: string };

export const parseListQuery = <Column extends string>(
  { sort, search }: QuerySource,
  columns: readonly Column[],
  defaultSort: Sort<Column>,
): ListQuery<Column> => ({
  sort: parseSort(sort, columns, defaultSort),
  search: typeof search === 'string' ? search.trim().slice(0, listSearchMax) : '',
});

/** The query parameters of the backend for a page of a list. The default `limit` is the page size of the screen. */
export type PageParameters<Column extends string> = Order<Column> & {
  offset: number;
  limit?: number;
  search?: string;
};
