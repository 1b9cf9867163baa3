/** Migrates a store between a SQLite file and PostgreSQL, in either direction. */
import { parseDatabaseAddress } from '../../../platform/database-address.ts';
import { DatabaseError } from '../database-error.ts';
import { openPool } from '../postgres/database.ts';
import { describeUrl } from '../postgres/faults.ts';
import { migrate } from '../postgres/migrate.ts';
import { copyStore, type Options } from './copy-store.ts';
import { checkUnused, describeError } from './postgres-reader.ts';
import { withPostgresSource } from './postgres-source.ts';
import { withPostgresTarget } from './postgres-target.ts';
import { withSqliteSource } from './sqlite-source.ts';
import { withSqliteTarget } from './sqlite-target.ts';

/** Files, or connection strings of PostgreSQL. */
export type Ends = { from: string; to: string };

const isUrl = (end: string): boolean => /^postgres(ql)?:\/\//.test(end);

/** Without the password. */
export const describeEnd = (end: string): string => (isUrl(end) ? describeUrl(end) : end);

function checkAddress(option: string, end: string): void {
  if (!isUrl(end)) return;
  try {
    parseDatabaseAddress(end);
  } catch (error) {
    throw new DatabaseError(`${option} ${(error as Error).message}`);
  }
}

/** Creates the tables of a PostgreSQL database, or brings them to the version of this program. Throws a `DatabaseError`. */
export async function migrateTables(url: string): Promise<void> {
  if (!isUrl(url)) throw new DatabaseError('--to must be postgres://… without --from: files are migrated at the start');
  checkAddress('--to', url);
  const database = openPool(url, 1);
  try {
    await checkUnused(database, url);
    await migrate(database);
  } catch (error) {
    throw describeError(url, error);
  } finally {
    await database.close();
  }
}

/** Returns whether the target is complete and equal. Throws a `DatabaseError`. */
export async function migrateStore({ from, to }: Ends, options: Options): Promise<boolean> {
  if (isUrl(from) === isUrl(to)) throw new DatabaseError('One end must be a file and the other one postgres://…');
  checkAddress('--from', from);
  checkAddress('--to', to);
  if (isUrl(to)) {
    return withSqliteSource(from, (source) =>
      withPostgresTarget(to, (target, tables) => copyStore(source, target, tables, options)),
    );
  }
  return withPostgresSource(from, (source, tables) =>
    withSqliteTarget(to, (target) => copyStore(source, target, tables, options)),
  );
}
