/** Merges loaded pages into rows and checks whether more rows follow. */

export type RowKey = string | number;

/** Returns the rows of all pages in order. New rows can shift a row to a later page; its duplicate is dropped. */
export function mergePages<Page, Row>(
  pages: readonly Page[],
  rowsOf: (page: Page) => readonly Row[],
  keyOf: (row: Row) => RowKey,
): Row[] {
  const rows = new Map<RowKey, Row>();
  for (const page of pages) {
    for (const row of rowsOf(page)) {
      const key = keyOf(row);
      if (!rows.has(key)) rows.set(key, row);
    }
  }
  return [...rows.values()];
}

/** Returns the first rows of a page and those that follow them in the page as it is now. Leaves out new rows above them. */
export function continueRows<Row>(first: readonly Row[], page: readonly Row[], keyOf: (row: Row) => RowKey): Row[] {
  const known = new Set(first.map(keyOf));
  return [...first, ...page.slice(page.findLastIndex((row) => known.has(keyOf(row))) + 1)];
}

/** `end` is the offset after the last loaded page. A negative total is unknown; then a full last page means more rows. */
export function hasMoreRows(lastPageRows: number, pageSize: number, end: number, total: number): boolean {
  return lastPageRows > 0 && (total < 0 ? lastPageRows >= pageSize : end < total);
}
