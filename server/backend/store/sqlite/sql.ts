/** Transactions, conditions and other helpers for queries of SQLite. */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';

/** Runs `work` in a transaction that takes the write lock at once. Inside another transaction, joins it. */
export function transaction<T>(db: DatabaseSync, work: () => T): T {
  if (db.isTransaction) return work();
  db.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    db.exec('COMMIT');
    return result;
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}

/** Runs `work`, which only reads, on one state of the file. Inside a transaction, joins it. */
export function snapshot<T>(db: DatabaseSync, work: () => T): T {
  if (db.isTransaction) return work();
  db.exec('BEGIN');
  try {
    return work();
  } finally {
    if (db.isTransaction) db.exec('ROLLBACK');
  }
}

/** The first column of the first row. */
export const readNumber = (db: DatabaseSync, sql: string, ...params: SQLInputValue[]): number =>
  Number(Object.values(db.prepare(sql).get(...params) ?? {})[0]);

/** The first column of the rows. */
export const listNumbers = (db: DatabaseSync, sql: string, ...params: SQLInputValue[]): number[] =>
  readArrays<[number]>(db, sql, params).map(([value]) => value);

export const schemaVersion = (db: DatabaseSync): number => readNumber(db, 'PRAGMA user_version');

/**
 * Writes one page: the application ID «LDVK» (in ASCII) in the header of the file. SQLite does not use this field, so it can be
 * written repeatedly.
 */
export const writeHeader = (db: DatabaseSync): void => db.exec(`PRAGMA application_id = ${0x4c44564b}`);

export const sizeOf = (db: DatabaseSync): number =>
  readNumber(db, 'PRAGMA page_count') * readNumber(db, 'PRAGMA page_size');

/** The primary result code of an error of SQLite; 0 for another error. */
export const resultCode = (error: unknown): number =>
  typeof error === 'object' && error !== null && 'errcode' in error ? Number(error.errcode) & 0xff : 0;

export const isBusy = (error: unknown): boolean => resultCode(error) === 5;

export type Condition = { sql: string; params: SQLInputValue[] };

export const allOf = (conditions: readonly Condition[]): Condition => ({
  sql: conditions.length === 0 ? '1' : conditions.map(({ sql }) => sql).join(' AND '),
  params: conditions.flatMap(({ params }) => params),
});

/** Reads rows as lists of values in the order of the columns, because objects take longer. */
export function readArrays<Row extends unknown[]>(db: DatabaseSync, sql: string, params: readonly SQLInputValue[]) {
  const statement = db.prepare(sql);
  statement.setReturnArrays(true);
  // The declared type of the rows does not depend on `setReturnArrays`.
  return statement.all(...params) as unknown as Row[];
}

export const isOneOf = (column: string, ids: readonly number[]): Condition => ({
  sql: `${column} IN (SELECT value FROM json_each(?))`,
  params: [JSON.stringify(ids)],
});

export const isNoneOf = (column: string, ids: readonly number[]): Condition[] =>
  ids.length === 0 ? [] : [{ sql: `${column} NOT IN (SELECT value FROM json_each(?))`, params: [JSON.stringify(ids)] }];

/**
 * `from` is included, `to` is not. The IDs are literals, because parameters are bound as reals, and the search index can skip
 * only to an integer.
 */
export const isWithin = (column: string, from: number | null, to: number | null): Condition[] => [
  ...(from === null ? [] : [{ sql: `${column} >= ${from}`, params: [] }]),
  ...(to === null ? [] : [{ sql: `${column} < ${to}`, params: [] }]),
];
