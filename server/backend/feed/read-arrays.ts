/** Reads rows as lists of values, because objects take longer. */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';

/** The values are in the order of the columns. */
export function readArrays<Row extends unknown[]>(
  db: DatabaseSync,
  sql: string,
  params: readonly SQLInputValue[],
): Row[] {
  const statement = db.prepare(sql);
  statement.setReturnArrays(true);
  // The declared type of the rows does not depend on `setReturnArrays`.
  return statement.all(...params) as unknown as Row[];
}
