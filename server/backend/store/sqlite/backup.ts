/** Backs up the database while the service runs, and restores a copy while it does not. */
import {
  chmodSync,
  chownSync,
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ownerOnly } from '../../../platform/make-private.ts';
import { DatabaseError } from '../database-error.ts';
import { readKnownVersion } from './schema-version.ts';
import { isBusy } from './sql.ts';

/** A time for a file name, in UTC: `2026-11-25T030012Z`. */
export const fileTime = (at: number): string => `${new Date(at).toISOString().slice(0, 19).replaceAll(':', '')}Z`;

/** Flushes the file, so that it survives a power failure. */
function sync(file: string): void {
  const descriptor = openSync(file, 'r+');
  fsyncSync(descriptor);
  closeSync(descriptor);
}

/** Reads every page of a copy. Throws when it is damaged, or no database that this program can use or migrate. */
function verify(file: string): void {
  // Opened read-only, a file in WAL mode would leave its log behind.
  const db = new DatabaseSync(file);
  try {
    const [first] = db.prepare('PRAGMA integrity_check(1)').all();
    if (first?.integrity_check !== 'ok') throw new Error(`it is damaged: ${first?.integrity_check}`);
    if (readKnownVersion(db) === 0) throw new Error('it is no database of this program');
  } finally {
    db.close();
  }
}

/** Removes the file, and the files that SQLite keeps beside a database while it writes. */
function removeUnfinished(file: string): void {
  for (const suffix of ['', '-journal', '-wal', '-shm']) rmSync(file + suffix, { force: true });
}

/**
 * Writes a compact snapshot to `target`, which must not exist. Does not block writers. The file gets its final name only
 * when it is complete and verified. Throws a `DatabaseError`.
 */
export function backupDatabase(file: string, target: string): void {
  if (!existsSync(file)) throw new DatabaseError(`There is no database ${file}. Check DATA_DIR.`);
  if (existsSync(target)) throw new DatabaseError(`${target} already exists. Choose another file name.`);
  const unfinished = `${target}.unfinished`;
  const db = new DatabaseSync(file, { timeout: 5000 });
  try {
    removeUnfinished(unfinished);
    writeFileSync(unfinished, '', { mode: ownerOnly });
    db.prepare('VACUUM INTO ?').run(unfinished);
    verify(unfinished);
    sync(unfinished);
    renameSync(unfinished, target);
  } catch (error) {
    throw new DatabaseError(`Cannot write the backup ${target}: ${(error as Error).message}`);
  } finally {
    db.close();
    removeUnfinished(unfinished);
  }
}

/**
 * When run by root, gives the file to the owner of the replaced file, or of the folder, because the service is not root.
 */
function giveToOwner(next: string, file: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(existsSync(file) ? file : path.dirname(file));
  chownSync(next, uid, gid);
}

/**
 * Renames a database. Throws when another process has it open. A database that cannot be read is renamed with its log.
 */
function setAside(file: string, target: string): void {
  const db = new DatabaseSync(file, { timeout: 1000 });
  try {
    try {
      // Checkpoints the log into the file.
      db.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE; COMMIT; PRAGMA journal_mode = DELETE');
    } catch (error) {
      if (isBusy(error)) throw new DatabaseError(`${file} is in use: stop the service and its commands first`);
    }
    for (const suffix of ['', '-wal']) if (existsSync(file + suffix)) renameSync(file + suffix, target + suffix);
    rmSync(`${file}-shm`, { force: true });
  } finally {
    db.close();
  }
}

/**
 * Replaces the database of a stopped service by a verified copy. Returns the new name of the replaced file; null without one.
 * Throws a `DatabaseError`, and then has changed nothing.
 */
export function restoreDatabase(copy: string, file: string, now: number): string | null {
  if (!existsSync(copy)) throw new DatabaseError(`There is no file ${copy}`);
  if (existsSync(`${copy}-wal`)) throw new DatabaseError(`${copy} is no backup: ${copy}-wal belongs to it`);
  const next = `${file}.unfinished`;
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    copyFileSync(copy, next);
    chmodSync(next, ownerOnly);
    giveToOwner(next, file);
    verify(next);
    sync(next);
    const replaced = existsSync(file) ? `${file}.replaced-${fileTime(now)}` : null;
    if (replaced !== null) setAside(file, replaced);
    renameSync(next, file);
    return replaced;
  } catch (error) {
    if (error instanceof DatabaseError) throw error;
    throw new DatabaseError(`Cannot restore ${copy}: ${(error as Error).message}`);
  } finally {
    removeUnfinished(next);
  }
}
