/** Databases with the world of calls-world.ts: each run of calls begins with the same rows. */
import { randomUUID } from 'node:crypto';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate, setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { openPostgresStore, openStore } from '../../server/backend/open-store.ts';
import type { Store } from '../../server/backend/store/store.ts';
import { worldNow } from './calls-world.ts';
import { placeMigratedDatabase } from './migrated-database.ts';
import { startReaderHere as startReader } from './reader-here.ts';

export type TableRows = Record<string, Record<string, unknown>[]>;
/** The columns of each table. */
export type TableColumns = Record<string, string[]>;

/** Calls under way: how many have been sent, have reached the app, and have been answered. */
export type Progress = { sent: number; arrived: number; answered: number };

export type OpenedRun = {
  store: Store;
  /** Holds every writer back. Returns what lets them go when all calls wait, or were answered without writing. */
  hold(): Promise<(progress: Progress) => Promise<void>>;
  readTables(): Promise<TableRows>;
  readColumns(): Promise<TableColumns>;
  close(): Promise<void>;
};

export type CallsEngine = {
  /** Fills the database that the runs copy. */
  build<T>(fill: (store: Store) => Promise<T>): Promise<T>;
  open(): Promise<OpenedRun>;
  close(): Promise<void>;
};

const now = () => worldNow;
const pollMs = 2;

/** Another connection has the write lock, and a write waits in front of the writes of the calls. */
async function holdFile(file: string, store: Store) {
  const other = new DatabaseSync(file);
  other.exec('BEGIN IMMEDIATE');
  const first = store.transaction(async () => undefined);
  return async (progress: Progress) => {
    while (progress.arrived < progress.sent) await setTimeout(pollMs);
    await setImmediate();
    other.exec('ROLLBACK');
    other.close();
    await first;
  };
}

/** Reads something of each table. */
function readFile<T>(file: string, read: (db: DatabaseSync, table: string) => T): Record<string, T> {
  const db = new DatabaseSync(file);
  const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'").all();
  const found = tables.map(({ name }) => [String(name), read(db, String(name))] as const);
  db.close();
  return Object.fromEntries(found);
}

export function createSqliteEngine(): CallsEngine {
  const folder = mkdtempSync(path.join(tmpdir(), 'ldvk-calls-'));
  const world = path.join(folder, 'world.sqlite');
  const file = path.join(folder, 'run.sqlite');
  placeMigratedDatabase(world);
  return {
    async build(fill) {
      const store = openStore(world, { now, startReader });
      try {
        return await fill(store);
      } finally {
        await store.close();
      }
    },
    async open() {
      copyFileSync(world, file);
      const store = openStore(file, { now, startReader });
      return {
        store,
        hold: () => holdFile(file, store),
        async readTables() {
          // What a call does after its reply comes first.
          await store.transaction(async () => undefined);
          return readFile(file, (db, table) => db.prepare(`SELECT * FROM "${table}"`).all());
        },
        readColumns: async () =>
          readFile(file, (db, table) =>
            db
              .prepare(`SELECT * FROM "${table}"`)
              .columns()
              .map(({ name }) => name),
          ),
        close: () => store.close(),
      };
    },
    async close() {
      rmSync(folder, { recursive: true });
    },
  };
}

const numbers = {
  getTypeParser: (type: number) => ([20, 1700].includes(type) ? Number : pg.types.getTypeParser(type)),
};

async function connect(database: string): Promise<pg.Client> {
  const connectionString = `${process.env.TEST_POSTGRES_URL}${database}`;
  const client = new pg.Client({ connectionString, types: numbers as pg.CustomTypesConfig });
  await client.connect();
  return client.on('error', () => undefined);
}

/** Inside a transaction the view does not change by itself. */
const waitingSql = `SELECT count(*) AS count FROM pg_stat_clear_snapshot(), pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock'`;

/** Another connection has locked the journal, so that transactions with a record stop before their end. */
async function holdJournal(client: pg.Client) {
  await client.query('BEGIN; LOCK TABLE journal IN EXCLUSIVE MODE');
  return async (progress: Progress) => {
    for (;;) {
      const { rows } = await client.query(waitingSql);
      if (rows[0].count + progress.answered >= progress.sent) break;
      await setTimeout(pollMs);
    }
    await client.query('ROLLBACK');
  };
}

async function readTableResults(client: pg.Client): Promise<Record<string, pg.QueryResult>> {
  const { rows } = await client.query(
    "SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'",
  );
  const names: string[] = rows.map(({ name }) => name);
  const results = (await client.query(
    names.map((name) => `SELECT * FROM ${name}`).join(';'),
  )) as unknown as pg.QueryResult[];
  return Object.fromEntries(names.map((name, index) => [name, results[index] as pg.QueryResult]));
}

const mapValues = <From, To>(record: Record<string, From>, map: (value: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));

export async function createPostgresEngine(): Promise<CallsEngine> {
  const administrator = await connect('postgres');
  const folder = mkdtempSync(path.join(tmpdir(), 'ldvk-calls-'));
  const world = `w${randomUUID().replaceAll('-', '')}`;
  let runs = 0;
  const openNamed = (name: string) =>
    openPostgresStore(`${process.env.TEST_POSTGRES_URL}${name}`, {
      connections: 12,
      now,
      startReader,
      replicaFolder: path.join(folder, name),
    });
  await administrator.query(`CREATE DATABASE ${world} TEMPLATE migrated STRATEGY file_copy`);
  return {
    async build(fill) {
      const store = await openNamed(world);
      try {
        return await fill(store);
      } finally {
        await store.close();
      }
    },
    async open() {
      runs += 1;
      const name = `${world}_${runs}`;
      await administrator.query(`CREATE DATABASE ${name} TEMPLATE ${world} STRATEGY file_copy`);
      const store = await openNamed(name);
      const client = await connect(name);
      return {
        store,
        hold: () => holdJournal(client),
        readTables: async () => mapValues(await readTableResults(client), ({ rows }) => rows),
        readColumns: async () =>
          mapValues(await readTableResults(client), ({ fields }) => fields.map(({ name }) => name)),
        async close() {
          await client.end();
          await store.close();
          await administrator.query(`DROP DATABASE ${name} WITH (FORCE)`);
        },
      };
    },
    async close() {
      await administrator.query(`DROP DATABASE ${world} WITH (FORCE)`);
      await administrator.end();
      rmSync(folder, { recursive: true });
    },
  };
}
