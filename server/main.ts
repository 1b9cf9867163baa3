/** Entry of the console: reads the settings, starts the embedded backend (unless API_URL is set) and the HTTP server. */
import './platform/require-node.ts';
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
import { finishRequests, stopGracefully } from './platform/graceful-stop.ts';
import { createLogger } from './platform/logger.ts';
import { readConfig } from './platform/read-config.ts';
import { withSessionSecret } from './platform/session-secret.ts';
import { type Config, clockOf, collectsPosts, SettingError } from './platform/settings.ts';
import { addressError, checkStart, warnOfPlainHttp, warnOfPlainMail } from './platform/start-checks.ts';

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
  const options = { config: withSessionSecret(config), apiUrl, backendMetrics, logger, assets, now: clockOf(config) };
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
  const logger = createLogger(config.LOG_LEVEL, null);
  await checkStart(config, process.env, logger);
  warnOfPlainHttp(config, logger);
  warnOfPlainMail(config, logger);
  const backend = await startBackend(config, logger);
  const server = listen(config, backend, logger);
  stopGracefully(async () => {
    await finishRequests(server);
    await backend.close();
  }, logger);
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
