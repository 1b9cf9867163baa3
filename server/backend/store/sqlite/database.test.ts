// Proves: security#statements
import { chmodSync, mkdtempSync, readdirSync, readlinkSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { databaseFault, openDatabase } from './database.ts';
import { latestVersion } from './migrations.ts';
import { transaction } from './sql.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'ldvk-database-'));
const newFile = () => path.join(mkdtempSync(path.join(folder, 'one-')), 'test.sqlite');
afterAll(() => rmSync(folder, { recursive: true }));

const version = (db: DatabaseSync) => db.prepare('PRAGMA user_version').get()?.user_version;

/** The link's target; empty for a file that has just been closed, such as the listing's own. */
function readLink(name: string): string[] {
  try {
    return [readlinkSync(name)];
  } catch {
    return [];
  }
}

/** Returns the error that `run` throws, or null. */
function errorOf(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  return null;
}

describe('database', () => {
  test('a new file gets every migration, WAL and foreign keys', () => {
    const db = openDatabase(newFile());
    expect(version(db)).toBe(latestVersion());
    expect(db.prepare('PRAGMA journal_mode').get()?.journal_mode).toBe('wal');
    expect(db.prepare('PRAGMA foreign_keys').get()?.foreign_keys).toBe(1);
    db.close();
  });

  test('its files are private to the user, and existing ones become private', () => {
    const file = newFile();
    const files = ['', '-wal', '-shm'].map((suffix) => file + suffix);
    const rights = () => files.map((name) => (statSync(name).mode & 0o777).toString(8));
    const first = openDatabase(file);
    expect(rights()).toEqual(['600', '600', '600']);
    for (const name of files) chmodSync(name, 0o644);
    const second = openDatabase(file);
    expect(rights()).toEqual(['600', '600', '600']);
    second.close();
    first.close();
  });

  /** Only Linux lists the open files of a process. */
  const testOnLinux = process.platform === 'linux' ? test : test.skip;

  testOnLinux('a large sort opens no temporary file', () => {
    const openFiles = () => readdirSync('/proc/self/fd').flatMap((name) => readLink(`/proc/self/fd/${name}`));
    const db = openDatabase(newFile());
    const before = openFiles();
    const numbers = 'WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 50000)';
    const rows = db.prepare(`${numbers} SELECT hex(randomblob(200)) AS text FROM n ORDER BY text`).iterate();
    expect(rows.next().value?.text).toHaveLength(400);
    expect(openFiles()).toEqual(before);
    db.close();
  });

  test('a reopened file keeps its data', () => {
    const file = newFile();
    const first = openDatabase(file);
    first.exec("INSERT INTO users (user_id, name) VALUES (7, 'Иван')");
    first.close();
    const second = openDatabase(file);
    expect(second.prepare('SELECT name FROM users').get()?.name).toBe('Иван');
    second.close();
  });

  test('a file of a newer version is refused with one line and a remedy', () => {
    const file = newFile();
    const db = openDatabase(file);
    db.exec(`PRAGMA user_version = ${latestVersion() + 1}`);
    db.close();
    expect(() => openDatabase(file)).toThrow(/^The database has a newer version .+ restore a backup.+$/);
  });

  test('an invalid database file and an invalid folder are refused with one line', () => {
    const text = path.join(folder, 'text');
    writeFileSync(text, 'no database, but longer than the header of one would be, so that it is looked at'.repeat(9));
    expect(() => openDatabase(text)).toThrow(/^Cannot open the database .+: the file is not a database\. .+$/);
    expect(() => openDatabase(path.join(text, 'test.sqlite'))).toThrow(/^Cannot open the database .+$/);
  });

  test('a transaction that throws is rolled back, including an inner one', () => {
    const db = openDatabase(newFile());
    const insert = db.prepare('INSERT INTO users (user_id, name) VALUES (?, ?)');
    const failing = () =>
      transaction(db, () => {
        insert.run(1, 'a');
        transaction(db, () => insert.run(2, 'b'));
        throw new Error('no');
      });
    expect(failing).toThrow('no');
    expect(db.prepare('SELECT count(*) AS n FROM users').get()?.n).toBe(0);
    transaction(db, () => insert.run(3, 'c'));
    expect(db.prepare('SELECT count(*) AS n FROM users').get()?.n).toBe(1);
    db.close();
  });

  test('a full disk is reported, and the database stays intact', () => {
    const db = openDatabase(newFile());
    const pages = Number(db.prepare('PRAGMA page_count').get()?.page_count);
    db.exec(`PRAGMA max_page_count = ${pages}`);
    const insert = db.prepare('INSERT INTO users (user_id, name) VALUES (?, ?)');
    const error = errorOf(() =>
      transaction(db, () => {
        for (let id = 1; id < 100; id += 1) insert.run(id, 'x'.repeat(1000));
      }),
    );
    expect(databaseFault(error)).toMatch(/^the disk is full\. Free space/);
    expect(db.prepare('SELECT count(*) AS n FROM users').get()?.n).toBe(0);
    expect(db.prepare('PRAGMA integrity_check').get()?.integrity_check).toBe('ok');
    db.close();
  });

  test('a read-only file is reported', () => {
    const file = newFile();
    openDatabase(file).close();
    const db = new DatabaseSync(file, { readOnly: true });
    expect(databaseFault(errorOf(() => db.exec("INSERT INTO users (user_id, name) VALUES (1, 'a')")))).toMatch(
      /^the file or its folder is read-only\. .+$/,
    );
    db.close();
    expect(databaseFault(new Error('other'))).toBeNull();
  });
});
