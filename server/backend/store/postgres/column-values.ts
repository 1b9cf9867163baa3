/** Rows as parameters of one statement: a list per column, for `unnest`. */

/** Splits rows so that a statement changes each stored row once. Of rows with the same key, the later one comes in a later part. */
function splitByKey<T>(rows: readonly T[], keyOf: (row: T) => unknown): T[][] {
  const parts: Map<unknown, T>[] = [];
  for (const row of rows) {
    const key = keyOf(row);
    let part = parts.find((known) => !known.has(key));
    if (!part) {
      part = new Map();
      parts.push(part);
    }
    part.set(key, row);
  }
  return parts.map((part) => [...part.values()]);
}

/** Calls `save` with the columns of the rows, as seldom as possible. */
export async function saveColumns<T>(
  rows: readonly T[],
  keyOf: (row: T) => unknown,
  valuesOf: (row: T) => readonly unknown[],
  save: (columns: unknown[][]) => Promise<unknown>,
): Promise<void> {
  for (const part of splitByKey(rows, keyOf)) {
    const values = part.map(valuesOf);
    await save((values[0] ?? []).map((_, column) => values.map((row) => row[column])));
  }
}
