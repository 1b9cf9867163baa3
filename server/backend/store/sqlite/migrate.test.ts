import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as messages from '../../../../shared/messages.ts';
import { deriveStories, readStories } from '../../../../test/support/derived-stories.ts';
import { placeOldDatabase, readKept } from '../../../../test/support/old-database.ts';
import { openStore } from '../../open-store.ts';
import type { UpdateProgress } from '../database-error.ts';
import { withSqliteSource } from '../store-migration/sqlite.ts';
import { backupDatabase, restoreDatabase } from './backup.ts';
import { openDatabase } from './database.ts';
import { latestVersion, type Migration, migrations } from './migrations.ts';
import { firstVersion } from './schema-1-0/index.ts';
import { schemaVersion } from './sql.ts';

const latest = latestVersion();
const root = mkdtempSync(path.join(tmpdir(), 'ldvk-migrate-'));
afterAll(() => rmSync(root, { recursive: true }));

const newFile = () => path.join(mkdtempSync(path.join(root, 'one-')), 'ldvk.sqlite');
const copyOf = (file: string, version = latest) => `${file}.before-${version}`;

function versionOf(file: string): number {
  const db = new DatabaseSync(file, { readOnly: true });
  const version = schemaVersion(db);
  db.close();
  return version;
}

/** Creates a database of version 1.0.0 and returns its file. */
function placeFirst(): string {
  const file = newFile();
  placeOldDatabase(file);
  return file;
}

function run(file: string, sql: string): void {
  const db = new DatabaseSync(file);
  db.exec(sql);
  db.close();
}

/** The statements of the schema, without spaces and quotes that mean nothing. */
function readSchema(file: string): unknown[] {
  const db = openDatabase(file);
  const rows = db.prepare('SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name').all();
  db.close();
  return rows.map(({ sql, ...row }) => ({
    ...row,
    sql:
      sql &&
      String(sql)
        .replaceAll('"', '')
        .replace(/\s+/g, ' ')
        .replace(/ ?([(),]) ?/g, '$1'),
  }));
}

test('a new database has the schema of one that version 1.0.0 made, and its counters', () => {
  const [created, updated] = [newFile(), placeFirst()];
  expect(readSchema(created)).toEqual(readSchema(updated));
  const db = new DatabaseSync(created);
  const counters = db.prepare("SELECT name, seq FROM sqlite_sequence WHERE name IN ('clients', 'words') ORDER BY name");
  expect(counters.all().map((row) => ({ ...row }))).toEqual([
    { name: 'clients', seq: 1000 },
    { name: 'words', seq: 0 },
  ]);
  db.close();
});

test('a database of version 1.0.0 keeps its data and stories, and leaves a copy', async () => {
  const file = placeFirst();
  const kept = readKept(file);
  // A new store for each step, while the former ones stay open, as after a crash.
  const stores = [];
  do stores.push(openStore(file));
  while ((await stores.at(-1)?.posts.catchUp()) !== 0);
  expect(await stores[0]?.posts.countOutdated()).toBe(0);
  for (const store of stores) await store.close();
  const db = new DatabaseSync(file);
  expect(readStories(db)).toEqual(deriveStories(db));
  expect(db.prepare('PRAGMA foreign_key_check').all()).toEqual([]);
  expect(db.prepare('PRAGMA application_id').get()).toEqual({ application_id: 0 });
  db.close();
  expect([readKept(file), versionOf(copyOf(file))]).toEqual([kept, firstVersion]);
  expect(readKept(copyOf(file))).toEqual(kept);
  expect(statSync(copyOf(file)).mode & 0o777).toBe(0o600);
});

