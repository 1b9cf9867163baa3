/** Migrates a database file to the schema of this program, in committed steps, after making a copy for a rollback. */
import { readdirSync, rmSync, statfsSync } from 'node:fs';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { stemText } from '../../rules/search/tokenise.ts';
import { DatabaseError, newerSchema, type UpdateProgress } from '../database-error.ts';
import { backupDatabase } from './backup.ts';
import { migrations } from './migrations/index.ts';
import { readNumber, schemaVersion, sizeOf, transaction } from './sql.ts';

/** `onUpdate` is called before each step, if the file has data. `withoutCopy`: makes no copy. */
export type MigrationOptions = { onUpdate?: (progress: UpdateProgress) => void; withoutCopy?: boolean };

const latest = migrations.length;

/**
 * CPU seconds on a busy machine for a million posts of the first release, by the target version of a step. Other steps take no
 * time and count as 1.
 */
const secondsOf: Record<number, number> = { 3: 2, 5: 27, 10: 7, 17: 2 };
const copySeconds = 44;

/** Space for the growth of the file and for its log during the update, as a fraction of its size. */
const growth = 0.5;
/** The newest copy and the previous one. */
const copiesKept = 2;

/**
 * «LDVU» in ASCII: the application ID of a file from its copy to the end of its migration. Health checks write a different ID.
 */
const underWay = 0x4c445655;

function requireRoom(db: DatabaseSync, folder: string): void {
  const { bavail, bsize } = statfsSync(folder);
  const [needed, free] = [sizeOf(db) * (1 + growth), bavail * bsize];
  if (free >= needed) return;
  throw new DatabaseError(
    `The database must be updated from version ${schemaVersion(db)} to ${latest}, and ${folder} has no room for a copy of it: ` +
      `${Math.ceil(needed / 1e6)} MB are needed, ${Math.floor(free / 1e6)} MB are free. Free space, or set MIGRATE_WITHOUT_COPY=on if you have a backup.`,
  );
}

function removeOldCopies(file: string): void {
  const [folder, start] = [path.dirname(file), `${path.basename(file)}.before-`];
  const versions = readdirSync(folder).flatMap((name) =>
    name.startsWith(start) ? [Number(name.slice(start.length))] : [],
  );
  const old = versions
    .filter(Number.isInteger)
    .sort((a, b) => b - a)
    .slice(copiesKept);
  for (const version of old) rmSync(path.join(folder, start + version));
}

/**
 * Copies the file. An interrupted migration has already copied it. Another connection makes the copy, while this transaction
 * keeps other programs from writing.
 */
function copyBefore(db: DatabaseSync, file: string): void {
  transaction(db, () => {
    if (readNumber(db, 'PRAGMA application_id') === underWay) return;
    requireRoom(db, path.dirname(file));
    const copy = `${file}.before-${latest}`;
    rmSync(copy, { force: true });
    backupDatabase(file, copy);
    removeOldCopies(file);
    db.exec(`PRAGMA application_id = ${underWay}`);
  });
}

/** Throws a `DatabaseError` when the file is newer, and when there is no room for a copy. */
export function migrate(
  db: DatabaseSync,
  file: string,
  { onUpdate = () => {}, withoutCopy = false }: MigrationOptions,
): void {
  const first = schemaVersion(db);
  if (first > latest) throw newerSchema(first, latest);
  if (first === latest) return;
  db.function('stem_text', { deterministic: true }, (text) => stemText(String(text)));
  const seconds = migrations.map((_, index) => (index < first ? 0 : (secondsOf[index + 1] ?? 1)));
  const total = seconds.reduce((sum, step) => sum + step, copySeconds);
  let done = 0;
  const report = (step: string, part: number) => {
    if (first > 0) onUpdate({ step, percent: Math.floor((100 * (done + part)) / total) });
  };

  report('copy', 0);
  if (first > 0 && !withoutCopy) copyBefore(db, file);
  done += copySeconds;
  for (const [index, migration] of migrations.entries()) {
    const step = seconds[index] ?? 0;
    if (step === 0) continue;
    report(`version ${index + 1} of ${latest}`, 0);
    transaction(db, () => {
      // Checked inside the transaction, because another process may have migrated first.
      if (schemaVersion(db) !== index) return;
      if (typeof migration === 'string') db.exec(migration);
      else migration(db, (part) => report(`version ${index + 1} of ${latest}`, part * step));
      db.exec(`PRAGMA user_version = ${index + 1}`);
      if (index + 1 === latest) db.exec('PRAGMA application_id = 0');
    });
    done += step;
  }
}
