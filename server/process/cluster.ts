/** Several console processes on one port (setting WEB_CONCURRENCY): who starts them, replaces them and ends them. */
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Logger } from 'pino';
import { finishMs, finishRequests, stopSignals } from '../platform/graceful-stop.ts';

/** Between a process's end and its replacement, so that one that cannot live does not use up the machine. */
const pauseMs = 500;

/** How a process of the cluster learns where the one backend is; it is no setting. */
const backendVariable = 'CLUSTER_BACKEND_URL';

const stopMessage = 'stop';

/** Longer than a process takes that can still stop by itself. */
const stopMs = finishMs + 1000;

/** The backend's origin in a process of a cluster, else null. */
export const clusterBackend = (): string | null => (cluster.isWorker ? (process.env[backendVariable] ?? null) : null);

/** A process that ends before it listens has said why, and the others would say the same. */
async function untilListening(worker: Worker): Promise<void> {
  const listening = once(worker, 'listening').then(() => true);
  const ended = once(worker, 'exit').then(() => false);
  if (!(await Promise.race([listening, ended]))) process.exit(1);
}

/** Tells a process to stop, and ends it when it does not hear. */
async function stopProcess(worker: Worker, hears: boolean): Promise<void> {
  // Not `once` of events, which an error of the message would reject.
  const exit = new Promise((resolve) => worker.once('exit', resolve));
  const kill = () => worker.process.kill('SIGKILL');
  const cutOff = setTimeout(kill, stopMs);
  if (hears) worker.send(stopMessage);
  else kill();
  await exit;
  clearTimeout(cutOff);
}

/** Starts the processes, and replaces each that ends. `close` ends all of them when their requests are done. */
export async function startProcesses(count: number, apiUrl: string, logger: Logger): Promise<() => Promise<void>> {
  let closing = false;
  /** Those that answer people, and that hear when they are told to stop. */
  const ready = new Set<Worker>();
  const start = () => cluster.fork({ [backendVariable]: apiUrl });

  cluster.on('listening', (worker) => ready.add(worker));
  // A message to a process that has just died is an error here, before its end is heard of.
  cluster.on('fork', (worker) =>
    worker.on('error', (error) =>
      logger.warn({ pid: worker.process.pid, reason: error.message }, 'a console process cannot be reached'),
    ),
  );
  await untilListening(start());
  cluster.on('exit', (worker, code, signal) => {
    ready.delete(worker);
    if (closing) return;
    logger.error({ pid: worker.process.pid, code, signal }, 'a console process ended, starting another');
    setTimeout(() => closing || start(), pauseMs);
  });
  for (let started = 1; started < count; started += 1) start();

  return async () => {
    closing = true;
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    await Promise.all(workers.map((worker) => stopProcess(worker, ready.has(worker))));
  };
}

/** In a process of a cluster: a terminal sends its signals to all processes, but the first one alone decides the end. */
export function stopWithCluster(server: Server) {
  for (const signal of stopSignals) process.on(signal, () => {});
  process.on('message', async (message) => {
    if (message !== stopMessage) return;
    await finishRequests(server);
    process.exit(0);
  });
}
