/** SQL, values and results of SQLite, which has neither arrays nor booleans, and needs no row locks because it has one writer. */
import type { SQLInputValue } from 'node:sqlite';
import type { Dialect } from '../port.ts';

export const sqliteDialect: Dialect = {
  types: {
    integer: 'INTEGER',
    text: 'TEXT',
    code: 'TEXT',
    flag: 'INTEGER NOT NULL DEFAULT 0',
    bytes: 'BLOB',
    id: 'INTEGER PRIMARY KEY AUTOINCREMENT',
  },
  among: (list) => `IN (SELECT value FROM json_each(${list}))`,
  elements: (list, _type, name) => `(SELECT value AS ${name} FROM json_each(${list}))`,
  rowsIn: (rows) => `json_each(${rows})`,
  contains: (text, part) => `instr(${text}, ${part}) > 0`,
  field: (text, name) => `${text} ->> '${name}'`,
  byBytes: (text) => text,
  locking: () => '',
};

/** Columns of results that are booleans: columns of tables, then conditions. SQLite returns 0 and 1. */
export const booleanColumns: ReadonlySet<string> = new Set([
  'awaits',
  'complete',
  'departed',
  'disabled',
  'every_post',
  'with_comments',
  'found_by_vk',
  'frozen',
  'full_search',
  'hidden',
  'is_ad',
  'is_code',
  'left_out',
  'may_export',
  'observer',
  'overdue',
  'paused',
  'read_only',
  'revoked',
  'running',
  'search_capped',
  'undone',
  'composed',
  'connected',
  'is_active',
  'is_closed',
  'is_idle',
  'tracked',
  'trial',
  'denied',
]);

function toInput(value: unknown): SQLInputValue {
  if (typeof value === 'boolean') return Number(value);
  return Array.isArray(value) ? JSON.stringify(value) : (value as SQLInputValue);
}

/** The names of the first parameters. Building them for each statement would take a tenth of its time. */
const places = Array.from({ length: 32 }, (_, index) => `$${index + 1}`);

/** The values of `$1`, `$2` and so on. Arrays are bound as JSON. */
export function placed(values: readonly unknown[]): Record<string, SQLInputValue> {
  const inputs: Record<string, SQLInputValue> = {};
  for (let index = 0; index < values.length; index += 1) {
    inputs[places[index] ?? `$${index + 1}`] = toInput(values[index]);
  }
  return inputs;
}
