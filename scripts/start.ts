/** `npm start`: the console in production, settings from the environment; builds when nothing is built yet. */
import { existsSync } from 'node:fs';
import { buildAll, dist } from './build.ts';
import { runBuilt } from './run-built.ts';

if (!existsSync(dist)) await buildAll({ mode: 'production' });
await runBuilt('main');
