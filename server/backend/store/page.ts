/** Pages of lists, their queries, and sorting by folded names in code, because SQLite folds ASCII only. */

import { foldText } from '../../../shared/rules/word.ts';
import type { Db, Dialect } from './port.ts';

/** `total` is the length of the whole list; -1 means unknown. */
export type Page<T> = { rows: T[]; total: number };

export type Slice = { limit: number; offset: number };

export type PageQuery<Column extends string = string> = Slice & { orderBy: Column; orderDirection: 'ASC' | 'DESC' };

/**
 * SQL of an order. The ID breaks ties, so that pages neither repeat nor miss a row. NULL sorts lowest, as in SQLite; for a
 * column without NULL, that clause would keep PostgreSQL from using an index.
 */
export function orderOf(column: string, orderDirection: 'ASC' | 'DESC', id: string, isNullable: boolean): string {
  const direction = orderDirection === 'ASC' ? 'ASC' : 'DESC';
  const nulls = isNullable ? `NULLS ${direction === 'ASC' ? 'FIRST' : 'LAST'}` : '';
  return `${column} ${direction} ${nulls} ${column === id ? '' : `, ${id} ${direction}`}`;
}

/** The length of a list whose page has `rows` rows. Calls `count` only when the page does not show the end of the list. */
export const totalOf = <Count extends number | Promise<number>>(
  rows: number,
  { limit, offset }: Slice,
  count: () => Count,
): number | Count => (rows < limit && (rows > 0 || offset === 0) ? offset + rows : count());

/** `source` is SQL from FROM to the conditions. */
export const countRows = async (db: Db, source: string, ...values: unknown[]): Promise<number> =>
  (await db.value<number>(`SELECT count(*) ${source}`, ...values)) ?? 0;

/** The folded parts of a search, each of which must be found. */
export const partsOf = (search: string): string[] =>
  foldText(search)
    .split(/\s+/)
    .filter((part) => part !== '');

/** SQL: whether the text contains every part. Both are SQL expressions. */
export const hasParts = ({ elements, contains }: Dialect, text: string, parts: string): string =>
  `NOT EXISTS (SELECT 1 FROM ${elements(parts, 'text', 'part')} WHERE NOT ${contains(text, 'part')})`;

export async function readPage<T>(
  db: Db,
  { columns, source, order, values }: { columns: string; source: string; order: string; values: readonly unknown[] },
  slice: Slice,
): Promise<Page<T>> {
  const [limit, offset] = [values.length + 1, values.length + 2];
  const rows = await db.rows<T>(
    `SELECT ${columns} ${source} ORDER BY ${order} LIMIT $${limit} OFFSET $${offset}`,
    ...values,
    slice.limit,
    slice.offset,
  );
  return { rows, total: await totalOf(rows.length, slice, () => countRows(db, source, ...values)) };
}

/** Compares by folded name, then by ID. */
export const byFoldedName =
  <Id extends string>(id: Id) =>
  (first: { name: string } & Record<Id, number>, second: { name: string } & Record<Id, number>): number => {
    const [a, b] = [foldText(first.name), foldText(second.name)];
    if (a === b) return first[id] - second[id];
    return a < b ? -1 : 1;
  };

/** The outcome of saving an entry of a list with unique names and a maximum length. */
export type Saved = { outcome: 'saved'; id: number } | { outcome: 'duplicate' | 'too-many' | 'unknown' };

/** The name, with a number if it is taken, ignoring case and ё. */
export function freeName(name: string, taken: readonly string[]): string {
  const folded = new Set(taken.map(foldText));
  let free = name;
  for (let number = 2; folded.has(foldText(free)); number += 1) free = `${name} ${number}`;
  return free;
}

/** Whether a row other than `exceptId` has the name, ignoring case and ё. */
export const hasName = <Id extends string>(
  rows: readonly ({ name: string } & Record<Id, number>)[],
  id: Id,
  name: string,
  exceptId = 0,
): boolean => rows.some((row) => row[id] !== exceptId && foldText(row.name) === foldText(name));
