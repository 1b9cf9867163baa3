/** Ends a process in order at SIGTERM or SIGINT: stop accepting, finish open requests, close the rest, exit 0. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Logger } from 'pino';
import { createSignalReader } from './stop-signal.ts';

/** The time that open requests get to finish. */
export const finishMs = 10_000;
/** A kept connection becomes idle when its response is sent; without the sweep it would stay for its keep-alive time. */
const sweepMs = 50;

export const stopSignals = ['SIGTERM', 'SIGINT'] as const;

/** Stops accepting connections. Resolves when all requests are finished or have run out of time. */
export async function finishRequests(server: Server): Promise<void> {
  const cutOff = setTimeout(() => server.closeAllConnections(), finishMs);
  const closed = once(server, 'close');
  const sweep = setInterval(() => server.closeIdleConnections(), sweepMs);
  server.close();
  await closed;
  clearInterval(sweep);
  clearTimeout(cutOff);
}

/** The first signal calls `close` and exits with 0. Another one, a second later or more, exits with 1 at once. */
export function stopGracefully(close: () => Promise<void>, logger: Logger) {
  const readSignal = createSignalReader(() => performance.now());

  async function stop(signal: string) {
    const action = readSignal();
    if (action === 'exit') process.exit(1);
    if (action === 'ignore') return;
    logger.info({ signal }, 'stopping');
    await close();
    logger.info('stopped');
    process.exit(0);
  }

  for (const signal of stopSignals) process.on(signal, () => void stop(signal));
}
