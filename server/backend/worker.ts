/** Entry of the backend's worker thread: listens on loopback, reports its port, and stops on a message. */
import { parentPort, workerData } from 'node:worker_threads';
import type { BackendFigures, CollectorCounts } from '../platform/figures.ts';
import { createLogger } from '../platform/logger.ts';
import type { Config } from '../platform/settings.ts';
import { serve } from './serve.ts';

/** The first message is `listening` or `failed`; `failed` may also come later. Its message is one line for the operator. */
export type WorkerMessage =
  | { type: 'listening'; port: number }
  | { type: 'failed'; message: string }
  | { type: 'counts'; counts: CollectorCounts }
  | { type: 'figures'; figures: BackendFigures };
export type WorkerCommand = { type: 'close' };
/** `port` 0 selects a free port. */
export type WorkerStart = { config: Config; port: number };

const { config, port } = workerData as WorkerStart;
const report = (message: WorkerMessage) => parentPort?.postMessage(message);

try {
  // Only the console of this process connects. It forwards the visitor's address.
  const serving = await serve({
    config: { ...config, TRUST_PROXY: 'loopback' },
    logger: createLogger(config.LOG_LEVEL),
    port,
    host: '127.0.0.1',
    onCounts: (counts) => report({ type: 'counts', counts }),
    onFigures: (figures) => report({ type: 'figures', figures }),
    onFailed: ({ message }) => report({ type: 'failed', message }),
  });
  parentPort?.once('message', async (_command: WorkerCommand) => {
    await serving.close();
    parentPort?.close();
  });
  report({ type: 'listening', port: serving.port });
} catch (error) {
  report({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
}
