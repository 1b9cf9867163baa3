/** `Db` (store/port.ts) on one SQLite connection, whose transactions take turns. */

import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Audit, AuditEntry } from '../../../platform/audit-log.ts';
import { camelCase, createReaders, type Db, type Found, outsideTransaction } from '../port.ts';
import { busyTimeoutMs } from './database.ts';
import { booleanColumns, placed, sqliteDialect } from './dialect.ts';
import { isBusy } from './sql.ts';

/** `booleans`: the indexes of columns with booleans. */
type Statement = { statement: StatementSync; keys: string[]; booleans: number[] };

function prepare(db: DatabaseSync, sql: string): Statement {
  const statement = db.prepare(sql);
  statement.setReturnArrays(true);
  const names = statement.columns().map(({ name }) => name);
  const indexes = [...names.keys()].filter((index) => booleanColumns.has(names[index] ?? ''));
  return { statement, keys: names.map(camelCase), booleans: indexes };
}

const busyPauseMs = 2;

/** Takes the write lock. Waits for other threads and processes without blocking the event loop. */
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

async function runTransaction<T>(db: DatabaseSync, work: () => Promise<T>, onCommit: () => void): Promise<T> {
  await begin(db);
  try {
    const result = await work();
    db.exec('COMMIT');
    onCommit();
    return result;
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}

export type Connection = Db & {
  /** Runs the work after the transactions requested before. */
  takeTurn<T>(work: () => Promise<T>): Promise<T>;
};

export function createConnection(db: DatabaseSync, audit: Audit = null): Connection {
  const statements = new Map<string, Statement>();
  /** The end of the last requested transaction; null when all have ended. */
  let last: Promise<void> | null = null;
  /** The audit entries of the current transaction. */
  let audited: (() => AuditEntry)[] = [];

  function statementOf(sql: string): Statement {
    const known = statements.get(sql) ?? prepare(db, sql);
    statements.set(sql, known);
    return known;
  }
  function read(sql: string, values: unknown[]): Found {
    const { statement, keys, booleans } = statementOf(sql);
    const lists = statement.all(placed(values)) as unknown as unknown[][];
    if (booleans.length === 0) return { keys, lists };
    for (const list of lists)
      for (const index of booleans) list[index] = list[index] === null ? null : list[index] === 1;
    return { keys, lists };
  }
  const inside: Db = {
    dialect: sqliteDialect,
    ...createReaders(read),
    run: async (sql, ...values) => Number(statementOf(sql).statement.run(placed(values)).changes),
    transaction: (work) => work(inside),
    lock: async () => {},
    audit: (entry) => void audited.push(entry),
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
  const transaction: Db['transaction'] = (work) =>
    takeTurn(() => {
      audited = [];
      const writeAll = () => audited.forEach((entry) => void audit?.(entry()));
      return runTransaction(db, () => work(inside), writeAll);
    });
  /** Waits for transactions: between their steps, a statement would become part of them. */
  async function readBetween(sql: string, values: unknown[]): Promise<Found> {
    while (last !== null) await last;
    return read(sql, values);
  }
  return {
    dialect: sqliteDialect,
    ...outsideTransaction,
    ...createReaders(readBetween),
    run: (sql, ...values) => transaction((tx) => tx.run(sql, ...values)),
    transaction,
    takeTurn,
    nextId: (table) => transaction((tx) => tx.nextId(table)),
  };
}
