import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openDatabase } from './database.ts';
import { createWriteCheck } from './write-check.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'ldvk-write-check-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('a check writes to the disk, at most every 5 s after a success', () => {
  const file = path.join(folder, 'test.sqlite');
  const db = openDatabase(file);
  const written = () => statSync(`${file}-wal`).size;
  let now = 0;
  const check = createWriteCheck(db, () => now);
  const sizes = [written()];
  for (now of [0, 4999, 5000, 5001]) {
    check();
    sizes.push(written());
  }
  const steps = sizes.slice(1).map((size, index) => size > (sizes[index] ?? 0));
  expect(steps).toEqual([true, false, true, false]);
  db.close();
});

test('a check throws while the database is read-only, and succeeds immediately afterwards', () => {
  const db = openDatabase(path.join(folder, 'read-only.sqlite'));
  const check = createWriteCheck(db);
  db.exec('PRAGMA query_only = ON');
  expect(check).toThrow('readonly');
  expect(check).toThrow('readonly');
  db.exec('PRAGMA query_only = OFF');
  expect(check).not.toThrow();
  db.close();
});
