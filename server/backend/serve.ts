/** Serves the backend over HTTP, in a worker thread or in its own process. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import type { CollectorCounts } from '../platform/collector-counts.ts';
import { finishRequests } from '../platform/graceful-stop.ts';
import type { Config } from '../platform/settings.ts';
import { startAlerts } from './alerts/start-alerts.ts';
import { createBackend } from './app.ts';
import { startCollector } from './collector/start-collector.ts';
import { startWordHealth } from './word-health/start-word-health.ts';

export type Serving = { port: number; close(): Promise<void> };

/** Longer than the idle timeout of the console's connections, so that the backend never closes one before the console. */
const keepAliveMs = 65_000;

type Options = {
  config: Config;
  logger: Logger;
  port: number;
  host: string;
  onCounts?: (counts: CollectorCounts) => void;
};

/** Also evaluates alerts, computes the health of phrases, and collects posts if the settings say so. */
export async function serve({ config, logger, port, host, onCounts }: Options): Promise<Serving> {
  const backend = await createBackend({ config, logger });
  const server = createServer({ keepAliveTimeout: keepAliveMs }, backend.app);
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (error) {
    await backend.close();
    throw error;
  }
  const collector = startCollector(config, logger, { onCounts });
  const alerts = startAlerts({ store: backend.store, config, logger });
  const wordHealth = startWordHealth({ store: backend.store, logger });
  return {
    port: (server.address() as AddressInfo).port,
    /** Waits up to 10 s for open requests, then closes the database. */
    async close() {
      await Promise.all([finishRequests(server), collector.close(), alerts.close(), wordHealth.close()]);
      await backend.close();
    },
  };
}
