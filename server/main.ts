/** The process: settings, the backend (embedded unless API_URL is set), the app, listening, stopping. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { type Logger, pino } from 'pino';
import { createApp } from './app.ts';
import { BackendStartError, startBackendWorker } from './backend/start-worker.ts';
import { type Config, readConfig, SettingError } from './config.ts';
import { stopGracefully } from './ops/graceful-stop.ts';
import { readAssets } from './render/assets.ts';
import { keptSessionSecret } from './session/session-secret.ts';

const leastNode = 24;

type Backend = { apiUrl: string; close: () => Promise<void> };

async function startBackend(config: Config, logger: Logger): Promise<Backend> {
  if (config.API_URL !== null) return { apiUrl: config.API_URL, close: async () => {} };
  const worker = await startBackendWorker(
    {
      dataDir: config.DATA_DIR,
      adminUsername: config.ADMIN_USERNAME,
      adminPassword: config.ADMIN_PASSWORD,
      demoData: config.DEMO_DATA,
      timeZone: config.CONSOLE_TIME_ZONE,
      impersonation: config.IMPERSONATION,
      logLevel: config.LOG_LEVEL,
    },
    new URL('./backend-worker.js', import.meta.url),
    logger,
  );
  return { apiUrl: `http://127.0.0.1:${worker.port}`, close: () => worker.close() };
}

/** Plain HTTP is a choice on an intranet, so it is said, once, where operations staff look (checklist 2). */
function warnOfPlainHttp(config: Config, logger: Logger) {
  if (config.COOKIE_SECURE !== 'on') {
    logger.warn(
      'cookies are Secure only behind HTTPS (COOKIE_SECURE=auto or off): over plain HTTP others can read them',
    );
  }
}

async function main() {
  if (Number(process.versions.node.split('.')[0]) < leastNode) {
    throw new SettingError(`Node ${process.version} is too old. Use Node ${leastNode} or newer.`);
  }
  const config = readConfig(process.env);
  const logger = pino({ level: config.LOG_LEVEL, base: null, timestamp: pino.stdTimeFunctions.isoTime });
  const sessionSecrets =
    config.SESSION_SECRET.length > 0 ? config.SESSION_SECRET : [keptSessionSecret(config.DATA_DIR)];
  const assets = readAssets(path.join(import.meta.dirname, '..', 'client'));
  const backend = await startBackend(config, logger);
  const app = createApp({ config, apiUrl: backend.apiUrl, sessionSecrets, logger, assets, now: Date.now });

  const server = createServer(app);
  stopGracefully(server, backend.close, logger);
  server.on('error', (error: NodeJS.ErrnoException) =>
    fail(`PORT ${config.PORT} on ${config.HOST}: ${error.code}. Choose another.`),
  );
  server.listen(config.PORT, config.HOST, () => {
    warnOfPlainHttp(config, logger);
    const { port } = server.address() as AddressInfo;
    logger.info({ host: config.HOST, port, backend: config.API_URL ?? 'embedded' }, 'listening');
  });
}

/** One line that a person can act on; a stack only for what nobody foresaw. */
function fail(line: string): never {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}

main().catch((error: unknown) => {
  const foreseen = error instanceof SettingError || error instanceof BackendStartError;
  fail(foreseen ? error.message : String((error as Error).stack));
});
