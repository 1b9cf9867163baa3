/** Reads the packed columns of rows (store/sqlite/row-columns.ts). */
import type { DatabaseSync } from 'node:sqlite';
import { placesOf } from '../rules/bits.ts';
import {
  type ColumnName,
  chunkOf,
  idsPerChunk,
  placeOf,
  type RowColumns,
  type Rows,
  rowColumns,
  unpackColumn,
} from '../store/sqlite/row-columns.ts';
import { readArrays, readNumber } from '../store/sqlite/sql.ts';
import { automaticStories, type OwnStories, replaceStories } from './own-stories.ts';
import { emptyMask, greatestOf, maskOf, type ValueRange, type Values } from './row-mask.ts';

type CachedChunk = { version: number; columns: Partial<RowColumns> };

/** The columns that a connection has read, by chunk. Reading IDs and stories of a million rows again takes 14 ms. */
const kept = new WeakMap<DatabaseSync, Map<number, CachedChunk>>();

/** Returns a function that reads columns of a chunk, and caches them until its version changes. Stories are the viewer's. */
function createColumnReader(db: DatabaseSync, own: OwnStories) {
  const chunks = kept.get(db) ?? new Map<number, CachedChunk>();
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
    const { ids, stories } = columns;
    const replaced = ids && stories && replaceStories(own, ids, stories);
    return replaced === stories ? columns : { ...columns, stories: replaced };
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
 * The rows from `fromId` to before `toId`, chunk by chunk. Reads and caches the named columns; whole chunks may have others.
 */
export function* readChunks<Name extends ColumnName>(
  db: DatabaseSync,
  own: OwnStories,
  names: readonly Name[],
  fromId = 0,
  toId = Number.MAX_SAFE_INTEGER,
): Iterable<Rows<Name>> {
  const read = createColumnReader(db, own);
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
export function countChunkRows(db: DatabaseSync, fromId = 0, toId = Number.MAX_SAFE_INTEGER): number {
  const sql = 'SELECT sum(length(ids)) FROM row_columns WHERE chunk BETWEEN ? AND ?';
  return readNumber(db, sql, chunkOf(fromId), chunkOf(toId)) / Float64Array.BYTES_PER_ELEMENT;
}

/** Faster than SQLite, which takes 50 ns per row. */
export function countRowsBetween(db: DatabaseSync, { fromId, toId }: Record<'fromId' | 'toId', number | null>): number {
  let rows = 0;
  for (const { ids } of readChunks(db, automaticStories, [], fromId ?? 0, toId ?? undefined)) rows += ids.length;
  return rows;
}

/**
 * Copies the values at `places`, or all, into a column from `end` on. A loop, because other ways take several times as long.
 */
export function append<Column extends Values>(
  to: Column,
  end: number,
  values: Column,
  places: Uint32Array | null,
): void {
  if (places === null) to.set(values, end);
  else for (let index = 0; index < places.length; index += 1) to[end + index] = values[places[index] ?? 0] ?? 0;
}

const greatest = new WeakMap<Uint32Array, number>();

/** The greatest value of a column, which must not change. It is memoised per column. */
export function greatestIn(column: Uint32Array): number {
  const known = greatest.get(column);
  if (known !== undefined) return known;
  const found = greatestOf(column);
  greatest.set(column, found);
  return found;
}

/** Whether the range includes all values of the column, none, or possibly some. */
export function overlapOf(column: Uint32Array, { since, until }: ValueRange): 'all' | 'some' | 'none' {
  const last = greatestIn(column);
  if (last <= since) return 'none';
  return since === 0 && last <= until ? 'all' : 'some';
}

/** The mask of the rows that arrived in the range. Nearly all chunks are older, and are not compared. */
export const maskArrived = (arrivals: Uint32Array, range: ValueRange): Uint8Array =>
  overlapOf(arrivals, range) === 'none' ? emptyMask(arrivals.length) : maskOf(arrivals, range, null);

/** Copies the rows of the mask. */
export function rowsOf<Columns extends Partial<RowColumns>>(rows: Columns, mask: Uint8Array): Columns {
  const places = placesOf(mask);
  const columns = Object.entries(rows) as [ColumnName, RowColumns[ColumnName]][];
  const pick = ([name, column]: (typeof columns)[number]) => {
    const picked = new rowColumns[name].Type(places.length);
    append(picked, 0, column, places);
    return [name, picked];
  };
  return Object.fromEntries(columns.map(pick)) as Columns;
}

/** The rows with these IDs, which must exist and ascend. Reading 20,000 of them from `posts` takes ten times as long. */
export function pickRows<Name extends ColumnName>(
  db: DatabaseSync,
  own: OwnStories,
  names: readonly Name[],
  ids: Float64Array,
) {
  const read = createColumnReader(db, own);
  const versions = readVersions(db, ids[0], (ids.at(-1) ?? 0) + 1);
  const picked = names.map((name) => [name, new rowColumns[name].Type(ids.length)] as const);
  for (let start = 0; start < ids.length; ) {
    const chunk = chunkOf(ids[start] ?? 0);
    const end = placeOf(ids, (chunk + 1) * idsPerChunk);
    const columns = read(chunk, versions.get(chunk) ?? 0, ['ids', ...names]) as Rows<Name>;
    const places = Uint32Array.from(ids.subarray(start, end), (id) => placeOf(columns.ids, id));
    for (const [name, column] of picked) append<Values>(column, start, columns[name], places);
    start = end;
  }
  return { ids, ...Object.fromEntries(picked) } as Rows<Name>;
}

/**
 * Assigns dense keys to the values of columns, so that counts per value are an array. Keys begin at 0, and are never removed:
 * their values are the sources or the cities of posts.
 */
export function createDenseKeys() {
  const values: number[] = [];
  const keys = new Map<number, number>();
  const kept = new WeakMap<Values, Uint32Array>();
  const keyOf = (value: number): number => {
    const known = keys.get(value);
    if (known !== undefined) return known;
    keys.set(value, values.length);
    return values.push(value) - 1;
  };
  return {
    /** The value of each key. */
    values: values as readonly number[],
    /** The keys of a column, which must not change. They are memoised per column. */
    keysOf(column: Values): Uint32Array {
      const found = kept.get(column) ?? Uint32Array.from(column, keyOf);
      kept.set(column, found);
      return found;
    },
  };
}

export const cityKeys = createDenseKeys();
export const ownerKeys = createDenseKeys();
