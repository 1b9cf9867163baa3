/** Compares a table with its state in the server's HTML. */
import { startTransition, useEffect, useState } from 'react';

/**
 * `interactive` is false in the server's HTML and while it is hydrated. `changed` is true once the columns or the served rows
 * differ from the HTML. `servedCount` is the number of rows in the HTML.
 */
export function useServedTable(rows: readonly unknown[], columns: readonly unknown[], rowCount: number) {
  const [interactive, setInteractive] = useState(false);
  useEffect(() => startTransition(() => setInteractive(true)), []);
  const [served] = useState({ rows, columns, rowCount });
  const [changed, setChanged] = useState(false);
  if (!changed && (columns !== served.columns || served.rows.some((row, index) => row !== rows[index])))
    setChanged(true);
  return { interactive, changed, servedCount: served.rowCount };
}
