/** Graceful shutdown at SIGTERM or SIGINT: stop accepting connections, finish open requests, close the rest, exit with 0. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Logger } from 'pino';

/** Signals within this time count as one: npm forwards a Ctrl+C that the terminal has already sent to the process. */
const repeatMs = 1000;

/** The time limit for open requests. */
const finishMs = 10_000;
/** A connection that becomes idle during the stop is closed at this interval, not after its keep-alive timeout. */
const sweepMs = 50;
/** The time limit for everything else that keeps the process alive. */
const endMs = 1000;

export const stopSignals = ['SIGTERM', 'SIGINT'] as const;

/** Stops accepting connections. Resolves when all requests have finished or the time limit has passed. */
export async function finishRequests(server: Server): Promise<void> {
  const timer = setTimeout(() => server.closeAllConnections(), finishMs);
  const closed = once(server, 'close');
  const sweep = setInterval(() => server.closeIdleConnections(), sweepMs);
  server.close();
  await closed;
  clearInterval(sweep);
  clearTimeout(timer);
}

/**
 * Exits with 0 when nothing is left to do. At `process.exit` pino writes the rest of the log synchronously, and repeats that
 * without end when the log's reader has gone (sonic-boom 4.2).
 */
function endProcess(): void {
  process.exitCode = 0;
  setTimeout(() => process.exit(), endMs).unref();
}

/** The first signal calls `close` and exits with 0. Another one, a second later or more, exits with 1 at once. */
export function stopGracefully(close: () => Promise<void>, logger: Logger) {
  let stoppedAt: number | null = null;

  async function stop(signal: string) {
    if (stoppedAt !== null) {
      if (performance.now() - stoppedAt >= repeatMs) process.exit(1);
      return;
    }
    stoppedAt = performance.now();
    logger.info({ signal }, 'stopping');
    await close();
    logger.info('stopped');
    endProcess();
  }

  for (const signal of stopSignals) process.on(signal, () => void stop(signal));
}
