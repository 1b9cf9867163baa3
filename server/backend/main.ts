/** The backend as a process of its own (`npm run backend`), for a console that is given its address as `API_URL`. */
import { readStopSignals } from '../platform/stop-signal.ts';
import { createLogger, serve } from './serve.ts';
import { BackendSettingError, readBackendSettings } from './settings.ts';
import { DatabaseError } from './store/sqlite/database.ts';

async function main(): Promise<void> {
  const { port: wanted, host, ...settings } = readBackendSettings(process.env);
  const logger = createLogger(settings.logLevel);
  const { port, close } = await serve(settings, logger, wanted, host);
  logger.info({ host, port }, 'listening');

  const readSignal = readStopSignals(() => performance.now());
  const stop = async (signal: string) => {
    const wish = readSignal();
    if (wish === 'end') process.exit(1);
    if (wish === 'same') return;
    logger.info({ signal }, 'stopping');
    await close();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal));
}

main().catch((error: NodeJS.ErrnoException) => {
  const expected = error instanceof BackendSettingError || error instanceof DatabaseError || error.syscall === 'listen';
  process.stderr.write(`${expected ? error.message : error.stack}\n`);
  process.exit(1);
});
