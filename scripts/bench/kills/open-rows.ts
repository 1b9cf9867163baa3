/** Reads the database of either engine beside the service. */
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';

export type Row = Record<string, unknown>;
export type Rows = { engine: 'sqlite' | 'postgres'; read(sql: string): Promise<Row[]>; close(): Promise<void> };

function openFile(file: string): Rows {
  const db = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  return { engine: 'sqlite', read: async (sql) => db.prepare(sql).all(), close: async () => db.close() };
}

async function openServer(url: string): Promise<Rows> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return { engine: 'postgres', read: async (sql) => (await client.query(sql)).rows, close: () => client.end() };
}

/** `url` is null for SQLite. */
export const openRows = async (url: string | null, file: string): Promise<Rows> =>
  url === null ? openFile(file) : openServer(url);

/** The value of a query with one row and one column. */
export const numberOf = async (rows: Rows, sql: string): Promise<number> =>
  Number(Object.values((await rows.read(sql))[0] ?? {})[0]);
