/** What a migration of the store copies between SQLite and PostgreSQL: tables, rows with their checksum, single values; and its two ends. */
import { createHash } from 'node:crypto';
import { DatabaseError } from '../database-error.ts';

/** `type`: of PostgreSQL. */
export type Column = { name: string; type: string };

/**
 * `key`: columns that are unique and not null, in whose order rows are read. `sequence`: PostgreSQL generates the first of them.
 * `rest`: the table of SQLite that holds the remaining columns under the same key.
 */
export type TableKey = { name: string; key: readonly string[]; sequence?: string; rest?: string };
export type Table = TableKey & { columns: readonly Column[] };

const keyed = (name: string, ...key: string[]): TableKey => ({ name, key });
const numbered = (name: string, key: string, sequence = `${name}_${key}_seq`): TableKey => ({
  name,
  key: [key],
  sequence,
});

/**
 * A table comes after those to which it refers. Its columns are those of the schema in PostgreSQL. A test compares the list with both
 * schemas.
 */
export const tableKeys: readonly TableKey[] = [
  numbered('administrators', 'admin_id'),
  numbered('clients', 'client_no', 'client_numbers'),
  keyed('users', 'user_id'),
  keyed('owners', 'owner_id'),
  keyed('cities', 'city_id'),
  numbered('impersonations', 'impersonation_id'),
  numbered('sessions', 'session_id'),
  keyed('session_tokens', 'hash'),
  numbered('login_attempts', 'attempt_id'),
  numbered('words', 'word_id'),
  numbered('word_clients', 'id'),
  keyed('collection_phrases', 'word_id'),
  numbered('collection_runs', 'run_id'),
  keyed('collection_windows', 'word_id', 'from_at'),
  // SQLite has no counter of them.
  keyed('collection_calls', 'call_id'),
  keyed('collection_keys', 'key_id'),
  keyed('collection_key_uses', 'collector', 'key_id'),
  keyed('jobs', 'job'),
  keyed('word_health', 'word_id'),
  keyed('word_overlaps', 'word_id', 'other_id'),
  keyed('marks', 'account', 'chunk'),
  keyed('visits', 'account'),
  numbered('mutes', 'mute_id'),
  numbered('views', 'view_id'),
  keyed('view_visits', 'view_id', 'account'),
  numbered('journal', 'record_id'),
  keyed('journal_refusals', 'source'),
  numbered('alert_rules', 'rule_id'),
  numbered('deliveries', 'delivery_id'),
  numbered('atom_feeds', 'feed_id'),
  keyed('atom_uses', 'feed_id', 'address'),
  keyed('erasures', 'kind', 'target_id'),
  keyed('arrivals', 'first'),
  keyed('stories', 'story_id'),
  { ...keyed('posts', 'id'), rest: 'post_texts' },
  keyed('post_facts', 'owner_id', 'post_id'),
  keyed('text_keys', 'key', 'id'),
];

/** A list of columns, for both engines. */
export const quoted = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ');

/** In a target that is not complete. */
export const progressTable = 'store_migration';

/** Booleans are 0 and 1, bytes a text `\x…` in hexadecimal digits, as PostgreSQL writes them. */
export type Cell = number | string | null;
/** In the order of the table's columns. */
export type Row = readonly Cell[];

export const keyOf = ({ key, columns }: Table, row: Row): Row =>
  key.map((name) => row[columns.findIndex((column) => column.name === name)] ?? null);

/** PostgreSQL cannot store the character NUL. Returns the same row when it has none. */
export const withoutNul = (row: Row): Row =>
  row.some((cell) => typeof cell === 'string' && cell.includes('\0'))
    ? row.map((cell) => (typeof cell === 'string' ? cell.replaceAll('\0', '') : cell))
    : row;

/** `first` and `last`: the keys of the batch. */
type BatchDigest = { hash: string; first: Row; last: Row };
/** `stripped`: keys of rows with NUL, the first few. */
export type Digest = { rows: number; hash: string; batches: BatchDigest[]; stripped: { rows: number; keys: Row[] } };

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const namedKeys = 5;

/** Computes the checksum of a table from its batches, in order. */
export function createDigest(table: Table) {
  const whole = createHash('sha256');
  const batches: BatchDigest[] = [];
  const stripped = { rows: 0, keys: [] as Row[] };
  let rows = 0;
  return {
    add(batch: readonly Row[]): void {
      const lines: string[] = [];
      for (const row of batch) {
        const clean = withoutNul(row);
        lines.push(`${JSON.stringify(clean)}\n`);
        if (clean === row) continue;
        stripped.rows += 1;
        if (stripped.keys.length < namedKeys) stripped.keys.push(keyOf(table, row));
      }
      const hash = sha256(lines.join(''));
      whole.update(hash);
      rows += batch.length;
      batches.push({ hash, first: keyOf(table, batch[0] ?? []), last: keyOf(table, batch.at(-1) ?? []) });
    },
    end: (): Digest => ({ rows, hash: whole.digest('hex'), batches, stripped }),
  };
}

