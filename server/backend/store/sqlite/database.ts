/** Opens and migrates the SQLite database, runs transactions and describes faults. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makePrivate } from '../../../platform/make-private.ts';
import { stemText } from '../../rules/search/tokenise.ts';
import { DatabaseError, newerSchema } from '../database-error.ts';
import { migrations } from './migrations/index.ts';

/** How long a writer waits for another thread or process. */
export const busyTimeoutMs = 5000;

/** The name of the database file in `DATA_DIR`. */
export const databaseFileName = 'ldvk.sqlite';

/** Faults of the disk or the file with their remedies, by SQLite's primary result code. */
const faults = new Map([
  [5, 'the database is locked by another program. Stop that program.'],
  [8, 'the file or its folder is read-only. Make both writable for the service.'],
  [10, 'the disk reports a read or write error. Check the disk and the system log.'],
  [11, 'the file is damaged. Restore a backup.'],
  [13, 'the disk is full. Free space on it, or move DATA_DIR to a larger disk.'],
  [14, 'the folder is missing or not writable. Create it, or make it writable for the service.'],
  [26, 'the file is not a database. Restore a backup, or remove the file.'],
]);

/** The primary result code of an error of SQLite; 0 for another error. */
export const resultCode = (error: unknown): number =>
  typeof error === 'object' && error !== null && 'errcode' in error ? Number(error.errcode) & 0xff : 0;

export const isBusy = (error: unknown): boolean => resultCode(error) === 5;

/** Returns the fault of the disk or the file with its remedy; null for any other error. */
export const databaseFault = (error: unknown): string | null => faults.get(resultCode(error)) ?? null;

/** Later files of a database get the rights that it has then. */
export const makeDatabasePrivate = (file: string): void =>
  makePrivate(...['', '-wal', '-shm'].map((suffix) => file + suffix));

/**
 * `synchronous = FULL`: acknowledged writes survive a power failure. `temp_store = MEMORY`: with a read-only root there is
 * no folder for temporary files. `secure_delete`: deleted texts are overwritten. `log` announces a migration that may take long. Throws a `DatabaseError`.
 */
export function openDatabase(file: string, log: (message: string) => void = () => {}): DatabaseSync {
  let db: DatabaseSync | null = null;
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    // Foreign keys are enabled last: a migration that replaces a table must not delete the rows that refer to it.
    db = new DatabaseSync(file, { enableForeignKeyConstraints: false, timeout: busyTimeoutMs });
    makeDatabasePrivate(file);
    db.exec(
      'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA temp_store = MEMORY; PRAGMA secure_delete = ON',
    );
    // In KiB. Keys of texts are written all over the file: with a small cache a page is written many times.
    db.exec('PRAGMA cache_size = -200000');
    migrate(db, log);
    // With the default of 2 MiB an import took a third longer.
    db.exec('PRAGMA cache_size = -32000');
    db.exec('PRAGMA foreign_keys = ON');
    return db;
  } catch (error) {
    db?.close();
    if (error instanceof DatabaseError) throw error;
    const reason = databaseFault(error) ?? (error as Error).message;
    throw new DatabaseError(`Cannot open the database ${file}: ${reason}`);
  }
}

/** Runs `work` in a transaction that takes the write lock at once. Inside another transaction, joins it. */
export function transaction<T>(db: DatabaseSync, work: () => T): T {
  if (db.isTransaction) return work();
  db.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    db.exec('COMMIT');
    return result;
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}

export function schemaVersion(db: DatabaseSync): number {
  return Number(db.prepare('PRAGMA user_version').get()?.user_version);
}

function migrate(db: DatabaseSync, log: (message: string) => void): void {
  if (schemaVersion(db) > migrations.length) throw newerSchema(schemaVersion(db), migrations.length);
  db.function('stem_text', { deterministic: true }, (text) => stemText(String(text)));
  for (const [index, migration] of migrations.entries()) {
    transaction(db, () => {
      // Checked inside the transaction, because another process may have migrated meanwhile.
      if (schemaVersion(db) !== index) return;
      if (typeof migration === 'string') db.exec(migration);
      else migration(db, log);
      db.exec(`PRAGMA user_version = ${index + 1}`);
    });
  }
}
