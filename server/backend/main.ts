/** Entry of the stand-alone backend (`npm run backend`). The console gets its address as `API_URL`. */

import { stopGracefully } from '../platform/graceful-stop.ts';
import { createLogger } from '../platform/logger.ts';
import { readConfig } from '../platform/read-config.ts';
import { SettingError } from '../platform/settings.ts';
import { checkStart } from '../platform/start-checks.ts';
import { serve } from './serve.ts';
import { DatabaseError } from './store/database-error.ts';

async function main(): Promise<void> {
  const config = readConfig(process.env, { PORT: '3001' });
  const logger = createLogger(config.LOG_LEVEL);
  await checkStart(config, process.env, logger);
  const { port, close } = await serve({ config, logger, port: config.PORT, host: config.HOST, onFailed: fail });
  logger.info({ host: config.HOST, port }, 'listening');
  stopGracefully(close, logger);
}

function fail(error: NodeJS.ErrnoException): never {
  const expected = error instanceof SettingError || error instanceof DatabaseError || error.syscall === 'listen';
  process.stderr.write(`${expected ? error.message : error.stack}\n`);
  process.exit(1);
}

main().catch(fail);
