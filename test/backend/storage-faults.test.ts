import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pino } from 'pino';
import { startBackendWorker } from '../../server/backend/start-worker.ts';
import { readConfig } from '../../server/platform/read-config.ts';
import { startTestBackend } from '../support/backend.ts';

const workerFile = new URL('../../server/backend/worker.ts', import.meta.url);
const logger = pino({ level: 'silent' });
const configOf = (folder: string) =>
  readConfig({ DATA_DIR: folder, ADMIN_PASSWORD: 'admin-password-1', LOG_LEVEL: 'silent' });

describe('the worker thread', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'ldvk-worker-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  test('serves on loopback, and close() closes its port', async () => {
    const worker = await startBackendWorker(configOf(folder), workerFile, logger);
    const url = `http://127.0.0.1:${worker.port}/api/v1/health`;
    expect(await (await fetch(url)).json()).toEqual({ status: 'ok' });
    await worker.close();
    await expect(fetch(url)).rejects.toThrow();
  });

  test('an unusable data folder stops the start with one line', async () => {
    const file = path.join(folder, 'file');
    writeFileSync(file, '');
    await expect(startBackendWorker(configOf(file), workerFile, logger)).rejects.toThrow(
      /^Cannot open the database .+$/,
    );
  });

  test('a database of a newer version stops the start with one line', async () => {
    const db = new DatabaseSync(path.join(folder, 'ldvk.sqlite'));
    db.exec('PRAGMA user_version = 9999');
    db.close();
    await expect(startBackendWorker(configOf(folder), workerFile, logger)).rejects.toThrow(/newer version/);
  });
});

test('a failing database returns 500 with a readable message, and the log has the cause', async () => {
  const backend = await startTestBackend();
  const cookie = await backend.signInAdmin();
  const blocker = new DatabaseSync(backend.file);
  blocker.exec('DROP TABLE word_clients; DROP TABLE users');
  blocker.close();
  const reply = await backend.call('GET', '/vknf/users', { cookie });
  const text = 'Произошла непредвиденная ошибка';
  expect(reply).toMatchObject({ status: 500, body: { error: text, message: text } });
  expect(JSON.stringify(reply.body)).not.toMatch(/users|sqlite|at /i);
  expect(backend.log).toContainEqual(expect.objectContaining({ msg: 'call failed', err: expect.anything() }));
  await backend.close();
});
