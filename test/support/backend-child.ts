/** The backend in a process that a test may kill: serves DATA_DIR on a free port and reports the port to its parent. */
import { createLogger, serve } from '../../server/backend/serve.ts';
import { readConfig } from '../../server/platform/settings.ts';

const config = readConfig(process.env);
const serving = await serve(config, createLogger('silent'), 0, config.HOST);
process.send?.({ port: serving.port });