/** The keys of the first batch that differs, in words; null without a difference. */
export function differenceOf(expected: Digest, found: Digest): string | null {
  if (expected.hash === found.hash) return null;
  const index = expected.batches.findIndex(({ hash }, place) => hash !== found.batches[place]?.hash);
  const batch = expected.batches[index] ?? found.batches[expected.batches.length];
  const place = batch ? `, from ${batch.first.join(' ')} to ${batch.last.join(' ')}` : '';
  return `${expected.rows} rows in the source, ${found.rows} in the target; they differ first${place}`;
}

/** A row that the target does not take. */
export class RowError extends DatabaseError {
  constructor(table: Table, row: Row, reason: string) {
    const key = table.key.map((name, index) => `${name} ${keyOf(table, row)[index]}`).join(', ');
    super(`The row with ${key} of ${table.name} cannot be copied: ${reason}`);
  }
}

/** `write` has the value as its parameter. */
type Statements = { read: string; write: string };
export type Setting = { name: string; sqlite: Statements; postgres: Statements };

const sqliteCounter = (table: string): Statements => ({
  read: `SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = '${table}'), 0)`,
  write: `INSERT OR REPLACE INTO sqlite_sequence (rowid, name, seq)
    VALUES ((SELECT rowid FROM sqlite_sequence WHERE name = '${table}'), '${table}', ?)`,
});

const postgresCounter = (sequence: string): Statements => ({
  read: `SELECT coalesce(last_value, start_value - 1) FROM pg_sequences
    WHERE schemaname = current_schema() AND sequencename = '${sequence}'`,
  write: `SELECT setval('${sequence}', greatest($1::bigint, 1), $1::bigint > 0)`,
});

const counters = tableKeys.flatMap(({ name, sequence }): Setting[] =>
  sequence ? [{ name: `counter of ${name}`, sqlite: sqliteCounter(name), postgres: postgresCounter(sequence) }] : [],
);

/** Tables with one row, and counters. */
export const settings: readonly Setting[] = [
  ...counters,
  {
    name: 'newest arrival',
    sqlite: sqliteCounter('stories'),
    postgres: {
      read: 'SELECT newest FROM arrival_counter',
      write: 'UPDATE arrival_counter SET newest = $1',
    },
  },
  {
    name: 'time zone',
    sqlite: { read: 'SELECT name FROM time_zone', write: 'UPDATE time_zone SET name = ?' },
    postgres: { read: 'SELECT time_zone FROM service', write: 'UPDATE service SET time_zone = $1' },
  },
  {
    name: 'journal deletable before',
    sqlite: {
      read: 'SELECT deletable_before FROM journal_retention',
      write: 'UPDATE journal_retention SET deletable_before = ?',
    },
    postgres: {
      read: 'SELECT deletable_before FROM journal_retention',
      write: 'UPDATE journal_retention SET deletable_before = $1',
    },
  },
];

/** An end of either engine. */
export type Reader = {
  /** In the order of keys, those after the key. */
  rows(table: Table, after: Row | null, limit: number): Promise<Row[]>;
  /** Settings and counters, by name. */
  settings(): Promise<[name: string, value: Cell][]>;
};

export type Source = Reader & {
  count(table: Table): Promise<number>;
};

/** `last`: the key of the last copied row. `rows`: how many were copied. */
export type Position = { last: Row | null; rows: number };

export type Target = Reader & {
  /** The content of the source whose copying was begun; null when the target is empty. Throws when it has data of its own. */
  begun(): Promise<string | null>;
  begin(source: string): Promise<void>;
  position(table: Table): Promise<Position>;
  /** In one transaction with the position, which may be committed with later ones. Names the row that cannot be written. */
  write(table: Table, rows: readonly Row[], position: Position): Promise<void>;
  /** Commits all that was written. */
  writeSettings(values: ReadonlyMap<string, Cell>): Promise<void>;
  /** Makes the copied store usable. `onProgress` gets what is done, of the number of posts. */
  finish(onProgress: (done: number) => void): Promise<void>;
};

/** In the table of progress: the content of the source. Other names are tables with their `Position` as JSON. */
export const sourceName = 'source';

export const parsePosition = (value: unknown): Position =>
  value === undefined || value === null ? { last: null, rows: 0 } : (JSON.parse(String(value)) as Position);
