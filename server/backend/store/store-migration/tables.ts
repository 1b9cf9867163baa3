/** What a migration of the store copies between SQLite and PostgreSQL: tables in order, and single values. */
import { DatabaseError } from '../database-error.ts';
import type { Db } from '../port.ts';
import { sqlOfMigrations } from '../postgres/migrations/index.ts';

/**
 * `key`: columns that are unique and not null, in whose order rows are read. `sequence`: generates the first of them in
 * PostgreSQL. `rest`: the table of SQLite that holds the remaining columns under the same key.
 */
type TableKey = { name: string; key: readonly string[]; sequence?: string; rest?: string };

/** A table comes after those that it refers to. A test compares the list with both schemas. */
const names = [
  'administrators',
  'clients',
  'people',
  'users',
  'owners',
  'cities',
  'impersonations',
  'sessions',
  'session_tokens',
  'api_keys',
  'second_factors',
  'recovery_codes',
  'login_attempts',
  'words',
  'word_clients',
  'collection_phrases',
  'collection_runs',
  'collection_windows',
  'collection_calls',
  'collection_keys',
  'collection_key_uses',
  'jobs',
  'word_health',
  'word_overlaps',
  'marks',
  'visits',
  'mutes',
  'views',
  'view_visits',
  'journal',
  'journal_refusals',
  'alert_rules',
  'deliveries',
  'atom_feeds',
  'atom_uses',
  'erasures',
  'arrivals',
  'stories',
  'posts',
  'post_facts',
  'text_keys',
  'story_work',
  'work_tags',
  'story_tags',
  'work_reasons',
  'story_notes',
  'work_batches',
  'work_changes',
  'work_rules',
  'work_models',
  'joined_stories',
  'separated_posts',
];

/** Reads the primary key and the sequence from the schema of PostgreSQL. */
function readTable(name: string): TableKey {
  if (name === 'posts') return { name, key: ['id'], rest: 'post_texts' };
  const created = sqlOfMigrations.find((statement) => statement.startsWith(`CREATE TABLE ${name} (`)) ?? '';
  const [, several, one = ''] =
    /PRIMARY KEY \(([^)]+)\)|(\w+) (?:bigint|text|bytea)[^,\n]* PRIMARY KEY/.exec(created) ?? [];
  const [, shared] = /nextval\('(\w+)'\)/.exec(created) ?? [];
  const sequence = created.includes(' AS IDENTITY') ? `${name}_${one}_seq` : shared;
  // SQLite has no counter of calls.
  return { name, key: several?.split(', ') ?? [one], ...(sequence && name !== 'collection_calls' && { sequence }) };
}

export const tableKeys: readonly TableKey[] = names.map(readTable);

/** `type`: in PostgreSQL. */
export type Column = { name: string; type: string };
export type Table = { name: string; rest?: string; key: readonly Column[]; columns: readonly Column[] };

/** Bytes are in hexadecimal digits. */
type Cell = number | string | boolean | null;
/** In the order of the table's columns. */
export type Row = readonly Cell[];

export const keyOf = ({ key, columns }: Table, row: Row): Row =>
  key.map((column) => row[columns.indexOf(column)] ?? null);

/** The values to bind for the cells of these columns. */
export const valuesOf = (columns: readonly Column[], cells: Row): unknown[] =>
  cells.map((cell, index) => {
    const isBytes = columns[index]?.type === 'bytea' && typeof cell === 'string';
    return isBytes ? Buffer.from(cell, 'hex') : cell;
  });

export const quoted = (columns: readonly Column[]): string => columns.map(({ name }) => `"${name}"`).join(', ');

/** Only an incomplete target has it: a fingerprint of the source, and the position in each table. */
export const progressTable = 'store_migration';

export type End = { engine: 'sqlite' | 'postgres'; db: Db };

/** `insert` and `finish` run inside the transaction of `db`. `name` is for messages. */
export type Target = End & {
  name: string;
  insert(db: Db, table: Table, rows: readonly Row[]): Promise<void>;
  /** Why the target refuses a row; null for other errors. */
  refusalOf(error: unknown): string | null;
  /** Makes the copied store usable. */
  finish(db: Db): Promise<void>;
  /** Builds what the engine derives from posts, before `finish`. `onProgress` gets the number of posts done. */
  index?(onProgress: (done: number) => void): Promise<void>;
};

/** `last`: the key of the last copied row. `rows`: how many were copied. */
type Position = { last: Row | null; rows: number };

export const readProgress = (db: Db, name: string): Promise<string | null> =>
  db.value(`SELECT value FROM ${progressTable} WHERE name = $1`, name);

export const saveProgress = (db: Db, name: string, value: string): Promise<number> =>
  db.run(
    `INSERT INTO ${progressTable} VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
    name,
    value,
  );

export const readPosition = async (db: Db, name: string): Promise<Position> =>
  JSON.parse((await readProgress(db, name)) ?? '{"last":null,"rows":0}') as Position;

export const savePosition = (db: Db, name: string, position: Position): Promise<number> =>
  saveProgress(db, name, JSON.stringify(position));

/** `read` is an expression, `write` a statement with the value as its parameter. */
type Statements = { read: string; write: string };
type Setting = { name: string } & Record<End['engine'], Statements>;

const sqliteCounter = (table: string): Statements => ({
  read: `coalesce((SELECT seq FROM sqlite_sequence WHERE name = '${table}'), 0)`,
  write: `INSERT OR REPLACE INTO sqlite_sequence (rowid, name, seq)
    VALUES ((SELECT rowid FROM sqlite_sequence WHERE name = '${table}'), '${table}', $1)`,
});

const postgresCounter = (sequence: string): Statements => ({
  read: `(SELECT coalesce(last_value, start_value - 1) FROM pg_sequences
    WHERE schemaname = current_schema() AND sequencename = '${sequence}')`,
  write: `SELECT setval('${sequence}', greatest($1::bigint, 1), $1::bigint > 0)`,
});

const counters = tableKeys.flatMap(({ name, sequence }): Setting[] =>
  sequence ? [{ name: `counter of ${name}`, sqlite: sqliteCounter(name), postgres: postgresCounter(sequence) }] : [],
);

const field = (table: string, column: string): Statements => ({
  read: `(SELECT ${column} FROM ${table})`,
  write: `UPDATE ${table} SET ${column} = $1`,
});

/** Values that are not copied as rows: counters, and tables with one row. */
export const settings: readonly Setting[] = [
  ...counters,
  { name: 'newest arrival', sqlite: sqliteCounter('stories'), postgres: field('arrival_counter', 'newest') },
  { name: 'time zone', sqlite: field('time_zone', 'name'), postgres: field('service', 'time_zone') },
  {
    name: 'journal deletable before',
    sqlite: field('journal_retention', 'deletable_before'),
    postgres: field('journal_retention', 'deletable_before'),
  },
];

/** A row that the target refuses. */
export class RowError extends DatabaseError {
  constructor(table: Table, row: Row, reason: string) {
    const key = keyOf(table, row).map((cell, index) => `${table.key[index]?.name} ${cell}`);
    super(`The row with ${key.join(', ')} of ${table.name} cannot be copied: ${reason}`);
  }
}
