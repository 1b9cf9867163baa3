/** Reads the packed columns of rows (store/sqlite/row-columns.ts). */
import type { DatabaseSync } from 'node:sqlite';
import {
  type ColumnName,
  chunkOf,
  placeOf,
  type RowColumns,
  type Rows,
  unpackColumn,
} from '../store/sqlite/row-columns.ts';
import { readArrays } from '../store/sqlite/sql.ts';

type KeptChunk = { version: number; columns: Partial<RowColumns> };

/** The columns that a connection has read, by chunk. Reading IDs and stories of a million rows again takes 14 ms. */
const kept = new WeakMap<DatabaseSync, Map<number, KeptChunk>>();

/** Returns a function that reads a column of a chunk, unless it is known in this version. */
export function createColumnReader(db: DatabaseSync) {
  const chunks = kept.get(db) ?? new Map<number, KeptChunk>();
  kept.set(db, chunks);
  const statements = new Map<ColumnName, ReturnType<DatabaseSync['prepare']>>();
  const read = <Name extends ColumnName>(chunk: number, name: Name): RowColumns[Name] => {
    const find = statements.get(name) ?? db.prepare(`SELECT ${name} AS bytes FROM row_columns WHERE chunk = ?`);
    statements.set(name, find);
    return unpackColumn(name, find.get(chunk)?.bytes as Uint8Array);
  };
  return (chunk: number, version: number, names: readonly ColumnName[]): Partial<RowColumns> => {
    const known = chunks.get(chunk);
    const columns = known?.version === version ? known.columns : {};
    if (columns !== known?.columns) chunks.set(chunk, { version, columns });
    for (const name of names) if (!columns[name]) Object.assign(columns, { [name]: read(chunk, name) });
    return columns;
  };
}

/**
 * The versions of the chunks that have rows of the range, by chunk in ascending order. A transaction that changes anything of a
 * row, also its text, changes the version of its chunk.
 */
export function readVersions(db: DatabaseSync, fromId = 0, toId = Number.MAX_SAFE_INTEGER): Map<number, number> {
  const sql = 'SELECT chunk, version FROM row_columns WHERE chunk BETWEEN ? AND ? ORDER BY chunk';
  return new Map(readArrays<[number, number]>(db, sql, [chunkOf(fromId), chunkOf(toId - 1)]));
}

/**
 * The rows from `fromId` up to and without `toId`, chunk by chunk. Reads and keeps the columns that are named; whole chunks may
 * have others.
 */
export function* readChunks<Name extends ColumnName>(
  db: DatabaseSync,
  names: readonly Name[],
  fromId = 0,
  toId = Number.MAX_SAFE_INTEGER,
): Iterable<Rows<Name>> {
  const read = createColumnReader(db);
  const wanted: readonly ColumnName[] = ['ids', ...names];
  for (const [chunk, version] of readVersions(db, fromId, toId)) {
    const columns = read(chunk, version, wanted) as Rows<Name>;
    const [first, end] = [placeOf(columns.ids, fromId), placeOf(columns.ids, toId)];
    if (end - first === columns.ids.length) {
      yield columns;
      continue;
    }
    const entries = wanted.map((name) => [name, columns[name as Name].subarray(first, end)]);
    yield Object.fromEntries(entries) as Rows<Name>;
  }
}

/** The number of rows in the chunks of the range. */
export function countChunkRows(db: DatabaseSync, fromId: number, toId: number): number {
  const sizes = db.prepare('SELECT sum(length(ids)) AS bytes FROM row_columns WHERE chunk BETWEEN ? AND ?');
  return Number(sizes.get(chunkOf(fromId), chunkOf(toId))?.bytes) / Float64Array.BYTES_PER_ELEMENT;
}
