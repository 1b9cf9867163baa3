/** What loaded pages amount to: their rows once each, and whether more are to come. */

export type RowKey = string | number;

/** Rows of all pages in order. A row that new ones have shifted to a later page, and so was loaded twice, stands once. */
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

/** `end` is the offset after the last loaded page; a negative total is unknown, and then a full page promises another. */
export function hasMoreRows(lastPageRows: number, pageSize: number, end: number, total: number): boolean {
  return lastPageRows > 0 && (total < 0 ? lastPageRows >= pageSize : end < total);
}
