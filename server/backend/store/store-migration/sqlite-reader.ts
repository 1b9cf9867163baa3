/** Reads the rows of a SQLite file for a migration. */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { readArrays } from '../sqlite/sql.ts';
import type { Reader } from './ends.ts';
import type { Cell, Row } from './rows.ts';
import { settings } from './settings.ts';
import { storedCells } from './sqlite-writer.ts';
import { quoted, type Table } from './tables.ts';

const toHex = (value: unknown): Cell =>
  value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : (value as Cell);

const tableSource = ({ name, key, rest }: Table): string =>
  rest === undefined ? name : `${name} LEFT JOIN ${rest} USING (${quoted(key)})`;

export function createSqliteReader(db: DatabaseSync): Reader {
  const keyCells = (table: Table, key: Row): SQLInputValue[] => {
    const cells: Cell[] = table.columns.map(({ name }) => key[table.key.indexOf(name)] ?? null);
    return storedCells(table, table.key)(cells);
  };
  return {
    async rows(table, after, limit) {
      const key = quoted(table.key);
      const where = after === null ? '' : `WHERE (${key}) > (${table.key.map(() => '?').join(', ')})`;
      const columns = quoted(table.columns.map(({ name }) => name));
      const sql = `SELECT ${columns} FROM ${tableSource(table)} ${where} ORDER BY ${key} LIMIT ${limit}`;
      return readArrays(db, sql, after === null ? [] : keyCells(table, after)).map((row) => row.map(toHex));
    },
    async settings() {
      return settings.map(({ name, sqlite }) => [name, Object.values(db.prepare(sqlite.read).get() ?? {})[0] as Cell]);
    },
  };
}