test('an interrupted update continues after its last step, and keeps the copy from its beginning', () => {
  const file = placeFirst();
  const steps: UpdateProgress[] = [];
  /** Opens the file; killed at this report of this step. */
  const openUntil = (version: number | null, part = 1) => {
    steps.length = 0;
    openDatabase(file, {
      onUpdate(progress) {
        steps.push(progress);
        const ofStep = steps.filter(({ step }) => step === `version ${version} of ${latest + 1}`);
        if (ofStep.length === part) throw new Error('killed');
      },
    }).close();
  };
  (migrations as Migration[]).push((db) => db.exec('CREATE TABLE of_the_next_version (id INTEGER)'));
  try {
    const copy = copyOf(file, latest + 1);
    const kept = readKept(file);
    expect(() => openUntil(latest, 3)).toThrow('killed');
    expect([versionOf(file), versionOf(copy)]).toEqual([firstVersion, firstVersion]);
    run(file, "INSERT INTO users (user_id, name) VALUES (777, 'Позже')");
    expect(() => openUntil(latest + 1)).toThrow('killed');
    expect([versionOf(file), readKept(copy)]).toEqual([latest, kept]);
    openUntil(null);
    expect(steps.map(({ step }) => step)).toEqual(['copy', `version ${latest + 1} of ${latest + 1}`]);
    expect(steps.map(({ percent }) => percent)).toEqual(steps.map(({ percent }) => percent).sort((a, b) => a - b));
    expect([versionOf(file), readKept(copy)]).toEqual([latest + 1, kept]);
  } finally {
    (migrations as Migration[]).pop();
  }
});

test('a database in which 1.0.0 was killed at the end of its work after the start is updated', () => {
  const file = placeFirst();
  run(
    file,
    'INSERT INTO post_search_reindex SELECT min(id) FROM posts; CREATE TABLE unarranged_posts (next INTEGER, last INTEGER)',
  );
  run(file, 'INSERT INTO unarranged_posts SELECT max(id) + 1, max(id) FROM posts');
  expect(readSchema(file)).toEqual(readSchema(newFile()));
});

test('an interrupted copy does not count as complete, and a copy of an earlier update is replaced', () => {
  const file = placeFirst();
  writeFileSync(`${copyOf(file)}.unfinished`, 'half');
  openDatabase(file).close();
  expect(versionOf(copyOf(file))).toBe(firstVersion);

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
  for (const version of [3, 9, 12]) writeFileSync(copyOf(file, version), '');
  openDatabase(file).close();
  const copies = () => readdirSync(path.dirname(file)).filter((name) => name.includes('before'));
  expect(copies().sort()).toEqual(['ldvk.sqlite.before-12', `ldvk.sqlite.before-${latest}`]);
  rmSync(copyOf(file));
  openDatabase(file).close();
  const other = placeFirst();
  openDatabase(other, { withoutCopy: true }).close();
  expect([existsSync(copyOf(file)), existsSync(copyOf(other)), versionOf(other)]).toEqual([false, false, latest]);
});

test.each([
  ['older than 1.0.0', `PRAGMA user_version = ${firstVersion - 1}`, messages.olderSchema],
  [
    'with former entries in the search index',
    'INSERT INTO post_search_reindex SELECT max(id) FROM posts',
    messages.unfinishedSchema,
  ],
  [
    'with posts without a story',
    'CREATE TABLE unarranged_posts AS SELECT max(id) AS next, max(id) AS last FROM posts',
    messages.unfinishedSchema,
  ],
])('a database %s is refused wherever it is opened, and stays as it is', async (_, sql, reason) => {
  const file = placeFirst();
  run(file, sql);
  const content = readFileSync(file);
  expect(() => openDatabase(file)).toThrow(reason);
  expect(() => backupDatabase(file, `${file}.backup`)).toThrow(reason);
  expect(() => restoreDatabase(file, `${file}.restored`, 0)).toThrow(reason);
  await expect(withSqliteSource(file, async () => {})).rejects.toThrow(reason);
  expect(readFileSync(file)).toEqual(content);
  expect(readdirSync(path.dirname(file))).toEqual([path.basename(file)]);
});
