/** The migrations of the schema since version 1.0.0, oldest first. Append only: a released migration is never edited. */
import type { DatabaseSync } from 'node:sqlite';
import { firstVersion } from './schema-1-0/index.ts';
import { version11 } from './version-1-1.ts';

/** Runs in a transaction. A long one reports the fraction that is done. */
export type Migration = (db: DatabaseSync, report: (part: number) => void) => void;

export const migrations: readonly Migration[] = [version11];

/** The version of the schema of this program. */
export const latestVersion = (): number => firstVersion + migrations.length;
