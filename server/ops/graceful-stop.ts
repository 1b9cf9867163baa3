/** SIGTERM and SIGINT: stop accepting, finish what is under way, close the backend, exit 0 (checklist 15). */
import type { Server } from 'node:http';
import type { Logger } from 'pino';

const finishMs = 10_000;

export function stopGracefully(server: Server, closeBackend: () => Promise<void>, logger: Logger) {
  let stopping = false;

  async function stop(signal: string) {
    if (stopping) process.exit(1);
    stopping = true;
    logger.info({ signal }, 'stopping');
    const cutOff = setTimeout(() => server.closeAllConnections(), finishMs);
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeIdleConnections();
    });
    clearTimeout(cutOff);
    await closeBackend();
    logger.info('stopped');
    process.exit(0);
  }

  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal));
}
