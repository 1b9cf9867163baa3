/** The single values of a store: tables with one row, and counters. */
import { tableKeys } from './tables.ts';

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
