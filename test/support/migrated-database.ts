/** An empty database with all tables for tests that open many: a copy takes 1 ms, the migrations take 35 ms. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { databaseFileName, openDatabase } from '../../server/backend/store/sqlite/database.ts';
import { findShared, share } from './run-files.ts';

const sharedName = 'migrated.sqlite';

function migrate(): Buffer {
  const shared = findShared(sharedName);
  if (shared) return readFileSync(shared);
  const folder = mkdtempSync(path.join(tmpdir(), 'ldvk-migrated-'));
  const file = path.join(folder, databaseFileName);
  openDatabase(file).close();
  const content = readFileSync(file);
  rmSync(folder, { recursive: true });
  share(sharedName, (name) => writeFileSync(name, content));
  return content;
}

let migrated: Buffer | null = null;

/** Writes the database to a new file in an existing folder. */
export function placeMigratedDatabase(file: string): void {
  migrated ??= migrate();
  writeFileSync(file, migrated, { flag: 'wx' });
}
