/** Migrates a database file to the schema of this program, in committed steps, after making a copy for a rollback. */
import { readdirSync, rmSync, statfsSync } from 'node:fs';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { DatabaseError, type UpdateProgress } from '../database-error.ts';
import { backupDatabase } from './backup.ts';
import { latestVersion, migrations } from './migrations.ts';
import { firstVersion, schema10 } from './schema-1-0/index.ts';
import { readNumber, schemaVersion, sizeOf, transaction } from './sql.ts';

/** `onUpdate` is called before each step, if the file has data. `withoutCopy`: makes no copy. */
export type MigrationOptions = { onUpdate?: (progress: UpdateProgress) => void; withoutCopy?: boolean };

/** CPU seconds on a busy machine for a million posts, by the target version of a step. Other steps take no time and count as 1. */
const measuredSeconds: Record<number, number> = { 38: 15 };
const secondsOf = (version: number): number => measuredSeconds[version] ?? 1;
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
    `The database must be updated from version ${schemaVersion(db)} to ${latestVersion()}, and ${folder} has no room for a copy of it: ` +
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
    const copy = `${file}.before-${latestVersion()}`;
    rmSync(copy, { force: true });
    backupDatabase(file, copy);
    removeOldCopies(file);
    db.exec(`PRAGMA application_id = ${underWay}`);
  });
}

/** Checked inside the transaction, because another process may have made the step first. */
function makeStep(db: DatabaseSync, from: number, to: number, work: () => void): void {
  transaction(db, () => {
    if (schemaVersion(db) !== from) return;
    work();
    db.exec(`PRAGMA user_version = ${to}`);
    if (to === latestVersion()) db.exec('PRAGMA application_id = 0');
  });
}

/** Throws a `DatabaseError` when there is no room for a copy. */
export function migrate(
  db: DatabaseSync,
  file: string,
  { onUpdate = () => {}, withoutCopy = false }: MigrationOptions,
): void {
  const [first, latest] = [schemaVersion(db), latestVersion()];
  if (first === latest) return;
  if (first === 0) makeStep(db, 0, firstVersion, () => db.exec(schema10));
  const steps = migrations
    .map((migration, index) => ({ migration, from: firstVersion + index }))
    .slice(Math.max(0, first - firstVersion));
  const total = steps.reduce((sum, { from }) => sum + secondsOf(from + 1), copySeconds);
  let done = 0;
  const report = (step: string, seconds: number) => {
    if (first > 0) onUpdate({ step, percent: Math.floor((100 * (done + seconds)) / total) });
  };

  report('copy', 0);
  if (first > 0 && !withoutCopy) copyBefore(db, file);
  done += copySeconds;
  for (const { migration, from } of steps) {
    const seconds = secondsOf(from + 1);
    const reportPart = (part: number) => report(`version ${from + 1} of ${latest}`, part * seconds);
    reportPart(0);
    makeStep(db, from, from + 1, () => migration(db, reportPart));
    done += seconds;
  }
}
