/** Opens the SQLite database and describes its faults. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makePrivate } from '../../../platform/make-private.ts';
import { DatabaseError } from '../database-error.ts';
import { type MigrationOptions, migrate } from './migrate.ts';
import { readKnownVersion } from './schema-version.ts';
import { resultCode } from './sql.ts';

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

/** Returns the fault of the disk or the file with its remedy; null for any other error. */
export const databaseFault = (error: unknown): string | null => faults.get(resultCode(error)) ?? null;

/** Makes the files private. SQLite gives files that it adds later the same rights. */
export const makeDatabasePrivate = (file: string): void =>
  makePrivate(...['', '-wal', '-shm'].map((suffix) => file + suffix));

/**
 * `synchronous = FULL`: acknowledged writes survive a power failure. `temp_store = MEMORY`: with a read-only root there is no
 * folder for temporary files. `secure_delete`: deleted texts are overwritten. A file of an earlier version is migrated. Throws
 * a `DatabaseError`.
 */
export function openDatabase(
  file: string,
  { waitMs = busyTimeoutMs, ...options }: MigrationOptions & { waitMs?: number } = {},
): DatabaseSync {
  let db: DatabaseSync | null = null;
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    // Foreign keys are enabled last: a migration that replaces a table must not delete the rows that refer to it.
    db = new DatabaseSync(file, { enableForeignKeyConstraints: false, timeout: waitMs });
    makeDatabasePrivate(file);
    // Before the first change: a refused file stays as it is.
    readKnownVersion(db);
    db.exec(
      'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA temp_store = MEMORY; PRAGMA secure_delete = ON',
    );
    // In KiB. With the default of 2 MiB an import took a third longer.
    db.exec('PRAGMA cache_size = -32000');
    migrate(db, file, options);
    db.exec('PRAGMA foreign_keys = ON');
    return db;
  } catch (error) {
    db?.close();
    if (error instanceof DatabaseError) throw error;
    const reason = databaseFault(error) ?? (error as Error).message;
    throw new DatabaseError(`Cannot open the database ${file}: ${reason}`);
  }
}
