/** Faults of the embedded backend's thread: at the start they are reported, later the thread is restarted. */
import { pino } from 'pino';
import { startBackendWorker } from '../../server/backend/start-worker.ts';
import { readConfig } from '../../server/platform/read-config.ts';
import { makeTemporaryFolder } from '../support/server-process.ts';

const { folder, remove } = makeTemporaryFolder();
afterAll(remove);
const config = readConfig({ DATA_DIR: folder, ADMIN_PASSWORD: 'admin-password-1', LOG_LEVEL: 'silent' });
const logger = pino({ level: 'silent' });

test('a backend thread that crashes is restarted on the same port, and closes cleanly afterwards', async () => {
  const workerFile = new URL('../support/crashing-worker.ts', import.meta.url);
  const { port, close } = await startBackendWorker(config, workerFile, logger);
  const threadOf = async () => (await fetch(`http://127.0.0.1:${port}/`)).text();
  const first = await threadOf();
  await expect(fetch(`http://127.0.0.1:${port}/crash`)).rejects.toThrow();
  let second = '';
  while (second === '') second = await threadOf().catch(() => '');
  expect(Number(second)).toBeGreaterThan(Number(first));
  await close();
  await expect(threadOf()).rejects.toThrow();
});

test.each([
  ['exits', 'process.exit(0)', 'The backend did not start: The thread exited with code 0 and sent no message'],
  ['throws', 'throw new Error("no such module")', 'The backend did not start: no such module'],
])('a backend thread that %s before it listens fails the start with a message', async (_, code, message) => {
  const workerFile = new URL(`data:text/javascript,${code}`);
  await expect(startBackendWorker(config, workerFile, logger)).rejects.toMatchObject({
    name: 'BackendStartError',
    message,
  });
});
