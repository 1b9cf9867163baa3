/**
 * The files of replicas in a folder. A file is never replaced: it is removed, and the next one has a higher number. A program
 * with another layout uses separate files.
 */
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { makeDatabasePrivate } from '../../store/sqlite/database.ts';
import { latestVersion } from '../../store/sqlite/migrations.ts';
import { isBusy, resultCode } from '../../store/sqlite/sql.ts';

/** Increment it when the contents change without the schema (replica-rows.ts). */
const contents = 5;
const layout = latestVersion() * 100 + contents;

const namePattern = /^search-copy-(\d+)-(\d+)\.sqlite/;
export const unfinishedSuffix = '.unfinished';
/** SQLite's result codes: the file is damaged, or is no database. */
const damaged = [11, 26];

const listFiles = (folder: string) =>
  (existsSync(folder) ? readdirSync(folder) : []).flatMap((name) => {
    const [, ofLayout, number] = namePattern.exec(name) ?? [];
    return number === undefined ? [] : [{ name, layout: Number(ofLayout), number: Number(number) }];
  });

const newestNumber = (folder: string): number =>
  Math.max(
    0,
    ...listFiles(folder)
      .filter((file) => file.layout === layout && file.name.endsWith('.sqlite'))
      .map(({ number }) => number),
  );

const fileOf = (folder: string, number: number): string => path.join(folder, `search-copy-${layout}-${number}.sqlite`);

/** The newest complete replica; null without one. */
export function newestReplica(folder: string): string | null {
  const number = newestNumber(folder);
  return number === 0 ? null : fileOf(folder, number);
}

/** A name that no replica in the folder has had, so that other processes notice that theirs is gone. */
export const nextReplica = (folder: string): string => fileOf(folder, Math.max(newestNumber(folder) + 1, Date.now()));

/** Removes all replicas except the replicas of newer programs. Call it under the lock of the builder. */
export function removeReplicas(folder: string): void {
  for (const file of listFiles(folder)) {
    if (file.layout <= layout) rmSync(path.join(folder, file.name), { force: true });
  }
}

export function removeReplica(file: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
}

export const isDamaged = (error: unknown): boolean => damaged.includes(resultCode(error));

/** Opens a complete replica. A power failure may lose its last changes, which are then copied again, but does not damage it. */
export function openReplica(file: string): DatabaseSync {
  const replica = new DatabaseSync(`${pathToFileURL(file).href}?mode=rw`, {
    enableForeignKeyConstraints: false,
    timeout: 5000,
  });
  makeDatabasePrivate(file);
  replica.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA temp_store = MEMORY; PRAGMA secure_delete = ON; PRAGMA cache_size = -32000',
  );
  return replica;
}

/**
 * Lets one process build in the folder. Returns the function that releases the lock, or null while another process builds. The
 * lock also ends with the process.
 */
export function lockFolder(folder: string): (() => void) | null {
  mkdirSync(folder, { recursive: true });
  const lock = new DatabaseSync(path.join(folder, 'search-copy.lock'), { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return () => lock.close();
  } catch (error) {
    lock.close();
    if (isBusy(error)) return null;
    throw error;
  }
}
