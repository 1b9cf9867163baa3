/** Changes of rows with versions (rules/versioned.ts). */
import type { Versioned } from '../rules/versioned.ts';
import type { By } from './journal.ts';
import { type Db, type Row, updateRows } from './port.ts';

/** SQL: the columns of `Versioned`. `table`: its alias. */
export const versionColumns = (table: string): string => `${table}.version, ${table}.changed_at, ${table}.changed_by`;

/** The columns of a change by the author, except the version. */
const changedNow = (by: By) => ({ changedAt: by?.at ?? Date.now(), changedBy: by?.who ?? null });

/**
 * SQL that raises the version in an UPDATE of several rows. Its two parameters, from `first` on, come from `raisedBy`.
 */
export const raisesVersion = (first: number): string =>
  `version = version + 1, changed_at = CAST($${first} AS bigint), changed_by = CAST($${first + 1} AS text)`;
export const raisedBy = (by: By): unknown[] => Object.values(changedNow(by));

/** Changes a row that still has this version. Returns the number of changed rows. */
export const changeRow = (
  db: Db,
  table: string,
  where: Row,
  { version }: Pick<Versioned, 'version'>,
  row: Row,
  by: By,
) => updateRows(db, table, { ...row, version: version + 1, ...changedNow(by) }, { ...where, version });
