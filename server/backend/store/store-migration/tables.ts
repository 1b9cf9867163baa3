/** The contents of a migration between SQLite and PostgreSQL: tables in order, and single values. */
import { DatabaseError } from '../database-error.ts';
import type { Db } from '../port.ts';

/**
 * `key`: columns that are unique and not null, in whose order rows are read. `sequence`: generates the first of them in
 * PostgreSQL. `rest`: the table of SQLite that holds the remaining columns under the same key.
 */
type TableKey = { name: string; key: readonly string[]; sequence?: string; rest?: string };

/** The key of rows that PostgreSQL numbers. SQLite has no counter of `collection_calls`. */
const numbered = (name: string, id: string): TableKey => ({ name, key: [id], sequence: `${name}_${id}_seq` });
const keyed = (name: string, ...key: string[]): TableKey => ({ name, key });

/** A table comes after the tables to which it refers. A test compares the list with both schemas. */
export const tableKeys: readonly TableKey[] = [
  numbered('administrators', 'admin_id'),
  { name: 'clients', key: ['client_no'], sequence: 'client_numbers' },
  numbered('people', 'person_id'),
  keyed('users', 'user_id'),
  keyed('owners', 'owner_id'),
  keyed('cities', 'city_id'),
  numbered('impersonations', 'impersonation_id'),
  numbered('sessions', 'session_id'),
  keyed('session_tokens', 'hash'),
  numbered('api_keys', 'key_id'),
  keyed('second_factors', 'account'),
  keyed('recovery_codes', 'account', 'hash'),
  numbered('login_attempts', 'attempt_id'),
  numbered('words', 'word_id'),
  numbered('word_clients', 'id'),
  keyed('collection_phrases', 'word_id'),
  numbered('collection_runs', 'run_id'),
  keyed('collection_windows', 'word_id', 'from_at'),
  keyed('collection_calls', 'call_id'),
  keyed('collection_keys', 'key_id'),
  keyed('collection_key_uses', 'collector', 'key_id'),
  keyed('jobs', 'job'),
  keyed('word_health', 'word_id'),
  keyed('word_overlaps', 'word_id', 'other_id'),
  keyed('word_recalls', 'word_id', 'client_id'),
  keyed('marks', 'account', 'chunk'),
  keyed('visits', 'account'),
  numbered('mutes', 'mute_id'),
  numbered('views', 'view_id'),
  keyed('view_visits', 'view_id', 'account'),
  numbered('journal', 'record_id'),
  keyed('journal_refusals', 'source'),
  numbered('alert_rules', 'rule_id'),
  numbered('reports', 'report_id'),
  keyed('report_views', 'report_id', 'position'),
  numbered('report_recipients', 'recipient_id'),
  numbered('report_sendings', 'sending_id'),
  keyed('report_parts', 'sending_id', 'name'),
  numbered('deliveries', 'delivery_id'),
  numbered('atom_feeds', 'feed_id'),
  keyed('atom_uses', 'feed_id', 'address'),
  keyed('erasures', 'kind', 'target_id'),
  keyed('arrivals', 'first'),
  keyed('stories', 'story_id'),
  { name: 'posts', key: ['id'], rest: 'post_texts' },
  keyed('post_facts', 'owner_id', 'post_id'),
  keyed('post_measures', 'owner_id', 'post_id', 'age'),
  keyed('source_usuals', 'owner_id', 'age'),
  keyed('post_versions', 'owner_id', 'post_id', 'until_at'),
  keyed('post_checks', 'owner_id', 'post_id'),
  keyed('text_keys', 'key', 'id'),
  keyed('walls', 'owner_id'),
  keyed('wall_follows', 'client_id', 'owner_id'),
  keyed('wall_posts', 'owner_id', 'post_id'),
  keyed('wall_audiences', 'audience_id'),
  keyed('wall_audience_clients', 'audience_id', 'client_id'),
  keyed('wall_rows', 'owner_id', 'post_id', 'word_id'),
  keyed('story_work', 'client_id', 'story_id'),
  numbered('work_tags', 'tag_id'),
  keyed('story_tags', 'client_id', 'tag_id', 'story_id'),
  numbered('work_reasons', 'reason_id'),
  numbered('story_notes', 'note_id'),
  numbered('work_batches', 'batch_id'),
  numbered('work_changes', 'change_id'),
  numbered('work_rules', 'rule_id'),
  keyed('work_models', 'client_id'),
  keyed('joined_stories', 'client_id', 'story_id'),
  keyed('separated_posts', 'client_id', 'story_id'),
];

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
  /** Builds the data that the engine derives from posts, before `finish`. `onProgress` gets the number of posts done. */
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
