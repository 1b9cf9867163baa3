/** Serves the backend over HTTP, in a worker thread or in its own process. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import * as messages from '../../shared/messages.ts';
import { AppError, DataUpdateError, errorBody } from '../platform/app-error.ts';
import type { BackendFigures, CollectorCounts } from '../platform/figures.ts';
import { finishRequests } from '../platform/graceful-stop.ts';
import { type Config, sendsEmail } from '../platform/settings.ts';
import { type Backend, createBackend } from './app.ts';
import { startAlerts } from './jobs/alerts/start-alerts.ts';
import { reportFigures, startCatchUp, startWordHealth, startWork } from './jobs/background.ts';
import { startBackups } from './jobs/backups.ts';
import { startReports } from './jobs/reports/start-reports.ts';
import { startSuggestions } from './jobs/suggestions.ts';
import { startWorkHistory } from './jobs/work-history.ts';
import { startWorkRules } from './jobs/work-rules.ts';
import { startCollector } from './start-collector.ts';
import { DatabaseUnavailableError, type UpdateProgress } from './store/database-error.ts';
import { openWhenAvailable } from './store/wait-for-database.ts';
import { updateDatabase } from './update-database.ts';

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
  /** Called when the database cannot be used after the backend began to listen. */
  onFailed?: (error: Error) => void;
};

/**
 * Replies to calls until the database can be used. `update` is null when the database is unavailable, and not being updated.
 */
function answerEarly(response: ServerResponse, update: UpdateProgress | null): void {
  const error = update === null ? new AppError(503, messages.storageFault) : new DataUpdateError(update.percent);
  response.writeHead(503, { 'content-type': 'application/json', 'cache-control': 'no-store', 'retry-after': '5' });
  response.end(JSON.stringify({ ...errorBody(error), ...(update && { update }) }));
}

/** The backend with its background jobs. Closing waits for `requests` before it closes the database. */
type Started = Pick<Backend, 'app'> & { close(requests: Promise<void>): Promise<void> };

async function start({ config, logger, onCounts, onFigures }: Options): Promise<Started> {
  const backend = await createBackend({ config, logger });
  const { store, faults } = backend;
  const jobs = { store, faults, logger };
  const backups = startBackups({ config, faults, logger });
  const { times: backupTimes } = backups;
  const work = [
    startAlerts({ ...jobs, config }),
    ...(sendsEmail(config) ? [startReports({ ...jobs, config })] : []),
    startWordHealth(jobs),
    startWorkRules({ ...jobs, timeZone: config.CONSOLE_TIME_ZONE }),
    startSuggestions(jobs),
    startCatchUp(jobs),
    startWork(jobs),
    ...(config.WORK_HISTORY_DAYS > 0
      ? [startWorkHistory({ ...jobs, days: config.WORK_HISTORY_DAYS, timeZone: config.CONSOLE_TIME_ZONE })]
      : []),
    backups,
    startCollector(config, logger, { onCounts }),
    ...(config.METRICS && onFigures
      ? [reportFigures({ store, faults, dataDir: config.DATA_DIR, backupTimes, onFigures })]
      : []),
  ];
  return {
    app: backend.app,
    async close(requests) {
      await Promise.all([requests, ...work.map((part) => part.close())]);
      await backend.close();
    },
  };
}

/**
 * Also runs the background jobs: alerts, reports, the health of phrases and, if the settings enable it, collection. Listens as soon as
 * the database needs an update or its server is unavailable, and answers 503 until it can be used. Throws if it cannot be used
 * for another reason.
 */
export async function serve(options: Options): Promise<Serving> {
  const { config, logger, port, host } = options;
  const { onFailed = (error) => logger.fatal({ err: error }, 'the database cannot be used') } = options;
  const closing = new AbortController();
  const { promise: waiting, resolve: wait } = Promise.withResolvers<void>();
  let started: Started | null = null;
  let update: UpdateProgress | null = null;

  function onUpdate(progress: UpdateProgress): void {
    if (progress.step !== update?.step) logger.info(progress, 'the database is being updated');
    update = progress;
    wait();
  }
  async function open(): Promise<Started> {
    try {
      await updateDatabase(config, onUpdate, closing.signal);
      return await start(options);
    } catch (error) {
      if (error instanceof DatabaseUnavailableError) wait();
      throw error;
    }
  }
  const starting = openWhenAvailable(open, logger, closing.signal).then((opened) => {
    started = opened;
    return opened;
  });
  async function close(requests = Promise.resolve()): Promise<void> {
    closing.abort();
    await (await starting.catch(() => null))?.close(requests);
    await requests;
  }
  await Promise.race([starting, waiting]);
  const server = createServer({ keepAliveTimeout: keepAliveMs }, (request, response) =>
    started ? started.app(request, response) : answerEarly(response, update),
  );
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (error) {
    await close();
    throw error;
  }
  starting.catch((error: Error) => closing.signal.aborted || onFailed(error));
  return {
    port: (server.address() as AddressInfo).port,
    /** Waits up to 10 s for open requests, then closes the database. */
    close: () => close(finishRequests(server)),
  };
}
