/** Picks rows from the packed columns: reading 20,000 of them from `posts` takes ten times as long. */
import type { DatabaseSync } from 'node:sqlite';
import {
  type ColumnName,
  chunkOf,
  createColumnReader,
  idsPerChunk,
  placeOf,
  type RowColumns,
  type Rows,
  readVersions,
  rowColumns,
} from './row-columns.ts';

/** The values at the places. A loop, because `map` and `filter` take several times as long. */
function valuesAt(name: ColumnName, column: RowColumns[ColumnName], places: Uint32Array): RowColumns[ColumnName] {
  const values = new rowColumns[name].Type(places.length);
  for (let index = 0; index < places.length; index += 1) values[index] = column[places[index] ?? 0] ?? 0;
  return values;
}

/** The rows at the places. */
export function rowsAt<Columns extends Partial<RowColumns>>(rows: Columns, places: Uint32Array): Columns {
  const columns = Object.entries(rows) as [ColumnName, RowColumns[ColumnName]][];
  return Object.fromEntries(columns.map(([name, column]) => [name, valuesAt(name, column, places)])) as Columns;
}

/** The rows with these IDs, which ascend. All of them exist. */
export function pickRows<Name extends ColumnName>(
  db: DatabaseSync,
  names: readonly Name[],
  ids: Float64Array,
): Rows<Name> {
  const read = createColumnReader(db);
  const versions = readVersions(db, ids[0], (ids.at(-1) ?? 0) + 1);
  const picked = names.map((name) => new rowColumns[name].Type(ids.length));
  for (let start = 0; start < ids.length; ) {
    const chunk = chunkOf(ids[start] ?? 0);
    const end = placeOf(ids, (chunk + 1) * idsPerChunk);
    const columns = read(chunk, versions.get(chunk) ?? 0, ['ids', ...names]) as Rows<Name>;
    const places = Uint32Array.from(ids.subarray(start, end), (id) => placeOf(columns.ids, id));
    for (const [index, name] of names.entries()) picked[index]?.set(valuesAt(name, columns[name], places), start);
    start = end;
  }
  return { ids, ...Object.fromEntries(names.map((name, index) => [name, picked[index]])) } as Rows<Name>;
}
