/** The backend in a process that a test may kill: serves DATA_DIR on a free port and tells it to its parent. */
import { createLogger, serve } from '../../server/backend/serve.ts';
import { readBackendSettings } from '../../server/backend/settings.ts';

const { port, host, ...settings } = readBackendSettings({ ...process.env, PORT: '0' });
const serving = await serve(settings, createLogger('silent'), port, host);
process.send?.({ port: serving.port });
