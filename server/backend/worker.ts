/** The backend's worker thread: listens on loopback, tells its port, and closes when it is told to. */
import { parentPort, workerData } from 'node:worker_threads';
import { createLogger, serve } from './serve.ts';
import type { BackendSettings } from './settings.ts';

/** `failed` carries one line; the thread then ends. */
export type WorkerMessage = { type: 'listening'; port: number } | { type: 'failed'; message: string };
export type WorkerCommand = { type: 'close' };
/** `port` 0 takes a free one. */
export type WorkerStart = { settings: BackendSettings; port: number };

const { settings, port } = workerData as WorkerStart;
const tell = (message: WorkerMessage) => parentPort?.postMessage(message);

try {
  const serving = await serve(settings, createLogger(settings.logLevel), port, '127.0.0.1');
  parentPort?.once('message', async (_command: WorkerCommand) => {
    await serving.close();
    parentPort?.close();
  });
  tell({ type: 'listening', port: serving.port });
} catch (error) {
  tell({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
}
