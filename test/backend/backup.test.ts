// Proves: security#statements
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { restoreDatabase } from '../../server/backend/store/sqlite/backup.ts';
import { databaseFileName } from '../../server/backend/store/sqlite/database.ts';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { runCommand } from '../support/server-process.ts';

function execute(file: string, sql: string): void {
  const db = new DatabaseSync(file);
  db.exec(sql);
  db.close();
}

describe('backup', () => {
  let backend: TestBackend;
  let folder: string;

  beforeEach(async () => {
    backend = await startTestBackend();
    folder = mkdtempSync(path.join(tmpdir(), 'ldvk-backup-'));
  });
  afterEach(async () => {
    await backend.close();
    rmSync(folder, { recursive: true });
  });

  const backup = (...args: string[]) =>
    runCommand('backup.js', args, { environment: { DATA_DIR: path.dirname(backend.file) } });

  test('a backup made during writes is complete, and a service started on it has all earlier data', async () => {
    const { clientId } = await backend.createClient();
    await backend.createWord(clientId, { text: 'до копии' });
    const target = path.join(folder, 'copy.sqlite');
    let running = true;
    const copying = backup(target).finally(() => {
      running = false;
    });
    let written = 0;
    while (running) {
      await backend.createWord(clientId);
      written += 1;
      await new Promise(setImmediate);
    }
    await copying;
    expect(statSync(target).mode & 0o777).toBe(0o600);
    expect(written).toBeGreaterThan(0);

    copyFileSync(target, path.join(folder, databaseFileName));
    const restored = await startTestBackend({ config: { DATA_DIR: folder } });
    const cookie = await restored.signInClient(clientId);
    const reply = await restored.call('GET', '/vknf/words/autocomplete?q=до копии', { cookie });
    expect(reply.body).toMatchObject({ words: [{ Text: 'до копии' }] });
    await restored.close();
  });

  test.each([
    ['is missing', () => 'nowhere.sqlite', 'There is no file'],
    ['is no database', (file: string) => writeFileSync(file, 'x'.repeat(5000)), 'file is not a database'],
    [
      'is damaged',
      (file: string) => writeFileSync(file, readFileSync(file).fill(0x58, 8192, 12_288)),
      'Cannot restore',
    ],
    ['is of a newer version', (file: string) => execute(file, 'PRAGMA user_version = 9999'), 'newer version'],
    [
      'is of another program',
      (file: string) => execute(file, 'PRAGMA user_version = 0'),
      'no database of this program',
    ],
    ['has a log beside it', (file: string) => writeFileSync(`${file}-wal`, ''), 'is no backup'],
  ])('a copy that %s is not restored, and changes nothing', async (_, spoil, message) => {
    const copy = path.join(folder, 'copy.sqlite');
    await backup(copy);
    const missing = spoil(copy);
    const target = path.join(folder, 'data', databaseFileName);
    mkdirSync(path.dirname(target));
    writeFileSync(target, 'as before');
    expect(() => restoreDatabase(missing ?? copy, target, Date.now())).toThrow(message);
    expect(readdirSync(path.dirname(target))).toEqual([databaseFileName]);
    expect(readFileSync(target, 'utf8')).toBe('as before');
  });

  test('a damaged database is replaced and kept', async () => {
    const copy = path.join(folder, 'copy.sqlite');
    await backup(copy);
    const target = path.join(folder, databaseFileName);
    writeFileSync(target, 'damaged'.repeat(1000));
    const replaced = restoreDatabase(copy, target, Date.parse('2026-03-01T12:00:00Z'));
    expect(replaced).toBe(`${target}.replaced-2026-03-01T120000Z`);
    expect(readFileSync(String(replaced), 'utf8')).toContain('damaged');
    expect(readFileSync(target).equals(readFileSync(copy))).toBe(true);
    expect(statSync(target).mode & 0o777).toBe(0o600);
  });

  test('a copy of the file of a stopped service, kept read-only, is restored, can be written and leaves nothing beside it', async () => {
    const copy = path.join(folder, 'copy.sqlite');
    await backup(copy);
    execute(copy, 'PRAGMA journal_mode = WAL');
    chmodSync(copy, 0o400);
    const target = path.join(folder, 'data', databaseFileName);
    expect(restoreDatabase(copy, target, Date.now())).toBeNull();
    expect(statSync(target).mode & 0o777).toBe(0o600);
    expect(readdirSync(path.dirname(target))).toEqual([databaseFileName]);
  });

  const testAsRoot = process.getuid?.() === 0 ? test : test.skip;
  testAsRoot('a copy that root restores belongs to the owner of the folder, or of the replaced database', async () => {
    const copy = path.join(folder, 'copy.sqlite');
    await backup(copy);
    const target = path.join(folder, 'data', databaseFileName);
    mkdirSync(path.dirname(target));
    chownSync(path.dirname(target), 1000, 1000);
    restoreDatabase(copy, target, 1);
    expect(statSync(target)).toMatchObject({ uid: 1000, gid: 1000 });
    chownSync(target, 1001, 1001);
    restoreDatabase(copy, target, 2);
    expect(statSync(target)).toMatchObject({ uid: 1001, gid: 1001 });
  });

  test('an existing file is not overwritten, and an invalid folder is reported by name', async () => {
    const target = path.join(folder, 'copy.sqlite');
    await backup(target);
    expect(await backup(target)).toMatchObject({ code: 1, output: expect.stringContaining('already exists') });
    expect(await backup(path.join(folder, 'no', 'copy.sqlite'))).toMatchObject({ code: 1 });
    expect(existsSync(path.join(folder, 'no'))).toBe(false);
    expect(await backup()).toMatchObject({ code: 1, output: expect.stringContaining('Usage') });
  });
});
