/** Entry of the console: reads the settings, starts the embedded backend (unless API_URL is set) and the HTTP server. */
import './platform/require-node.ts';
import cluster from 'node:cluster';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Logger } from 'pino';
import { Registry } from 'prom-client';
import { type AppOptions, createApp } from './app.ts';
import { BackendStartError, startBackendWorker } from './backend/start-worker.ts';
import { readAssets } from './http/assets.ts';
import { createBackendMetrics } from './http/backend-metrics.ts';
import { createConsoleServer, limitConnections } from './http/console-server.ts';
import { collectMetrics } from './http/metrics.ts';
import { finishRequests, stopGracefully } from './platform/graceful-stop.ts';
import { createLogger } from './platform/logger.ts';
import { readConfig } from './platform/read-config.ts';
import { withSessionSecret } from './platform/session-secret.ts';
import { type Config, collectsPosts, SettingError } from './platform/settings.ts';
import { addressError, checkStart, warnOfPlainHttp, warnOfPlainMail } from './platform/start-checks.ts';
import { clusterBackend, startProcesses, stopWithCluster } from './process/cluster.ts';

type Backend = Pick<AppOptions, 'apiUrl' | 'backendMetrics'> & { close: () => Promise<void> };

async function startBackend(config: Config, logger: Logger): Promise<Backend> {
  if (config.API_URL !== null) {
    return { apiUrl: config.API_URL, backendMetrics: new Registry(), close: async () => {} };
  }
  const workerFile = new URL('./backend-worker.js', import.meta.url);
  const worker = await startBackendWorker(config, workerFile, logger, (error) => fail(error.message));
  const { figures, collectorCounts: counts } = worker;
  const backendMetrics = createBackendMetrics({ figures, counts, collects: collectsPosts(config) });
  return { apiUrl: `http://127.0.0.1:${worker.port}`, backendMetrics, close: () => worker.close() };
}

function listen(config: Config, { apiUrl, backendMetrics }: Backend, logger: Logger): Server {
  const assets = readAssets(path.join(import.meta.dirname, '..', 'client'));
  const options = { config: withSessionSecret(config), apiUrl, backendMetrics, logger, assets, now: Date.now };
  const server = createConsoleServer(createApp({ ...options, startsBackend: config.API_URL === null }));
  limitConnections(server, logger);
  server.on('error', (error) => fail(addressError(config, error)));
  server.listen(config.PORT, config.HOST, () => {
    const { port } = server.address() as AddressInfo;
    logger.info({ host: config.HOST, port, backend: config.API_URL ?? 'embedded' }, 'listening');
  });
  return server;
}

async function main() {
  const config = readConfig(process.env);
  // In a cluster, `pid` identifies the process of a log line.
  const logger = createLogger(config.LOG_LEVEL, cluster.isWorker ? { pid: process.pid } : null);
  if (cluster.isWorker) return joinCluster(config, logger);

  await checkStart(config, process.env, logger);
  warnOfPlainHttp(config, logger);
  warnOfPlainMail(config, logger);
  if (config.WEB_CONCURRENCY > 1) return startCluster(config, logger);
  const backend = await startBackend(config, logger);
  const server = listen(config, backend, logger);
  stopGracefully(async () => {
    await finishRequests(server);
    await backend.close();
  }, logger);
}

/** Each process can have its own backend only on a database server: a database file belongs to one. */
const hasBackendPerProcess = ({ API_URL, DATABASE_URL }: Config): boolean => API_URL === null && DATABASE_URL !== null;

/** Starts the console in several processes, and the backend that they share. */
async function startCluster(config: Config, logger: Logger): Promise<void> {
  const backend = hasBackendPerProcess(config) ? null : await startBackend(config, logger);
  if (config.METRICS) collectMetrics(backend?.backendMetrics ?? new Registry(), logger);
  const finish = await startProcesses(config.WEB_CONCURRENCY, backend?.apiUrl ?? null, logger);
  stopGracefully(async () => {
    await finish();
    await backend?.close();
  }, logger);
}

/** Runs in a console process of a cluster. */
async function joinCluster(config: Config, logger: Logger): Promise<void> {
  const shared = clusterBackend();
  const backend = await startBackend(shared === null ? config : { ...config, API_URL: shared }, logger);
  stopWithCluster(listen(config, backend, logger), backend.close);
}

/** Prints the text and exits with 1. */
function fail(text: string): never {
  process.stderr.write(`${text}\n`);
  process.exit(1);
}

main().catch((error: unknown) => {
  // A stack trace is for unexpected errors only.
  const expected = error instanceof SettingError || error instanceof BackendStartError;
  fail(expected ? error.message : String((error as Error).stack));
});
