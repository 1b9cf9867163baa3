/** SIGTERM and SIGINT: stop accepting, finish what is under way, close the backend, exit 0 (checklist 15). */
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Logger } from 'pino';
import { readStopSignals } from './stop-signal.ts';

/** The time that is left to requests which are under way. */
export const finishMs = 10_000;
/** A kept connection is idle only when its answer is out, and would otherwise stay for its keep-alive time. */
const sweepMs = 50;

export const stopSignals = ['SIGTERM', 'SIGINT'] as const;

/** Stops accepting, and resolves when all that is under way is done or has had its time. */
export async function finishRequests(server: Server): Promise<void> {
  const cutOff = setTimeout(() => server.closeAllConnections(), finishMs);
  const closed = once(server, 'close');
  const sweep = setInterval(() => server.closeIdleConnections(), sweepMs);
  server.close();
  await closed;
  clearInterval(sweep);
  clearTimeout(cutOff);
}

/** The first signal closes and exits 0; another one, from a second later on, exits 1 at once. */
export function stopGracefully(close: () => Promise<void>, logger: Logger) {
  const readSignal = readStopSignals(() => performance.now());

  async function stop(signal: string) {
    const wish = readSignal();
    if (wish === 'end') process.exit(1);
    if (wish === 'same') return;
    logger.info({ signal }, 'stopping');
    await close();
    logger.info('stopped');
    process.exit(0);
  }

  for (const signal of stopSignals) process.on(signal, () => void stop(signal));
}
