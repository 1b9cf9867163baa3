/** Reads the rows of PostgreSQL for a migration. */
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseError } from '../database-error.ts';
import type { Db } from '../port.ts';
import { describeUrl, serverFault } from '../postgres/faults.ts';
import type { Reader } from './ends.ts';
import type { Cell } from './rows.ts';
import { settings } from './settings.ts';
import { type Column, type Table, tableKeys } from './tables.ts';

/** The tables with their columns in this database. */
export async function readTables(db: Db): Promise<Table[]> {
  const columns = await db.rows<Column & { tableName: string }>(
    `SELECT table_name, column_name AS name, data_type AS type FROM information_schema.columns
     WHERE table_schema = current_schema() ORDER BY table_name, ordinal_position`,
  );
  const byTable = Map.groupBy(columns, ({ tableName }) => tableName);
  return tableKeys.map((table) => ({ ...table, columns: byTable.get(table.name) ?? [] }));
}

const casts = new Map([
  ['boolean', '::int'],
  ['bytea', '::text'],
  ['uuid', '::text'],
]);

/** Texts sort as in SQLite. */
const sortedColumn = ({ columns }: Table, name: string): string =>
  columns.find((column) => column.name === name)?.type === 'text' ? `"${name}" COLLATE "C"` : `"${name}"`;

export const createPostgresReader = (db: Db): Reader => ({
  async rows(table, after, limit) {
    const key = table.key.map((name) => sortedColumn(table, name)).join(', ');
    const where = after === null ? '' : `WHERE (${key}) > (${table.key.map((_, index) => `$${index + 1}`).join(', ')})`;
    const columns = table.columns.map(({ name, type }) => `"${name}"${casts.get(type) ?? ''}`).join(', ');
    const sql = `SELECT ${columns} FROM ${table.name} ${where} ORDER BY ${key} LIMIT ${limit}`;
    return (await db.rows(sql, ...(after ?? []))).map((row) => Object.values(row) as Cell[]);
  },
  async settings() {
    const values: [string, Cell][] = [];
    for (const { name, postgres } of settings) {
      values.push([name, Object.values((await db.row(postgres.read)) ?? {})[0] as Cell]);
    }
    return values;
  },
});

/** Connections of a process that has just ended may still be listed. */
const endingMs = 3000;
const pollMs = 100;

/** Refuses a database that a service uses. This process has one connection. */
export async function checkUnused(db: Db, url: string): Promise<void> {
  for (const until = Date.now() + endingMs; ; await sleep(pollMs)) {
    const used = await db.row(
      `SELECT pid FROM pg_stat_activity WHERE datname = current_database()
         AND application_name = 'ldvk-monitor' AND pid <> pg_backend_pid()`,
    );
    if (used === null) return;
    if (Date.now() > until) {
      throw new DatabaseError(`${describeUrl(url)} is in use: stop the service and its commands first`);
    }
  }
}

/** Describes faults of the server by their remedies. */
export function describeError(url: string, error: unknown): unknown {
  const fault = serverFault(error);
  return fault === null ? error : new DatabaseError(`Cannot use the database ${describeUrl(url)}: ${fault}`);
}
