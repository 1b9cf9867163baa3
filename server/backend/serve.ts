/** Serves the backend over HTTP, in a worker thread or in its own process. */
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import * as messages from '../../shared/messages.ts';
import type { BackendFigures, CollectorCounts } from '../platform/figures.ts';
import { finishRequests } from '../platform/graceful-stop.ts';
import type { Config } from '../platform/settings.ts';
import { type Backend, createBackend } from './app.ts';
import { startAlerts } from './jobs/alerts/start-alerts.ts';
import { startReindexing, startWordHealth } from './jobs/background.ts';
import { startBackups } from './jobs/backups/start-backups.ts';
import { reportFigures } from './jobs/report-figures.ts';
import { startCollector } from './start-collector.ts';
import { DatabaseUnavailableError } from './store/database-error.ts';
import { openWhenAvailable } from './store/open-when-available.ts';

export type Serving = { port: number; close(): Promise<void> };

/** Longer than the idle timeout of the console's connections, so that the backend never closes one before the console. */
const keepAliveMs = 65_000;

type Options = {
  config: Config;
  logger: Logger;
  port: number;
  host: string;
  onCounts?: (counts: CollectorCounts) => void;
  onFigures?: (figures: BackendFigures) => void;
};

const answerUnavailable: RequestListener = (_request, response) => {
  const body = JSON.stringify({ error: messages.storageFault, message: messages.storageFault });
  response.writeHead(503, { 'content-type': 'application/json', 'cache-control': 'no-store', 'retry-after': '5' });
  response.end(body);
};

/** The backend with alerts, the health of phrases and the reindexing. */
type Started = Pick<Backend, 'app' | 'close'>;

async function start({ config, logger, onFigures }: Options): Promise<Started> {
  const backend = await createBackend({ config, logger });
  const alerts = startAlerts({ store: backend.store, config, logger });
  const wordHealth = startWordHealth({ store: backend.store, logger });
  const reindexing = startReindexing({ store: backend.store, logger });
  const { store } = backend;
  const backups = startBackups({ config, logger });
  const reporting =
    config.METRICS && onFigures
      ? reportFigures({ store, dataDir: config.DATA_DIR, backupTimes: backups.times, onFigures })
      : null;
  return {
    app: backend.app,
    async close() {
      await Promise.all([alerts, wordHealth, reindexing, backups, reporting].map((job) => job?.close()));
      await backend.close();
    },
  };
}

/**
 * Also evaluates alerts, computes the health of phrases, and collects posts if the settings enable it. Answers with 503 until the
 * server of the database can be used. Throws when the database cannot be used for another reason.
 */
export async function serve(options: Options): Promise<Serving> {
  const { config, logger, port, host, onCounts } = options;
  const closing = new AbortController();
  let started: Started | null = await start(options).catch((error: unknown) => {
    if (error instanceof DatabaseUnavailableError) return null;
    throw error;
  });
  const server = createServer({ keepAliveTimeout: keepAliveMs }, (request, response) =>
    (started?.app ?? answerUnavailable)(request, response),
  );
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (error) {
    await started?.close();
    throw error;
  }
  const collector = startCollector(config, logger, { onCounts });
  const starting = started ? null : openWhenAvailable(() => start(options), logger, closing.signal);
  starting?.then(
    (opened) => {
      started = opened;
    },
    (error: unknown) => logger.fatal({ err: error }, 'the database cannot be used'),
  );
  return {
    port: (server.address() as AddressInfo).port,
    /** Waits up to 10 s for open requests, then closes the database. */
    async close() {
      closing.abort();
      await Promise.all([finishRequests(server), collector.close(), starting?.catch(() => {})]);
      await started?.close();
    },
  };
}
