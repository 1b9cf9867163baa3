/** Connections to PostgreSQL: a pool, prepared statements, and transactions that are retried after a conflict. */
import { setTimeout as sleep } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import pg from 'pg';
import type { Audit, AuditEntry } from '../../../platform/audit-log.ts';
import { parseDatabaseAddress } from '../../../platform/database-address.ts';
import { NewerSchemaError } from '../database-error.ts';
import {
  camelCase,
  createReaders,
  type Db,
  type Found,
  type LockName,
  lockNames,
  outsideTransaction,
} from '../port.ts';
import { postgresDialect } from './dialect.ts';
import { isConflict, isLost, isUnusable } from './faults.ts';

const sequences = { clients: 'client_numbers', words: 'words_word_id_seq' } as const;
/** «LDVK» in ASCII, to avoid clashes with locks of another program in the database. */
const lockSpace = 0x4c44564b;
const lockNumber = (name: LockName): number => lockSpace + 1 + lockNames.indexOf(name);

export type Database = Db & {
  /** Runs queries on one snapshot of the database. */
  snapshot<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** From now on transactions throw a `NewerSchemaError` when the schema has a version above this one. */
  refuseNewerSchema(latest: number): void;
  /** Whether a pooler shares a server session between connections, which then lose their prepared statements. */
  sharesSessions(): Promise<boolean>;
  close(): Promise<void>;
};

/**
 * In milliseconds. `connectMs`: to connect, and for the answer to a BEGIN, which takes no longer. The server enforces the
 * timeouts of statements and locks; a server that has not even reported a timeout after `answerMs` is considered lost.
 */
export type Timeouts = { connectMs: number; statementMs: number; lockMs: number; answerMs: number };

export const defaultTimeouts: Timeouts = { connectMs: 5000, statementMs: 20_000, lockMs: 10_000, answerMs: 25_000 };

const idleMs = 30_000;
const idleInTransactionMs = 60_000;
const attemptsMax = 8;

const bigint = 20;
const numeric = 1700;
const toNumber = (text: string): number => Number(text);
/** IDs and times are below 2^53. */
const types = {
  getTypeParser: (type: number, format?: 'text' | 'binary') =>
    type === bigint || type === numeric ? toNumber : pg.types.getTypeParser(type, format),
} as pg.CustomTypesConfig;

const names = new Map<string, string>();
/** The name of the prepared statement, so that each text is prepared once per connection. */
function nameOf(sql: string): string {
  const name = names.get(sql) ?? `s${names.size}`;
  names.set(sql, name);
  return name;
}

type Queries = Pick<pg.ClientBase, 'query'>;

async function query(client: Queries, sql: string, values: unknown[]): Promise<Found & { changes: number }> {
  const { fields, rows, rowCount } = await client.query<unknown[]>({
    name: nameOf(sql),
    text: sql,
    values,
    rowMode: 'array',
    types,
  });
  return { keys: fields.map(({ name }) => camelCase(name)), lists: rows, changes: rowCount ?? 0 };
}

function inTransaction(client: pg.PoolClient, audited: (() => AuditEntry)[]): Db {
  const db: Db = {
    dialect: postgresDialect,
    ...createReaders((sql, values) => query(client, sql, values)),
    run: async (sql, ...values) => (await query(client, sql, values)).changes,
    transaction: (work) => work(db),
    audit: (entry) => void audited.push(entry),
    async lock(name, ...keys) {
      const numbers = new Set((keys.length === 0 ? [''] : keys).map((key) => crc32(key) | 0));
      const sql = 'SELECT pg_advisory_xact_lock($1::int, key) FROM unnest($2::int[]) AS key';
      await db.run(
        sql,
        lockNumber(name),
        [...numbers].sort((a, b) => a - b),
      );
    },
    nextId: async (table) => (await db.value<number>('SELECT nextval($1::regclass)', sequences[table])) ?? 0,
  };
  return db;
}

/** The connection was lost before the work began. */
class LostBeforeWork extends Error {}

const ignore = (): void => {};

/**
 * Begins a transaction that writes. A migration waits for the transactions under way, and later ones wait for the migration, so
 * that each sees its version.
 */
const beginChange = `BEGIN; SELECT pg_advisory_xact_lock_shared(${lockNumber('migrations')}, 0);
  SELECT max(version) AS version FROM schema_versions`;

