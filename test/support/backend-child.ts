/** The backend in a process that a test may kill: serves DATA_DIR on a free port and reports the port to its parent. */

import { serve } from '../../server/backend/serve.ts';
import { createLogger } from '../../server/platform/backend-logger.ts';
import { readConfig } from '../../server/platform/settings.ts';

const config = readConfig(process.env);
const serving = await serve({ config, logger: createLogger('silent'), port: 0, host: config.HOST });
process.send?.({ port: serving.port });
