/**
 * Migrates a store between a SQLite file and PostgreSQL, in either direction: copies all rows into an empty store, and compares
 * both afterwards. An interrupted run is continued by the next one.
 */
import { createHash } from 'node:crypto';
import { parseDatabaseAddress } from '../../../platform/database-address.ts';
import { DatabaseError } from '../database-error.ts';
import { openPool } from '../postgres/database.ts';
import { describeUrl } from '../postgres/faults.ts';
import { migrate } from '../postgres/migrate.ts';
import { checkUnused, describeError, withPostgresSource, withPostgresTarget } from './postgres.ts';
import { withSqliteSource, withSqliteTarget } from './sqlite.ts';
import {
  type Cell,
  createDigest,
  type Digest,
  differenceOf,
  keyOf,
  type Reader,
  type Row,
  type Source,
  type Table,
  type Target,
  withoutNul,
} from './tables.ts';

/** `done` of `total` rows of the table. */
export type Step = 'copying' | 'checking' | 'indexing';
export type CheckedTable = { table: Table; found: Digest; stripped: Digest['stripped']; difference: string | null };
export type Report = {
  onProgress(step: Step, table: string, done: number, total: number): void;
  /** All rows of the table are in the target. */
  onChecked(checked: CheckedTable): void;
};
export type Options = { report: Report; batchRows?: number };

const defaultBatchRows = 5000;

/** `counts`: the rows of the source by table. */
type Run = { source: Source; target: Target; counts: ReadonlyMap<string, number>; report: Report; batchRows: number };

/** A source that was changed between two runs has another one, unless rows were changed only: that is found by the check. */
async function fingerprint(source: Source, counts: ReadonlyMap<string, number>): Promise<string> {
  const content = JSON.stringify([[...counts], await source.settings()]);
  return createHash('sha256').update(content).digest('hex');
}

async function begin(source: Source, target: Target, counts: ReadonlyMap<string, number>): Promise<void> {
  const content = await fingerprint(source, counts);
  const begun = await target.begun();
  if (begun === null) return target.begin(content);
  if (begun === content) return;
  throw new DatabaseError(
    'The copying into this target was begun from another source, or the source has changed since. Name an empty target.',
  );
}

async function* batches(reader: Reader, table: Table, batchRows: number, from: Row | null = null) {
  for (let after = from; ; ) {
    const rows = await reader.rows(table, after, batchRows);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    if (rows.length < batchRows) return;
    after = keyOf(table, last);
  }
}

async function copyTable({ source, target, counts, report, batchRows }: Run, table: Table): Promise<void> {
  let { last, rows: done } = await target.position(table);
  for await (const rows of batches(source, table, batchRows, last)) {
    last = keyOf(table, rows.at(-1) ?? []);
    done += rows.length;
    await target.write(table, rows.map(withoutNul), { last, rows: done });
    report.onProgress('copying', table.name, done, counts.get(table.name) ?? 0);
  }
}

/** Reads the rows of both ends, and returns whether they are equal. */
async function checkTable({ source, target, counts, report, batchRows }: Run, table: Table): Promise<boolean> {
  const total = 2 * (counts.get(table.name) ?? 0);
  let done = 0;
  const digest = async (reader: Reader): Promise<Digest> => {
    const result = createDigest(table);
    for await (const rows of batches(reader, table, batchRows)) {
      result.add(rows);
      done += rows.length;
      report.onProgress('checking', table.name, done, total);
    }
    return result.end();
  };
  const [expected, found] = await Promise.all([digest(source), digest(target)]);
  const difference = differenceOf(expected, found);
  report.onChecked({ table, found, stripped: expected.stripped, difference });
  return difference === null;
}

async function checkSettings(target: Target, values: ReadonlyMap<string, Cell>): Promise<void> {
  for (const [name, value] of await target.settings()) {
    if (value !== values.get(name)) throw new DatabaseError(`${name}: ${values.get(name)} became ${value}`);
  }
}

/** Returns whether the target is complete and equal. */
async function copyStore(
  source: Source,
  target: Target,
  tables: readonly Table[],
  { report, batchRows = defaultBatchRows }: Options,
): Promise<boolean> {
  const counts = new Map<string, number>();
  for (const table of tables) counts.set(table.name, await source.count(table));
  const run = { source, target, counts, report, batchRows };
  await begin(source, target, counts);
  for (const table of tables) await copyTable(run, table);
  const values: ReadonlyMap<string, Cell> = new Map(await source.settings());
  await target.writeSettings(values);
  await checkSettings(target, values);

  const equal: boolean[] = [];
  for (const table of tables) equal.push(await checkTable(run, table));
  if (equal.includes(false)) return false;
  const posts = counts.get('posts') ?? 0;
  await target.finish((done) => report.onProgress('indexing', 'posts', done, posts));
  return true;
}

/** Files, or connection strings of PostgreSQL. */
export type Ends = { from: string; to: string };

const isUrl = (end: string): boolean => /^postgres(ql)?:\/\//.test(end);

/** Without the password. */
export const describeEnd = (end: string): string => (isUrl(end) ? describeUrl(end) : end);

function checkAddress(option: string, end: string): void {
  if (!isUrl(end)) return;
  try {
    parseDatabaseAddress(end);
  } catch (error) {
    throw new DatabaseError(`${option} ${(error as Error).message}`);
  }
}

/** Creates the tables of a PostgreSQL database, or brings them to the version of this program. Throws a `DatabaseError`. */
export async function migrateTables(url: string): Promise<void> {
  if (!isUrl(url)) throw new DatabaseError('--to must be postgres://… without --from: files are migrated at the start');
  checkAddress('--to', url);
  const database = openPool(url, 1);
  try {
    await checkUnused(database, url);
    await migrate(database);
  } catch (error) {
    throw describeError(url, error);
  } finally {
    await database.close();
  }
}

/** Returns whether the target is complete and equal. Throws a `DatabaseError`. */
export async function migrateStore({ from, to }: Ends, options: Options): Promise<boolean> {
  if (isUrl(from) === isUrl(to)) throw new DatabaseError('One end must be a file and the other one postgres://…');
  checkAddress('--from', from);
  checkAddress('--to', to);
  if (isUrl(to)) {
    return withSqliteSource(from, (source) =>
      withPostgresTarget(to, (target, tables) => copyStore(source, target, tables, options)),
    );
  }
  return withPostgresSource(from, (source, tables) =>
    withSqliteTarget(to, (target) => copyStore(source, target, tables, options)),
  );
}
