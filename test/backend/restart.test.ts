/** Proves that a fault of the embedded backend's thread ends nothing else: it comes back where it was. */
import { pino } from 'pino';
import { startBackendWorker } from '../../server/backend/start-worker.ts';
import { readConfig } from '../../server/platform/settings.ts';
import { makeTemporaryFolder } from '../support/server-process.ts';

const { folder, remove } = makeTemporaryFolder();
afterAll(remove);

test('a backend thread that crashes is started anew on the same port, and then closes in order', async () => {
  const config = readConfig({ DATA_DIR: folder, ADMIN_PASSWORD: 'admin-password-1', LOG_LEVEL: 'silent' });
  const workerFile = new URL('../support/crashing-worker.ts', import.meta.url);
  const { port, close } = await startBackendWorker(config, workerFile, pino({ level: 'silent' }));
  const threadOf = async () => (await fetch(`http://127.0.0.1:${port}/`)).text();
  const first = await threadOf();
  await expect(fetch(`http://127.0.0.1:${port}/crash`)).rejects.toThrow();
  let second = '';
  while (second === '') second = await threadOf().catch(() => '');
  expect(Number(second)).toBeGreaterThan(Number(first));
  await close();
  await expect(threadOf()).rejects.toThrow();
});
