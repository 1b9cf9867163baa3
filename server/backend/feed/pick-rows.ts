/** Picks rows from the packed columns: reading 20,000 of them from `posts` takes ten times as long. */
import type { DatabaseSync } from 'node:sqlite';
import {
  type ColumnName,
  chunkOf,
  idsPerChunk,
  placeOf,
  type RowColumns,
  type Rows,
  rowColumns,
} from '../store/sqlite/row-columns.ts';
import { createColumnReader, readVersions } from './row-columns.ts';

/** Copies the values at the places to the end of a column. A loop, because other ways take several times as long. */
export function append<Column extends Float64Array | Uint32Array>(
  to: Column,
  end: number,
  values: Column,
  places: Uint32Array | null,
): void {
  if (places === null) to.set(values, end);
  else for (let index = 0; index < places.length; index += 1) to[end + index] = values[places[index] ?? 0] ?? 0;
}

/** The rows at the places. */
export function rowsAt<Columns extends Partial<RowColumns>>(rows: Columns, places: Uint32Array): Columns {
  const columns = Object.entries(rows) as [ColumnName, RowColumns[ColumnName]][];
  const pick = ([name, column]: (typeof columns)[number]) => {
    const picked = new rowColumns[name].Type(places.length);
    append(picked, 0, column, places);
    return [name, picked];
  };
  return Object.fromEntries(columns.map(pick)) as Columns;
}

/** The rows with these IDs, which ascend. All of them exist. */
export function pickRows<Name extends ColumnName>(
  db: DatabaseSync,
  names: readonly Name[],
  ids: Float64Array,
): Rows<Name> {
  const read = createColumnReader(db);
  const versions = readVersions(db, ids[0], (ids.at(-1) ?? 0) + 1);
  const picked = names.map((name) => [name, new rowColumns[name].Type(ids.length)] as const);
  for (let start = 0; start < ids.length; ) {
    const chunk = chunkOf(ids[start] ?? 0);
    const end = placeOf(ids, (chunk + 1) * idsPerChunk);
    const columns = read(chunk, versions.get(chunk) ?? 0, ['ids', ...names]) as Rows<Name>;
    const places = Uint32Array.from(ids.subarray(start, end), (id) => placeOf(columns.ids, id));
    for (const [name, column] of picked) append<Float64Array | Uint32Array>(column, start, columns[name], places);
    start = end;
  }
  return { ids, ...Object.fromEntries(picked) } as Rows<Name>;
}
