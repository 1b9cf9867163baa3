/** Writes the packed columns of rows (row-columns.ts). The methods run inside the caller's transaction. */
import type { DatabaseSync } from 'node:sqlite';
import {
  type ColumnName,
  chunkOf,
  idsPerChunk,
  placeOf,
  type RowColumns,
  rowColumns,
  selectRows,
  unpackColumn,
} from './row-columns.ts';

const names = Object.keys(rowColumns) as ColumnName[];

/** The version is random, because a chunk that was dropped and written again must not have one that it had before. */
function createChunkWriter(db: DatabaseSync) {
  const save = db.prepare(`INSERT OR REPLACE INTO row_columns VALUES (?, ?${', ?'.repeat(names.length)})`);
  return (chunk: number, columns: RowColumns): void =>
    void save.run(chunk, Math.floor(Math.random() * Number.MAX_SAFE_INTEGER), ...names.map((name) => columns[name]));
}

/** Packs the columns of all rows, chunk by chunk, so that the caller may let other work run between two chunks. */
export function* packChunks(db: DatabaseSync): Generator<void> {
  const write = createChunkWriter(db);
  for (const { chunk } of db.prepare(`SELECT DISTINCT id / ${idsPerChunk} AS chunk FROM posts`).all()) {
    const first = Number(chunk) * idsPerChunk;
    write(Number(chunk), selectRows(db, names, { sql: `id >= ${first} AND id < ${first + idsPerChunk}`, params: [] }));
    yield;
  }
}

/** Packs the columns of all rows. */
export function packRows(db: DatabaseSync): void {
  for (const _ of packChunks(db));
}

/** A row that replaces the one with its ID, or is added. */
type Edit = { id: number; values: readonly number[] | null };

/** Replaces the rows of the edits, which ascend. `values` are in the order of `names`. Null: the row is gone. */
function replaceRows(old: RowColumns, edits: readonly Edit[]): RowColumns {
  const placed = edits.map(({ id, values }) => {
    const place = placeOf(old.ids, id);
    return { place, next: old.ids[place] === id ? place + 1 : place, values };
  });
  const change = placed.reduce((sum, { place, next, values }) => sum + (values ? 1 : 0) - (next - place), 0);
  const replaceIn = (name: ColumnName, index: number) => {
    const [source, column] = [old[name], new rowColumns[name].Type(old.ids.length + change)];
    let [from, to] = [0, 0];
    for (const { place, next, values } of placed) {
      column.set(source.subarray(from, place), to);
      to += place - from;
      from = next;
      if (values) column[to++] = values[index] ?? 0;
    }
    column.set(source.subarray(from), to);
    return [name, column];
  };
  return Object.fromEntries(names.map(replaceIn)) as RowColumns;
}

export function createRowColumns(db: DatabaseSync) {
  const findRow = db.prepare(`SELECT ${names.map((name) => rowColumns[name].sql).join(', ')} FROM posts WHERE id = ?`);
  findRow.setReturnArrays(true);
  const findChunk = db.prepare(`SELECT ${names.join(', ')} FROM row_columns WHERE chunk = ?`);
  const save = createChunkWriter(db);
  const remove = db.prepare('DELETE FROM row_columns WHERE chunk = ?');
  const touched = new Set<number>();

  function readChunk(chunk: number): RowColumns {
    const stored = findChunk.get(chunk);
    const column = (name: ColumnName) => unpackColumn(name, (stored?.[name] ?? new Uint8Array()) as Uint8Array);
    return Object.fromEntries(names.map((name) => [name, column(name)])) as RowColumns;
  }
  function writeChunk(chunk: number, ids: readonly number[]): void {
    const rowOf = (id: number): Edit => ({ id, values: (findRow.get(id) ?? null) as readonly number[] | null });
    const columns = replaceRows(readChunk(chunk), ids.map(rowOf));
    if (columns.ids.length > 0) save(chunk, columns);
    else remove.run(chunk);
  }
  return {
    /** The row was added or removed, or a value of a packed column changed. */
    touch: (id: number): void => void touched.add(id),
    /** Updates the chunks of the touched rows. Every batch ends with it. */
    write(): void {
      const ids = [...touched].sort((a, b) => a - b);
      touched.clear();
      for (const [chunk, rows] of Map.groupBy(ids, chunkOf)) writeChunk(chunk, rows);
    },
  };
}
