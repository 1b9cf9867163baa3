/** Serves the backend over HTTP, in a worker thread or in its own process. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Logger, pino } from 'pino';
import { finishRequests } from '../platform/graceful-stop.ts';
import type { Config } from '../platform/settings.ts';
import { createBackend } from './app.ts';

export type Serving = { port: number; close(): Promise<void> };

/** Longer than the idle timeout of the console's connections, so that the backend never closes one before the console. */
const keepAliveMs = 65_000;

export const createLogger = (level: string): Logger =>
  pino({ level, base: { part: 'backend' }, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination(1));

export async function serve(config: Config, logger: Logger, port: number, host: string): Promise<Serving> {
  const backend = await createBackend({ config, logger });
  const server = createServer({ keepAliveTimeout: keepAliveMs }, backend.app);
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (error) {
    await backend.close();
    throw error;
  }
  return {
    port: (server.address() as AddressInfo).port,
    /** Waits up to 10 s for open requests, then closes the database. */
    async close() {
      await finishRequests(server);
      await backend.close();
    },
  };
}
