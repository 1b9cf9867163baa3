/**
 * Migrates a store between a SQLite file and PostgreSQL, in either direction: copies all rows into an empty store, and compares
 * both afterwards. The next run continues an interrupted one.
 */
import { createHash } from 'node:crypto';
import { parseDatabaseAddress } from '../../../platform/database-address.ts';
import { DatabaseError } from '../database-error.ts';
import { countRows } from '../page.ts';
import type { Db } from '../port.ts';
import { describeUrl } from '../postgres/faults.ts';
import { migratePostgres, withPostgresSource, withPostgresTarget } from './postgres.ts';
import { withSqliteSource, withSqliteTarget } from './sqlite.ts';
import {
  type End,
  keyOf,
  progressTable,
  quoted,
  type Row,
  RowError,
  readPosition,
  readProgress,
  savePosition,
  saveProgress,
  settings,
  type Table,
  type Target,
  valuesOf,
} from './tables.ts';

export type Step = 'copying' | 'checking' | 'indexing';
/**
 * `rows` and `hash`, a checksum, are of the target. `stripped`: rows of the source with the character NUL, and the first few of
 * their keys. `difference`: null when both ends are equal.
 */
export type CheckedTable = {
  name: string;
  rows: number;
  hash: string;
  stripped: { rows: number; keys: Row[] };
  difference: string | null;
};
export type Report = {
  /** `done` and `total` count rows of the table. */
  onProgress(step: Step, table: string, done: number, total: number): void;
  /** Called when all rows of the table are in the target. */
  onChecked(checked: CheckedTable): void;
};
export type Options = { report: Report; batchRows?: number };

const defaultBatchRows = 5000;
/** A commit writes index pages all over the database, so several batches share one. */
const batchesPerCommit = 20;
const namedKeys = 5;

/** `counts`: the rows of the source by table. */
type Run = { source: End; target: Target; counts: ReadonlyMap<string, number>; report: Report; batchRows: number };

async function readSettings({ db, engine }: End): Promise<[name: string, value: unknown][]> {
  const values: [string, unknown][] = [];
  for (const { name, [engine]: side } of settings) values.push([name, await db.value(`SELECT ${side.read}`)]);
  return values;
}

/** Continues a run that began with the same source, or begins with an empty target. */
async function begin(source: End, { name: target, db }: Target, counts: ReadonlyMap<string, number>): Promise<void> {
  // Differs if the source was changed between two runs, unless only values were changed, which the check finds.
  const content = JSON.stringify([[...counts], await readSettings(source)]);
  const fingerprint = createHash('sha256').update(content).digest('hex');
  await db.run(`CREATE TABLE IF NOT EXISTS ${progressTable} (name text PRIMARY KEY, value text NOT NULL)`);
  const started = await readProgress(db, 'source');
  if (started === fingerprint) return;
  if (started !== null) {
    throw new DatabaseError(
      'The copy into this target was started from another source, or the source has changed since. Name an empty target.',
    );
  }
  for (const name of counts.keys()) {
    if ((await db.row(`SELECT 1 FROM ${name} LIMIT 1`)) === null) continue;
    await db.run(`DROP TABLE ${progressTable}`);
    throw new DatabaseError(`${target} already has data (${name}): name an empty database`);
  }
  await saveProgress(db, 'source', fingerprint);
}

const toCell = (value: unknown) => (value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value);

/** The next rows after the key, in the order of keys. Texts sort by their bytes on both engines. */
async function readRows({ db, engine }: End, table: Table, after: Row | null, limit: number): Promise<Row[]> {
  const { byBytes } = db.dialect;
  const key = table.key.map(({ name, type }) => (type === 'text' ? byBytes(`"${name}"`) : `"${name}"`)).join(', ');
  const where = after === null ? '' : `WHERE (${key}) > (${table.key.map((_, index) => `$${index + 1}`).join(', ')})`;
  const join = engine === 'sqlite' && table.rest ? `LEFT JOIN ${table.rest} USING (${quoted(table.key)})` : '';
  const rows = await db.rows(
    `SELECT ${quoted(table.columns)} FROM ${table.name} ${join} ${where} ORDER BY ${key} LIMIT ${limit}`,
    ...valuesOf(table.key, after ?? []),
  );
  return rows.map((row) => Object.values(row).map(toCell) as Row);
}

/** PostgreSQL cannot store the character NUL. Returns the same row when it has none. */
const withoutNul = (row: Row): Row =>
  row.some((cell) => typeof cell === 'string' && cell.includes('\0'))
    ? row.map((cell) => (typeof cell === 'string' ? cell.replaceAll('\0', '') : cell))
    : row;

