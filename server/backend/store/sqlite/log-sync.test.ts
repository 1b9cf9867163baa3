import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { openDatabase } from './database.ts';
import { quickTransaction, syncLog } from './log-sync.ts';

const full = 2;
let folder: string;
let db: DatabaseSync;
const read = (pragma: string) => Object.values(db.prepare(`PRAGMA ${pragma}`).get() ?? {})[0];

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'log-sync-'));
  db = openDatabase(path.join(folder, 'test.sqlite'));
  db.exec('CREATE TABLE numbers (value INTEGER)');
});
afterEach(() => {
  db.close();
  rmSync(folder, { recursive: true });
});

test('a quick transaction does not wait for the disk, and all others still do, also after an error', () => {
  const levels = quickTransaction(db, () => [read('synchronous')]);
  expect([...levels, read('synchronous')]).toEqual([1, full]);
  const fail = () =>
    quickTransaction(db, () => {
      db.exec('INSERT INTO numbers VALUES (1)');
      throw new Error('no');
    });
  expect(fail).toThrow('no');
  expect([read('synchronous'), db.prepare('SELECT value FROM numbers').all()]).toEqual([full, []]);
});

test('the log is synced after a change, and a fault of the disk rejects', async () => {
  quickTransaction(db, () => db.exec('INSERT INTO numbers VALUES (1)'));
  await syncLog(db);
  rmSync(path.join(folder, 'test.sqlite-wal'));
  await expect(syncLog(db)).rejects.toThrow('ENOENT');
});
