/** Writes rows of a migration into SQLite. */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { databaseFault } from '../sqlite/database.ts';
import { type Row, RowError } from './rows.ts';
import { quoted, type Table } from './tables.ts';

const fromHex = (text: string): Uint8Array => Buffer.from(text.slice(2), 'hex');

/** Returns a function that makes values of SQLite of the cells of these columns. */
export function storedCells({ columns }: Table, names: readonly string[]): (row: Row) => SQLInputValue[] {
  const places = names.map((name) => columns.findIndex((column) => column.name === name));
  return (row) =>
    places.map((place) => {
      const cell = row[place] ?? null;
      return typeof cell === 'string' && columns[place]?.type === 'bytea' ? fromHex(cell) : cell;
    });
}

/** Returns a function that writes a row into the one or two tables of SQLite. */
export function createRowWriter(db: DatabaseSync, table: Table): (row: Row) => void {
  const writers = [table.name, ...(table.rest === undefined ? [] : [table.rest])].map((name) => {
    const stored = db.prepare(`SELECT name FROM pragma_table_info('${name}')`).all();
    const columns = table.columns
      .map((column) => column.name)
      .filter((column) => stored.some((own) => own.name === column));
    const insert = db.prepare(`INSERT INTO ${name} (${quoted(columns)}) VALUES (${columns.map(() => '?').join(', ')})`);
    const cellsOf = storedCells(table, columns);
    return (row: Row) => insert.run(...cellsOf(row));
  });
  return (row) => {
    try {
      for (const write of writers) write(row);
    } catch (error) {
      throw new RowError(table, row, databaseFault(error) ?? (error as Error).message);
    }
  };
}
