/** The loaded pages of a list, and the range of pages that loads next (use-paged-list.ts). */

import type { Failure } from '../../shared/api/error-codes.ts';
import type { Page } from '../../shared/read.ts';

export type RowId = string | number;

export const idOf = ({ id }: { id: RowId }): RowId => id;

/** Page indices from `start` (included) to `end` (excluded). */
type PageRange = { start: number; end: number };

/** The cached value of a query: its pages, and the range that the next request loads. */
export type LoadedPages<Row> = {
  key: string;
  pages: readonly Page<Row>[];
  /** When the first page was loaded, in milliseconds since the epoch. */
  loadedAt: number;
  pending: PageRange;
};

/** Chooses the range that loads next. */
export type ChooseRange = <Row>(loaded: LoadedPages<Row>) => PageRange;

export const upToPage =
  (count: number): ChooseRange =>
  ({ pages }) => ({ start: pages.length, end: count });

export const firstPage: ChooseRange = () => ({ start: 0, end: 1 });

export const allPages: ChooseRange = ({ pages }) => ({ start: 0, end: pages.length });

export const startPages = <Row>(key: string, page: Page<Row>, loadedAt: number): LoadedPages<Row> => ({
  key,
  pages: [page],
  loadedAt,
  pending: { start: 1, end: 1 },
});

/** Loads the pending pages and drops later ones. */
export async function loadPending<Row>(
  { key, pages, loadedAt, pending: { start, end } }: LoadedPages<Row>,
  load: (index: number) => Promise<Page<Row>>,
): Promise<LoadedPages<Row>> {
  const loaded = await Promise.all(Array.from({ length: end - start }, (_, index) => load(start + index)));
  return {
    key,
    pages: [...pages.slice(0, start), ...loaded],
    loadedAt: start > 0 ? loadedAt : Date.now(),
    pending: { start: end, end },
  };
}

/**
 * Loads the page that follows `offset` loaded rows. Rows that have left the list in the backend since then shift it by at least
 * `left`, and by the amount that the total fell from `total` (negative if unknown). The shown list keeps these rows, so the
 * returned total includes them.
 */
export async function loadLater<Row>(
  offset: number,
  total: number,
  left: number,
  load: (offset: number) => Promise<Page<Row>>,
): Promise<Page<Row>> {
  const page = await load(offset - left);
  if (page.total < 0) return page;
  const fall = Math.min(total - page.total, offset);
  return fall > left ? loadLater(offset, total, fall, load) : { ...page, total: page.total + left };
}

/** Returns the rows of all pages in order. Drops duplicates, because new rows can shift a row to a later page. */
export function mergePages<Row>(pages: readonly (readonly Row[])[], keyOf: (row: Row) => RowId): Row[] {
  const merged = new Map<RowId, Row>();
  for (const row of pages.flat()) if (!merged.has(keyOf(row))) merged.set(keyOf(row), row);
  return [...merged.values()];
}

/** `end` is the offset after the last loaded page. If the total is unknown (negative), a full last page means more rows. */
export function hasMoreRows(lastPageRows: number, pageSize: number, end: number, total: number): boolean {
  return lastPageRows > 0 && (total < 0 ? lastPageRows >= pageSize : end < total);
}

/** A list as its loader returns it and its table takes it. */
export type PagedList<Row> = {
  rows: readonly Row[];
  /** The number of rows of the whole list as the backend reports it: 0 before the first reply, -1 if unknown. */
  total: number;
  /** The number of rows before the first row; not 0 if the URL starts on a later page. */
  offset: number;
  hasMore: boolean;
  loading: boolean;
  /** The rows still belong to the previous query. */
  stale: boolean;
  error: string | null;
  loadMore: () => void;
  /** Repeats the failed request. */
  retry: () => void;
  /**
   * Reloads the list, starting with the first page. If the same event changes the query, the new query loads instead, even if
   * it is cached.
   */
  refresh: () => void;
};

export type ChangeableList<Row> = PagedList<Row> & {
  /** Of the reply of the failed request; null without an error. */
  failure: Failure | null;
  /** When the first page was loaded, in milliseconds since the epoch. Undefined before that. */
  loadedAt: number | undefined;
  /** The total that the first page reported, -1 if unknown. Later pages may report another. */
  firstTotal: number;
  /** Replaces the row with the same key, without a request. */
  updateRow: (row: Row) => void;
  /** Reloads all pages of this query, and drops the pages of other queries. */
  reload: () => void;
  /**
   * Drops the rows of the affected queries after a change by the user was saved. `since` is when the user made it, in
   * milliseconds since the epoch. The shown query keeps rows that were loaded earlier until another query is shown.
   */
  outdate: (isAffected: (path: string) => boolean, since: number) => void;
};
