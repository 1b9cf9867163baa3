/** Backs up the database while the service runs. */
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { ownerOnly } from '../../../platform/make-private.ts';
import { DatabaseError } from '../database-error.ts';

/**
 * Writes a compact snapshot to `target`, which must not exist. Does not block writers. The file gets its final name only
 * when it is complete. Throws a `DatabaseError`.
 */
export function backupDatabase(file: string, target: string): void {
  if (!existsSync(file)) throw new DatabaseError(`There is no database ${file}. Check DATA_DIR.`);
  if (existsSync(target)) throw new DatabaseError(`${target} already exists. Choose another file name.`);
  const unfinished = `${target}.unfinished`;
  rmSync(unfinished, { force: true });
  const db = new DatabaseSync(file, { timeout: 5000 });
  try {
    writeFileSync(unfinished, '', { mode: ownerOnly });
    db.prepare('VACUUM INTO ?').run(unfinished);
    renameSync(unfinished, target);
  } catch (error) {
    throw new DatabaseError(`Cannot write the backup ${target}: ${(error as Error).message}`);
  } finally {
    db.close();
    rmSync(unfinished, { force: true });
  }
}
