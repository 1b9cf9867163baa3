/** Runs the embedded backend in a worker thread, so that it neither delays pages nor ends the console when it fails. */
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import { done, type Running as Loop, repeat, startBackground } from '../platform/background.ts';
import { createFaultLog, OperatorError } from '../platform/fault-log.ts';
import type { BackendFigures, CollectorCounts } from '../platform/figures.ts';
import type { Config } from '../platform/settings.ts';
import { nextMessage } from '../platform/thread-message.ts';
import type { WorkerCommand, WorkerMessage, WorkerStart } from './worker.ts';

const restart = { name: 'backend', fault: 'backend thread did not start', pauseMs: 500 };

/** The backend did not start. The message is one line for the operator. */
export class BackendStartError extends OperatorError {
  override name = 'BackendStartError';
}

type Running = { port: number; exited: Promise<unknown>; close(): void };

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
  const close = () => worker.postMessage({ type: 'close' } satisfies WorkerCommand);
  return { port: message.port, exited, close };
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
  let counts: CollectorCounts | null = null;
  let figures: BackendFigures | null = null;
  const readReport = (message: WorkerMessage) => {
    if (message.type === 'counts') counts = message.counts;
    if (message.type === 'figures') figures = message.figures;
    if (message.type === 'failed') onFailed(new BackendStartError(message.message));
  };
  let running = await launch({ config, port: 0 }, workerFile, logger, readReport);
  const { port } = running;

  const faults = createFaultLog({ faultOf: () => null, logger });
  async function supervise(loop: Loop): Promise<void> {
    for (;;) {
      await running.exited;
      if (loop.signal.aborted) return;
      logger.error('backend thread ended, restarting it');
      await loop.rest(restart.pauseMs);
      await repeat(loop, faults.of(restart), restart, async () => {
        running = await launch({ config, port }, workerFile, logger, readReport);
        return done;
      });
      if (loop.signal.aborted) running.close();
    }
  }

  const supervised = startBackground(supervise);
  return {
    port,
    /** The last reports of the collector and of the backend; null before the first. */
    collectorCounts: () => counts,
    figures: () => figures,
    close(): Promise<void> {
      running.close();
      return supervised.close();
    },
  };
}
