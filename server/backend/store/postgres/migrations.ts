/**
 * The migrations of the schema since version 1.0.0, oldest first. Append only: a released migration is never edited. None
 * removes or renames what the previous version reads, because both run side by side during an upgrade.
 */
import type { Db } from '../port.ts';
import { firstVersion } from './schema-1-0/index.ts';
import { version11 } from './version-1-1.ts';

/** Runs in the transaction of `db`. */
export type Migration = (db: Db) => Promise<void>;

export const migrations: readonly Migration[] = [version11];

/** The version of the schema of this program. */
export const latestVersion = (): number => firstVersion + migrations.length;