/** Retries a refused batch row by row, so that the error names the row. */
async function insertRows(target: Target, db: Db, table: Table, rows: readonly Row[]): Promise<void> {
  await db.run('SAVEPOINT batch');
  try {
    await target.insert(db, table, rows);
  } catch (error) {
    const refusal = target.refusalOf(error);
    if (refusal === null) throw error;
    if (rows.length === 1 && rows[0]) throw new RowError(table, rows[0], refusal);
    await db.run('ROLLBACK TO batch');
    for (const row of rows) await insertRows(target, db, table, [row]);
  }
}

/** Copies some batches, with the position in the same transaction. Returns whether the table has more. */
async function copyBatches({ source, target, counts, report, batchRows }: Run, db: Db, table: Table): Promise<boolean> {
  let { last, rows: done } = await readPosition(db, table.name);
  for (let batch = 0; batch < batchesPerCommit; batch += 1) {
    const rows = await readRows(source, table, last, batchRows);
    if (rows.length > 0) {
      await insertRows(target, db, table, rows.map(withoutNul));
      last = keyOf(table, rows.at(-1) ?? []);
      done += rows.length;
      await savePosition(db, table.name, { last, rows: done });
      report.onProgress('copying', table.name, done, counts.get(table.name) ?? 0);
    }
    if (rows.length < batchRows) return false;
  }
  return true;
}

/** The last batch may be empty. */
async function* readBatches(end: End, table: Table, batchRows: number): AsyncGenerator<Row[], undefined> {
  for (let after: Row | null = null, isFull = true; isFull; ) {
    const rows = await readRows(end, table, after, batchRows);
    yield rows;
    isFull = rows.length === batchRows;
    after = keyOf(table, rows.at(-1) ?? []);
  }
}

/** Reads the rows of both ends, and returns whether they are equal. */
async function checkTable({ source, target, counts, report, batchRows }: Run, table: Table): Promise<boolean> {
  const ends = [source, target].map((end) => readBatches(end, table, batchRows));
  const hash = createHash('sha256');
  const stripped: CheckedTable['stripped'] = { rows: 0, keys: [] };
  let [expected, found] = [0, 0];
  let differing: Row[] | null = null;
  for (;;) {
    const [rows = [], copies = []] = (await Promise.all(ends.map((end) => end.next()))).map(({ value }) => value ?? []);
    if (rows.length + copies.length === 0) break;
    const clean = rows.map(withoutNul);
    const changed = rows.filter((row, index) => row !== clean[index]);
    stripped.rows += changed.length;
    stripped.keys.push(...changed.slice(0, namedKeys - stripped.keys.length).map((row) => keyOf(table, row)));
    const text = JSON.stringify(copies);
    hash.update(text);
    if (text !== JSON.stringify(clean)) differing ??= rows.length > 0 ? rows : copies;
    expected += rows.length;
    found += copies.length;
    report.onProgress('checking', table.name, found, counts.get(table.name) ?? 0);
  }
  const [first, last] = [differing?.at(0), differing?.at(-1)].map((row) => keyOf(table, row ?? []).join(' '));
  const difference =
    differing && `${expected} rows in the source, ${found} in the target; they differ first, from ${first} to ${last}`;
  report.onChecked({ name: table.name, rows: found, hash: hash.digest('hex'), stripped, difference });
  return difference === null;
}

async function copySettings(source: End, target: Target): Promise<void> {
  const values = await readSettings(source);
  await target.db.transaction(async (db) => {
    for (const [index, [, value]] of values.entries())
      await db.run(settings[index]?.[target.engine].write ?? '', value);
  });
  const written = new Map(await readSettings(target));
  for (const [name, value] of values) {
    if (written.get(name) !== value) throw new DatabaseError(`${name}: ${value} became ${written.get(name)}`);
  }
}

/** Returns whether the target is complete and equal. */
async function copyStore(
  source: End,
  target: Target,
  tables: readonly Table[],
  { report, batchRows = defaultBatchRows }: Options,
): Promise<boolean> {
  const counts = new Map<string, number>();
  for (const { name } of tables) counts.set(name, await countRows(source.db, `FROM ${name}`));
  const run = { source, target, counts, report, batchRows };
  await begin(source, target, counts);
  for (const table of tables) while (await target.db.transaction((db) => copyBatches(run, db, table)));
  await copySettings(source, target);

  const equal: boolean[] = [];
  for (const table of tables) equal.push(await checkTable(run, table));
  if (equal.includes(false)) return false;
  const posts = counts.get('posts') ?? 0;
  await target.index?.((done) => report.onProgress('indexing', 'posts', done, posts));
  await target.db.transaction(async (db) => {
    await target.finish(db);
    await db.run(`DROP TABLE ${progressTable}`);
  });
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

/** Creates the tables of a PostgreSQL database, or migrates them to the version of this program. Throws a `DatabaseError`. */
export async function migrateTables(url: string): Promise<void> {
  if (!isUrl(url)) throw new DatabaseError('--to must be postgres://… without --from: files are migrated at the start');
  checkAddress('--to', url);
  await migratePostgres(url);
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