type Begin = { text: string; query_timeout: number; latest?: number; audit?: Audit };

/** `pg` returns an array for several statements. */
function requireKnownSchema(results: pg.QueryResult | pg.QueryResult[], latest: number): void {
  const version = Array.isArray(results) ? results.at(-1)?.rows[0]?.version : 0;
  if (version > latest) throw new NewerSchemaError(version, latest);
}

async function runOnce<T>(pool: pg.Pool, work: (db: Db) => Promise<T>, begin: Begin): Promise<T> {
  const client = await pool.connect();
  let fault: Error | undefined;
  // Between two statements, a lost connection is reported as an event. The next statement fails.
  client.on('error', ignore);
  try {
    const results = await client.query(begin).catch((error: unknown) => {
      throw isLost(error) ? new LostBeforeWork('The connection was lost', { cause: error }) : error;
    });
    requireKnownSchema(results, begin.latest ?? 0);
    const audited: (() => AuditEntry)[] = [];
    const result = await work(inTransaction(client, audited));
    await client.query('COMMIT');
    for (const entry of audited) begin.audit?.(entry());
    return result;
  } catch (error) {
    if (isUnusable(error)) fault = error as Error;
    // A connection that cannot roll back is not reused either.
    else {
      await client.query('ROLLBACK').catch((lost: Error) => {
        fault = lost;
      });
    }
    throw error;
  } finally {
    client.off('error', ignore);
    client.release(fault);
  }
}

async function repeat<T>(work: () => Promise<T>, mayRepeat: (error: unknown) => boolean): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === attemptsMax || !mayRepeat(error)) {
        throw error instanceof LostBeforeWork ? error.cause : error;
      }
      await sleep(Math.random() * 20 * attempt);
    }
  }
}

/** A pooler that shares sessions gives the last one to the next connection that asks. */
async function sharesSessions(pool: pg.Pool): Promise<boolean> {
  const [first, second] = [await pool.connect(), await pool.connect()];
  try {
    const sessionOf = async (client: pg.PoolClient) =>
      (await client.query('SELECT pg_backend_pid() AS pid')).rows[0].pid;
    return (await sessionOf(first)) === (await sessionOf(second));
  } finally {
    first.release();
    second.release();
  }
}

/** Does not connect yet. Throws when `url` is not a PostgreSQL address. */
export function openPool(
  url: string,
  connections: number,
  { connectMs, statementMs, lockMs, answerMs }: Timeouts = defaultTimeouts,
  audit: Audit = null,
): Database {
  // Not set as connection parameters, which PgBouncer refuses. Compiling a statement takes up to 0.6 s, longer than it runs.
  const settings = `SET statement_timeout = ${statementMs}; SET lock_timeout = ${lockMs};
    SET idle_in_transaction_session_timeout = ${idleInTransactionMs}; SET jit = off`;
  const pool = new pg.Pool({
    ...parseDatabaseAddress(url),
    max: connections,
    connectionTimeoutMillis: connectMs,
    idleTimeoutMillis: idleMs,
    query_timeout: answerMs,
    onConnect: (client) => client.query(settings),
    keepAlive: true,
    application_name: 'ldvk-monitor',
  });
  // The pool drops an idle connection that was lost. The next query opens another one.
  pool.on('error', ignore);
  let change = { text: 'BEGIN', latest: 0, audit };
  const run = <T>(work: (db: Db) => Promise<T>, begin: Omit<Begin, 'query_timeout'>) =>
    runOnce(pool, work, { ...begin, query_timeout: connectMs });
  const transaction: Db['transaction'] = (work) =>
    repeat(
      () => run(work, change),
      (error) => isConflict(error) || error instanceof LostBeforeWork,
    );
  return {
    dialect: postgresDialect,
    ...outsideTransaction,
    ...createReaders((sql, values) => repeat(() => query(pool as unknown as Queries, sql, values), isLost)),
    run: (sql, ...values) => transaction((db) => db.run(sql, ...values)),
    transaction,
    nextId: (table) => transaction((db) => db.nextId(table)),
    snapshot: (work) =>
      repeat(
        () => run(work, { text: 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY' }),
        (error) => error instanceof LostBeforeWork,
      ),
    refuseNewerSchema(latest) {
      change = { text: beginChange, latest, audit };
    },
    sharesSessions: () => sharesSessions(pool),
    close: () => pool.end(),
  };
}
