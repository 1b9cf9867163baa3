import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { deriveStories, readStories } from '../../../../test/support/derived-stories.ts';
import { oldVersions, placeOldDatabase, readKept } from '../../../../test/support/old-database.ts';
import { openStore } from '../../open-store.ts';
import type { UpdateProgress } from '../database-error.ts';
import { openDatabase } from './database.ts';
import { migrations } from './migrations/index.ts';
import { schemaVersion } from './sql.ts';

const latest = migrations.length;
const root = mkdtempSync(path.join(tmpdir(), 'ldvk-migrate-'));
afterAll(() => rmSync(root, { recursive: true }));

const newFile = () => path.join(mkdtempSync(path.join(root, 'one-')), 'ldvk.sqlite');
const copyOf = (file: string) => `${file}.before-${latest}`;

function versionOf(file: string): number {
  const db = new DatabaseSync(file, { readOnly: true });
  const version = schemaVersion(db);
  db.close();
  return version;
}

/** Creates a database of version 2 and returns its file. */
function placeFirst(): string {
  const file = newFile();
  placeOldDatabase(file, 2);
  return file;
}

function run(file: string, sql: string): void {
  const db = new DatabaseSync(file);
  db.exec(sql);
  db.close();
}

test.each(oldVersions)('a database of version %i keeps its data, gets stories, and leaves a copy', async (version) => {
  const file = newFile();
  placeOldDatabase(file, version);
  const kept = readKept(file);
  // A new store for each step, while the former ones stay open, as after a crash.
  const stores = [];
  do stores.push(openStore(file));
  while ((await stores.at(-1)?.posts.catchUp()) !== 0);
  expect(await stores[0]?.posts.countOutdated()).toBe(0);
  for (const store of stores) await store.close();
  const db = new DatabaseSync(file);
  // Entries that were written during the reindexing keep the term `form2`.
  const { terms, ...stories } = readStories(db);
  const { terms: derived, ...derivedStories } = deriveStories(db);
  expect(stories).toEqual(derivedStories);
  expect(terms.filter((term) => !term.startsWith('form2 '))).toEqual(derived);
  expect(db.prepare('PRAGMA foreign_key_check').all()).toEqual([]);
  expect(db.prepare('PRAGMA application_id').get()).toEqual({ application_id: 0 });
  db.close();
  expect([readKept(file), versionOf(copyOf(file))]).toEqual([kept, version]);
  expect(readKept(copyOf(file))).toEqual(kept);
  expect(statSync(copyOf(file)).mode & 0o777).toBe(0o600);
});

test('an interrupted update continues after its last step, and keeps the copy from its beginning', () => {
  const file = placeFirst();
  const crash = ({ step }: UpdateProgress) => {
    if (step === `version 9 of ${latest}`) throw new Error('killed');
  };
  expect(() => openDatabase(file, { onUpdate: crash })).toThrow('killed');
  expect([versionOf(file), versionOf(copyOf(file))]).toEqual([8, 2]);
  const steps: UpdateProgress[] = [];
  openDatabase(file, { onUpdate: (progress) => void steps.push(progress) }).close();
  expect(steps.map(({ step }) => step)).toContain(`version 9 of ${latest}`);
  expect(steps.map(({ step }) => step)).not.toContain(`version 8 of ${latest}`);
  expect(steps.map(({ percent }) => percent)).toEqual(steps.map(({ percent }) => percent).sort((a, b) => a - b));
  expect([versionOf(file), versionOf(copyOf(file))]).toEqual([latest, 2]);
});

test('an interrupted copy does not count as complete, and a copy of an earlier update is replaced', () => {
  const file = placeFirst();
  writeFileSync(`${copyOf(file)}.unfinished`, 'half');
  openDatabase(file).close();
  expect(versionOf(copyOf(file))).toBe(2);

  // A rollback, some work and a health check with the previous program, and the update again.
  rmSync(file);
  renameSync(copyOf(file), file);
  run(file, `INSERT INTO users (user_id, name) VALUES (777, 'Позже'); PRAGMA application_id = ${0x4c44564b}`);
  writeFileSync(copyOf(file), 'the copy of the first update');
  const kept = readKept(file);
  openDatabase(file).close();
  expect([readKept(file), readKept(copyOf(file))]).toEqual([kept, kept]);
});

test('the newest copy and the one before are kept, and no copy is made when none is wanted or nothing changes', () => {
  const file = placeFirst();
  for (const version of [3, 9, 12]) writeFileSync(`${file}.before-${version}`, '');
  openDatabase(file).close();
  const copies = () => readdirSync(path.dirname(file)).filter((name) => name.includes('before'));
  expect(copies().sort()).toEqual(['ldvk.sqlite.before-12', `ldvk.sqlite.before-${latest}`]);
  rmSync(copyOf(file));
  openDatabase(file).close();
  const other = placeFirst();
  openDatabase(other, { withoutCopy: true }).close();
  expect([existsSync(copyOf(file)), existsSync(copyOf(other)), versionOf(other)]).toEqual([false, false, latest]);
});
