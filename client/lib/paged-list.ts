/** The list of a table as its loaders return it. */

export type PagedList<Row> = {
  rows: readonly Row[];
  /** Rows of the whole list as the backend reports them: 0 before the first reply, -1 when unknown. */
  total: number;
  /** Number of rows before the first row: not 0 when the URL starts on a later page. */
  offset: number;
  hasMore: boolean;
  loading: boolean;
  /** True while the rows still belong to the previous query. */
  stale: boolean;
  error: string | null;
  loadMore: () => void;
  /** Sends the failed request again. */
  retry: () => void;
  /** Loads the list again. When the same event changes the query, the new query loads instead, even if it is cached. */
  refresh: () => void;
};

export type ChangeableList<Row> = PagedList<Row> & {
  /** When the first page was loaded, in milliseconds since the epoch. Undefined before that. */
  loadedAt: number | undefined;
  /** The total of that time, -1 when unknown. Pages that are loaded later may report another. */
  firstTotal: number;
  /** Replaces the row with the same key, without a request. */
  updateRow: (row: Row) => void;
  /** Loads all pages of this query again, and drops those of other queries. */
  reload: () => void;
  /**
   * Drops the rows of these queries, because a change of the reader is saved. The shown query keeps rows that were loaded before
   * `since`, when the reader made the change, until another one is shown.
   */
  outdate: (isAffected: (path: string) => boolean, since: number) => void;
  /** Loads the pages again from the one that holds the row. */
  reloadFrom: (row: Row) => void;
};
