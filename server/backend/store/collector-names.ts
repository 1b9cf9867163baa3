/**
 * Names of the collectors of a machine. A starting collector reuses the name of an ended one, and learns which others have
 * ended, so that it can reclaim their leases. Each name is in a file that its collector keeps locked: the system releases the
 * lock when the process ends, however it ends.
 */
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isBusy } from './sqlite/sql.ts';

export type CollectorNames = {
  own: string;
  /** Names of ended collectors, reserved until `releaseEnded`. */
  ended: readonly string[];
  releaseEnded(): void;
  /** Call when the collector ends. */
  release(): void;
};

type LockedName = { name: string; release: () => void };

/**
 * Null while a running collector has the name. Each host has its own name in the file, because folders are copied to other
 * machines.
 */
function lockName(file: string): LockedName | null {
  const lock = new DatabaseSync(file, { timeout: 0 });
  try {
    // In this mode the lock outlives the transaction.
    lock.exec(`PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE;
      CREATE TABLE IF NOT EXISTS names (host TEXT PRIMARY KEY, name TEXT NOT NULL)`);
    lock.prepare('INSERT OR IGNORE INTO names VALUES (?, ?)').run(hostname(), randomUUID());
    const name = String(lock.prepare('SELECT name FROM names WHERE host = ?').get(hostname())?.name);
    lock.exec('COMMIT');
    return { name, release: () => lock.close() };
  } catch (error) {
    lock.close();
    if (isBusy(error)) return null;
    throw error;
  }
}

/**
 * `folder` is local to this machine. `kind` separates collectors of different databases. Throws when the folder is not
 * writable.
 */
export function takeCollectorNames(folder: string, kind = 'collector'): CollectorNames {
  mkdirSync(folder, { recursive: true });
  const locked: LockedName[] = [];
  for (let number = 1; ; number += 1) {
    const file = path.join(folder, `${kind}-${number}.lock`);
    if (locked.length > 0 && !existsSync(file)) break;
    const taken = lockName(file);
    if (taken) locked.push(taken);
  }
  const [own, ...ended] = locked as [LockedName, ...LockedName[]];
  return {
    own: own.name,
    ended: ended.map(({ name }) => name),
    releaseEnded: () => {
      for (const { release } of ended.splice(0)) release();
    },
    release: own.release,
  };
}
