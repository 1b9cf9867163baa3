import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openDatabase } from './sqlite/database.ts';
import { writeHeader } from './sqlite/sql.ts';
import { createWriteCheck } from './write-check.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'ldvk-write-check-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('a check writes to the disk, at most every 5 s after a success', async () => {
  const file = path.join(folder, 'test.sqlite');
  const db = openDatabase(file);
  const written = () => statSync(`${file}-wal`).size;
  let now = 0;
  const check = createWriteCheck(
    async () => writeHeader(db),
    () => now,
  );
  const sizes = [written()];
  for (now of [0, 4999, 5000, 5001]) {
    await check();
    sizes.push(written());
  }
  const steps = sizes.slice(1).map((size, index) => size > (sizes[index] ?? 0));
  expect(steps).toEqual([true, false, true, false]);
  db.close();
});

test('a check throws while the database is read-only, and succeeds immediately afterwards', async () => {
  const db = openDatabase(path.join(folder, 'read-only.sqlite'));
  const check = createWriteCheck(async () => writeHeader(db));
  db.exec('PRAGMA query_only = ON');
  await expect(check()).rejects.toThrow('readonly');
  await expect(check()).rejects.toThrow('readonly');
  db.exec('PRAGMA query_only = OFF');
  await check();
  db.close();
});

test('checks of a database that does not answer time out, and share one write', async () => {
  const writing = Promise.withResolvers<never>();
  let writes = 0;
  const write = () => {
    writes += 1;
    return writing.promise;
  };
  const check = createWriteCheck(write, () => 0, 1);
  const checks = await Promise.allSettled([check(), check(), check()]);
  expect(checks.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(writes).toBe(1);
  writing.reject(new Error('no'));
  await expect(check()).rejects.toThrow('no');
});
