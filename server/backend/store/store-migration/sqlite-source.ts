/** A SQLite file as the source of a migration. */
import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { DatabaseError } from '../database-error.ts';
import { requireLatestSchema } from '../schema-version.ts';
import { databaseFault, schemaVersion } from '../sqlite/database.ts';
import { migrations } from '../sqlite/migrations/index.ts';
import type { Source } from './ends.ts';
import { createSqliteReader } from './sqlite-reader.ts';

const busy = 5;

/** No other process can open the file, so that the copy is one state of it. */
function lock(db: DatabaseSync, file: string): void {
  try {
    db.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE');
  } catch (error) {
    const inUse = ((error as { errcode?: number }).errcode ?? 0) % 256 === busy;
    throw new DatabaseError(
      inUse
        ? `${file} is in use: stop the service and its commands first`
        : `Cannot read ${file}: ${databaseFault(error) ?? (error as Error).message}`,
    );
  }
}

/** Throws a `DatabaseError` when the file cannot be copied. */
export async function withSqliteSource<T>(file: string, work: (source: Source) => Promise<T>): Promise<T> {
  if (!existsSync(file)) throw new DatabaseError(`There is no file ${file}`);
  const db = new DatabaseSync(file, { timeout: 1000 });
  try {
    lock(db, file);
    requireLatestSchema(file, schemaVersion(db), migrations.length, 'npm start');
    return await work({
      ...createSqliteReader(db),
      count: async ({ name }) => Number(db.prepare(`SELECT count(*) AS rows FROM ${name}`).get()?.rows),
    });
  } finally {
    db.close();
  }
}
