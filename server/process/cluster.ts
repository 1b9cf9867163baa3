/** Starts, replaces and stops the console processes that share one port (setting WEB_CONCURRENCY). */
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Logger } from 'pino';
import { finishMs, finishRequests, stopSignals } from '../platform/graceful-stop.ts';

/** Delay before a process is replaced. It limits the load of a process that fails at once. */
const restartDelayMs = 500;

/** Passes the backend's origin to the console processes; empty when each starts its own. Not a user setting. */
const backendVariable = 'CLUSTER_BACKEND_URL';

const stopMessage = 'stop';

/** Longer than a graceful stop takes, without and with a backend in the process. */
const stopMs = finishMs + 1000;
const stopWithBackendMs = finishMs + 8000;

/** The origin of the shared backend, in a console process of a cluster; null when each process has its own. */
export const clusterBackend = (): string | null => process.env[backendVariable] || null;

/** Exits when the process ends before it listens: it has printed the reason, which applies to the others too. */
async function waitUntilListening(worker: Worker): Promise<void> {
  const listening = once(worker, 'listening').then(() => true);
  const ended = once(worker, 'exit').then(() => false);
  if (!(await Promise.race([listening, ended]))) process.exit(1);
}

/** Sends the stop message to a process. Kills it if it does not stop in time or cannot receive messages. */
async function stopProcess(worker: Worker, canReceive: boolean, limitMs: number): Promise<void> {
  // `once` of node:events would reject when sending the message fails.
  const exit = new Promise((resolve) => worker.once('exit', resolve));
  const kill = () => worker.process.kill('SIGKILL');
  const killTimer = setTimeout(kill, limitMs);
  if (canReceive) worker.send(stopMessage);
  else kill();
  await exit;
  clearTimeout(killTimer);
}

/**
 * Starts the processes and replaces those that end. `apiUrl` null: each starts its own backend. Returns a function that stops
 * all of them gracefully.
 */
export async function startProcesses(count: number, apiUrl: string | null, logger: Logger) {
  let closing = false;
  /** Processes that listen and can receive the stop message. */
  const ready = new Set<Worker>();
  const start = () => cluster.fork({ [backendVariable]: apiUrl ?? '' });

  cluster.on('listening', (worker) => ready.add(worker));
  // Sending a message to a process that has just ended emits `error` before `exit`.
  cluster.on('fork', (worker) =>
    worker.on('error', (error) =>
      logger.warn({ pid: worker.process.pid, reason: error.message }, 'a console process cannot receive messages'),
    ),
  );
  await waitUntilListening(start());
  cluster.on('exit', (worker, code, signal) => {
    ready.delete(worker);
    if (closing) return;
    logger.error({ pid: worker.process.pid, code, signal }, 'a console process ended, starting another');
    setTimeout(() => closing || start(), restartDelayMs);
  });
  for (let started = 1; started < count; started += 1) start();

  return async () => {
    closing = true;
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    const limitMs = apiUrl === null ? stopWithBackendMs : stopMs;
    await Promise.all(workers.map((worker) => stopProcess(worker, ready.has(worker), limitMs)));
  };
}

/** Runs in a console process: ignores signals, which a terminal sends to all processes, and stops on the primary's message. */
export function stopWithCluster(server: Server, closeBackend: () => Promise<void>) {
  for (const signal of stopSignals) process.on(signal, () => {});
  process.on('message', async (message) => {
    if (message !== stopMessage) return;
    await finishRequests(server);
    await closeBackend();
    process.exit(0);
  });
}
