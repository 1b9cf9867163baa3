/** The port of the stores (store/port.ts) on one connection of SQLite, whose transactions take turns. */

import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { camelCase, createReaders, type Db, type Row } from '../port.ts';
import { busyTimeoutMs } from './database.ts';
import { isBusy } from './sql.ts';

/** SQLite has no booleans: results with these names are 0 or 1. */
export const booleanColumns = new Set([
  'awaits',
  'complete',
  'composed',
  'connected',
  'found_by_vk',
  'frozen',
  'full_search',
  'is_ad',
  'left_out',
  'paused',
  'read_only',
  'revoked',
  'running',
  'tracked',
]);

/** What PostgreSQL needs and SQLite does not accept. Arrays are bound as JSON. */
const translations: readonly [postgres: RegExp, sqlite: string][] = [
  [/\bFOR (UPDATE|KEY SHARE|SHARE)( OF \w+)?( SKIP LOCKED)?/g, ''],
  [/\bunnest\(\$(\d+)::\w+\[\]\) AS (\w+)/g, '(SELECT value AS $2 FROM json_each(?$1))'],
  [/::\w+(\[\])?/g, ''],
  [/= ANY ?\(\$(\d+)\)/g, 'IN (SELECT value FROM json_each(?$1))'],
  [/\$(\d+)/g, '?$1'],
  [/ COLLATE "C"/g, ''],
  [/\bleast\(/g, 'min('],
  [/\bstrpos\(/g, 'instr('],
  [/\bjson_array_elements\(/g, 'json_each('],
];

const translate = (sql: string): string =>
  translations.reduce((text, [postgres, sqlite]) => text.replace(postgres, sqlite), sql);

function toInput(value: unknown): SQLInputValue {
  if (typeof value === 'boolean') return Number(value);
  return Array.isArray(value) ? JSON.stringify(value) : (value as SQLInputValue);
}

type Statement = { statement: StatementSync; toRow: (values: SQLOutputValue[]) => Row };

function prepare(db: DatabaseSync, sql: string): Statement {
  const statement = db.prepare(translate(sql));
  statement.setReturnArrays(true);
  const columns = statement
    .columns()
    .map(({ name }) => ({ key: camelCase(name), isBoolean: booleanColumns.has(name) }));
  const toRow = (values: SQLOutputValue[]): Row =>
    Object.fromEntries(
      columns.map(({ key, isBoolean }, index) => {
        const value = values[index];
        return [key, isBoolean && value !== null ? value === 1 : value];
      }),
    );
  return { statement, toRow };
}

const busyPauseMs = 2;

/** Takes the write lock. While another thread or process has it, the event loop goes on. */
async function begin(db: DatabaseSync): Promise<void> {
  const end = performance.now() + busyTimeoutMs;
  for (;;) {
    try {
      db.exec('PRAGMA busy_timeout = 0; BEGIN IMMEDIATE');
      return;
    } catch (error) {
      if (!isBusy(error) || performance.now() > end) throw error;
    } finally {
      db.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
    }
    await sleep(busyPauseMs);
  }
}

async function runTransaction<T>(db: DatabaseSync, work: () => Promise<T>): Promise<T> {
  await begin(db);
  try {
    const result = await work();
    db.exec('COMMIT');
    return result;
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}

export type Connection = Db & {
  /** Runs the work after the transactions before it. */
  takeTurn<T>(work: () => Promise<T>): Promise<T>;
};

export function createConnection(db: DatabaseSync): Connection {
  const statements = new Map<string, Statement>();
  /** The end of the last transaction that was asked for; null when all have ended. */
  let last: Promise<void> | null = null;

  function statementOf(sql: string): Statement {
    const known = statements.get(sql) ?? prepare(db, sql);
    statements.set(sql, known);
    return known;
  }
  async function rows<T>(sql: string, ...values: unknown[]): Promise<T[]> {
    const { statement, toRow } = statementOf(sql);
    return (statement.all(...values.map(toInput)) as unknown as SQLOutputValue[][]).map(toRow) as T[];
  }
  const inside: Db = {
    ...createReaders(rows),
    run: async (sql, ...values) => Number(statementOf(sql).statement.run(...values.map(toInput)).changes),
    transaction: (work) => work(inside),
    lock: async () => {},
    nextId: async (table) =>
      Number(await inside.value('UPDATE sqlite_sequence SET seq = seq + 1 WHERE name = $1 RETURNING seq', table)),
  };
  async function takeTurn<T>(work: () => Promise<T>): Promise<T> {
    const previous = last;
    const { promise: end, resolve } = Promise.withResolvers<void>();
    last = end;
    await previous;
    try {
      return await work();
    } finally {
      if (last === end) last = null;
      resolve();
    }
  }
  const transaction: Db['transaction'] = (work) => takeTurn(() => runTransaction(db, () => work(inside)));
  /** Between two steps of a transaction a statement would become part of it. */
  async function rowsBetween<T>(sql: string, ...values: unknown[]): Promise<T[]> {
    while (last !== null) await last;
    return rows(sql, ...values);
  }
  return {
    ...createReaders(rowsBetween),
    run: (sql, ...values) => transaction((tx) => tx.run(sql, ...values)),
    transaction,
    takeTurn,
    lock: async () => {
      throw new Error('A lock needs a transaction');
    },
    nextId: (table) => transaction((tx) => tx.nextId(table)),
  };
}
