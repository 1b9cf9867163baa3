/** Copies the database at one moment, while the service runs. */
import { existsSync, renameSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { DatabaseError } from './database.ts';

/**
 * Writes a compact copy to `target`, which must not exist: a backup never overwrites another. Does not block writers.
 * An unfinished copy never has the target's name. Throws a `DatabaseError`.
 */
export function backupDatabase(file: string, target: string): void {
  if (!existsSync(file)) throw new DatabaseError(`There is no database ${file}. Check DATA_DIR.`);
  if (existsSync(target)) throw new DatabaseError(`${target} exists already. Give the name of a new file.`);
  const unfinished = `${target}.unfinished`;
  rmSync(unfinished, { force: true });
  const db = new DatabaseSync(file, { timeout: 5000 });
  try {
    db.prepare('VACUUM INTO ?').run(unfinished);
    renameSync(unfinished, target);
  } catch (error) {
    throw new DatabaseError(`Cannot write the backup ${target}: ${(error as Error).message}`);
  } finally {
    db.close();
    rmSync(unfinished, { force: true });
  }
}
