/**
 * The database as the stores of resources use it. The stores are written once, in SQL that both engines accept, with a
 * `Dialect` for the rest.
 */
import type { AuditEntry } from '../../platform/audit-log.ts';

/** The row key of a column. */
export const camelCase = (name: string): string => name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());

/** The column of a row key. */
export const columnName = (key: string): string => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The columns of a row, named in camelCase. IDs and times are numbers below 2^53, bytes a `Uint8Array`. */
export type Row = Record<string, unknown>;

/**
 * Locks that one transaction at a time holds. SQLite has one writer and needs none. PostgreSQL uses their indexes as lock keys:
 * append only.
 */
export const lockNames = [
  'migrations',
  'posts',
  'words',
  'clients',
  'signIn',
  'views',
  'rules',
  'mutes',
  'calls',
  'claims',
  'owners',
  'administrators',
  'work',
  'keys',
  'exports',
  'access',
] as const;
export type LockName = (typeof lockNames)[number];

/** The type of the elements of a list. */
export type ElementType = 'bigint' | 'text';

/** SQL that differs between the engines. `list` and `rows` are placeholders such as `$1`. */
export type Dialect = {
  /**
   * Types of columns. `code`: a text that is compared by its bytes. `flag`: a boolean that is false at first. `id`: a primary key
   * that the database numbers.
   */
  types: Readonly<Record<'integer' | 'text' | 'code' | 'flag' | 'bytes' | 'id', string>>;
  /** The right side of a comparison: the value is one of an array. */
  among(list: string, type: ElementType): string;
  /** A table with the column `name`: the elements of an array. */
  elements(list: string, type: ElementType, name: string): string;
  /** A table with the column `value`: the rows of `toRows`, whose values are `value ->> 0` and so on. */
  rowsIn(rows: string): string;
  contains(text: string, part: string): string;
  /** A field of a JSON text. */
  field(text: string, name: string): string;
  /** An expression that sorts the text by its bytes. */
  byBytes(text: string): string;
  /** Locks the selected rows until the end of the transaction. `how`: as after FOR, such as `UPDATE OF w SKIP LOCKED`. */
  locking(how: string): string;
};

/** Values replace `$1`, `$2` and so on. */
export type Db = {
  dialect: Dialect;
  /** Outside a transaction the first four methods must only read, because they are retried when the connection is lost. */
  rows<T = Row>(sql: string, ...values: unknown[]): Promise<T[]>;
  /** The first row; null without one. */
  row<T = Row>(sql: string, ...values: unknown[]): Promise<T | null>;
  /** The first column of the rows. */
  column<T>(sql: string, ...values: unknown[]): Promise<T[]>;
  /** The first column of the first row; null without one. */
  value<T>(sql: string, ...values: unknown[]): Promise<T | null>;
  /** Returns the number of changed rows. */
  run(sql: string, ...values: unknown[]): Promise<number>;
  /** Runs the work in one transaction; inside another, joins it. The work may run again after a conflict. */
  transaction<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /**
   * Waits for other transactions with the same lock, until the end of this one. Several keys are locked in one order, so that two
   * transactions do not wait for each other.
   */
  lock(name: LockName, ...keys: string[]): Promise<void>;
  /** Inside a transaction: writes an entry to the audit stream, if there is one, when the transaction is committed. */
  audit(entry: () => AuditEntry): void;
  nextId(table: 'clients' | 'words'): Promise<number>;
};

/** Adds a row. Returns the value of its column `id`. */
export async function insertRow(db: Db, table: string, row: Row, id: string): Promise<number> {
  const keys = Object.keys(row);
  const places = keys.map((_, index) => `$${index + 1}`).join(', ');
  const sql = `INSERT INTO ${table} (${keys.map(columnName).join(', ')}) VALUES (${places}) RETURNING ${id}`;
  return (await db.value<number>(sql, ...Object.values(row))) ?? 0;
}

/** Changes columns of the rows that have the values of `where`. Returns their number. */
export function updateRows(db: Db, table: string, row: Row, where: Row): Promise<number> {
  const equations = [row, where].flatMap(Object.keys).map((key, index) => `${columnName(key)} = $${index + 1}`);
  const count = Object.keys(row).length;
  const sql = `UPDATE ${table} SET ${equations.slice(0, count).join(', ')} WHERE ${equations.slice(count).join(' AND ')}`;
  return db.run(sql, ...Object.values(row), ...Object.values(where));
}

/** The result of a query: its columns in camelCase, and the values of each row. */
export type Found = { keys: readonly string[]; lists: readonly unknown[][] };

function toRow<T>(keys: readonly string[], list: readonly unknown[]): T {
  const row: Row = {};
  for (let index = 0; index < keys.length; index += 1) row[keys[index] ?? ''] = list[index];
  return row as T;
}

export const createReaders = (
  read: (sql: string, values: unknown[]) => Found | Promise<Found>,
): Pick<Db, 'rows' | 'row' | 'column' | 'value'> => ({
  async rows<T>(sql: string, ...values: unknown[]) {
    const { keys, lists } = await read(sql, values);
    return lists.map((list) => toRow<T>(keys, list));
  },
  async row<T>(sql: string, ...values: unknown[]) {
    const { keys, lists } = await read(sql, values);
    return lists[0] ? toRow<T>(keys, lists[0]) : null;
  },
  column: async <T>(sql: string, ...values: unknown[]) => (await read(sql, values)).lists.map(([first]) => first as T),
  value: async <T>(sql: string, ...values: unknown[]) => ((await read(sql, values)).lists[0]?.[0] ?? null) as T | null,
});

/** Methods that work only inside a transaction; outside one they throw. */
export const outsideTransaction: Pick<Db, 'lock' | 'audit'> = {
  lock: async () => {
    throw new Error('A lock needs a transaction');
  },
  audit: () => {
    throw new Error('An entry of the audit stream needs a transaction');
  },
};

type Functions = Record<string, (db: Db, ...values: never[]) => Promise<unknown>>;

type MethodsOf<F extends Functions> = {
  [Name in keyof F]: F[Name] extends (db: Db, ...values: infer Values) => infer Result
    ? (...values: Values) => Result
    : never;
};

const bind = <F extends Functions>(functions: F, run: (work: (db: Db) => Promise<unknown>) => Promise<unknown>) =>
  Object.fromEntries(
    Object.entries(functions).map(([name, method]) => [
      name,
      (...values: never[]) => run((db) => method(db, ...values)),
    ]),
  ) as MethodsOf<F>;

/** Binds functions to a database. Each of the `changes` runs in one transaction. */
export const createMethods = <Reads extends Functions, Changes extends Functions>(
  db: Db,
  reads: Reads,
  changes: Changes,
): MethodsOf<Reads> & MethodsOf<Changes> => ({ ...bind(reads, (work) => work(db)), ...bind(changes, db.transaction) });

/**
 * Rows as lists, for `Dialect.rowsIn`. Merges rows with the same key, because a statement changes each stored
 * row once; later values win, unless they are null.
 */
export function toRows<T extends object>(
  rows: readonly T[],
  keyOf: (row: T) => unknown,
  valuesOf: (row: T) => readonly (string | number | null)[],
): string {
  const merged = new Map<unknown, T>();
  for (const row of rows) {
    const present = Object.entries(row).filter(([, value]) => value !== null);
    merged.set(keyOf(row), { ...row, ...merged.get(keyOf(row)), ...Object.fromEntries(present) });
  }
  // PostgreSQL rejects lone surrogates.
  const wellFormed = (_: string, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value);
  return JSON.stringify([...merged.values()].map(valuesOf), wellFormed);
}
