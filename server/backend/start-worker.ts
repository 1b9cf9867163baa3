/** Runs the embedded backend in a worker thread, so that it neither delays pages nor ends the console when it fails. */
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import type { BackendFigures, CollectorCounts } from '../platform/figures.ts';
import type { Config } from '../platform/settings.ts';
import { nextMessage } from '../platform/thread-message.ts';
import type { WorkerCommand, WorkerMessage, WorkerStart } from './worker.ts';

const restartDelayMs = 500;

/** The backend did not start. The message is one line for the operator. */
export class BackendStartError extends Error {
  override name = 'BackendStartError';
}

type Running = { worker: Worker; port: number; exited: Promise<unknown> };

/** `onMessage` gets the messages after the first. */
async function launch(
  start: WorkerStart,
  workerFile: URL,
  logger: Logger,
  onMessage: (message: WorkerMessage) => void,
): Promise<Running> {
  const worker = new Worker(workerFile, { workerData: start, name: 'backend' });
  const exited = new Promise((resolve) => worker.once('exit', resolve));
  const message = await nextMessage<WorkerMessage>(worker).catch((error: Error) => {
    throw new BackendStartError(`The backend did not start: ${error.message}`, { cause: error });
  });
  if (message.type !== 'listening') {
    await worker.terminate();
    throw new BackendStartError(message.type === 'failed' ? message.message : 'The backend did not start');
  }
  worker.on('message', onMessage);
  worker.on('error', (error) => logger.error({ err: error }, 'backend thread failed'));
  return { worker, port: message.port, exited };
}

/**
 * Resolves when the backend listens on loopback. Restarts a thread that ends later, on the same port; calls fail until it
 * listens again. `onFailed`: it listens, but cannot use its database.
 */
export async function startBackendWorker(
  config: Config,
  workerFile: URL,
  logger: Logger,
  onFailed: (error: BackendStartError) => void = () => {},
) {
  let closing = false;
  let counts: CollectorCounts | null = null;
  let figures: BackendFigures | null = null;
  const readReport = (message: WorkerMessage) => {
    if (message.type === 'counts') counts = message.counts;
    if (message.type === 'figures') figures = message.figures;
    if (message.type === 'failed') onFailed(new BackendStartError(message.message));
  };
  let running = await launch({ config, port: 0 }, workerFile, logger, readReport);
  const { port } = running;

  async function restart(): Promise<void> {
    await pause(restartDelayMs);
    if (closing) return;
    try {
      running = await launch({ config, port }, workerFile, logger, readReport);
      void watch();
    } catch (error) {
      logger.error({ err: error }, 'backend thread did not start');
      await restart();
    }
  }

  async function watch(): Promise<void> {
    await running.exited;
    if (closing) return;
    logger.error('backend thread ended, restarting it');
    await restart();
  }

  void watch();
  return {
    port,
    /** The last reports of the collector and of the backend; null before the first. */
    collectorCounts: () => counts,
    figures: () => figures,
    async close(): Promise<void> {
      closing = true;
      running.worker.postMessage({ type: 'close' } satisfies WorkerCommand);
      await running.exited;
    },
  };
}
