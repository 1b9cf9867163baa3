/** Entry of the backend's thread: listens on loopback, reports its port, and closes on a message. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Config } from '../platform/settings.ts';
import { createLogger, serve } from './serve.ts';

/** `failed` carries one line; the thread then ends. */
export type WorkerMessage = { type: 'listening'; port: number } | { type: 'failed'; message: string };
export type WorkerCommand = { type: 'close' };
/** `port` 0 takes a free one. */
export type WorkerStart = { config: Config; port: number };

const { config, port } = workerData as WorkerStart;
const report = (message: WorkerMessage) => parentPort?.postMessage(message);

try {
  // Only the console of this process connects, and it sends the visitor's address.
  const serving = await serve(
    { ...config, TRUST_PROXY: 'loopback' },
    createLogger(config.LOG_LEVEL),
    port,
    '127.0.0.1',
  );
  parentPort?.once('message', async (_command: WorkerCommand) => {
    await serving.close();
    parentPort?.close();
  });
  report({ type: 'listening', port: serving.port });
} catch (error) {
  report({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
}
