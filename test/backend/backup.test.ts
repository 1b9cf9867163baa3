import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { databaseFileName } from '../../server/backend/store/sqlite/database.ts';
import { startTestBackend, type TestBackend } from '../support/backend.ts';

const run = promisify(execFile);
const script = path.join(import.meta.dirname, '../../scripts/backup.ts');

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
    run(process.execPath, [script, ...args], { env: { DATA_DIR: path.dirname(backend.file) } });

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

  test('an existing file is not overwritten, and an invalid folder is reported by name', async () => {
    const target = path.join(folder, 'copy.sqlite');
    await backup(target);
    await expect(backup(target)).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('already exists') });
    await expect(backup(path.join(folder, 'no', 'copy.sqlite'))).rejects.toMatchObject({ code: 1 });
    expect(existsSync(path.join(folder, 'no'))).toBe(false);
    await expect(backup()).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining('Usage') });
  });
});
