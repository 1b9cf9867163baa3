/** Starts the embedded backend in a thread of its own, so that its queries never hold up the pages. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import type { BackendSettings } from './settings.ts';
import type { WorkerCommand, WorkerMessage } from './worker.ts';

/** The backend did not start; the message is one line for whoever starts the service. */
export class BackendStartError extends Error {
  override name = 'BackendStartError';
}

/** A worker that dies afterwards takes the process with it: whoever supervises the container starts it anew. */
export async function startBackendWorker(
  settings: BackendSettings,
  workerFile: URL,
  logger: Logger,
): Promise<{ port: number; close(): Promise<void> }> {
  const worker = new Worker(workerFile, { workerData: settings, name: 'backend' });
  const [message]: WorkerMessage[] = await once(worker, 'message');
  if (message?.type !== 'listening') {
    await worker.terminate();
    throw new BackendStartError(message?.message ?? 'The backend did not start');
  }
  let closing = false;
  worker.on('error', (error) => {
    logger.fatal({ err: error }, 'backend thread failed');
    process.exitCode = 1;
  });
  const exited = once(worker, 'exit').then(() => {
    if (closing) return;
    logger.fatal('backend thread ended');
    process.exit(1);
  });
  return {
    port: message.port,
    async close() {
      closing = true;
      worker.postMessage({ type: 'close' } satisfies WorkerCommand);
      await exited;
    },
  };
}
