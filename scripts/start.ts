/** `npm start`: the console in production, with settings from the environment; builds if there is no build. */
import { existsSync } from 'node:fs';
import { buildAll, dist } from './build.ts';
import { runBuilt } from './run-built.ts';

if (!existsSync(dist)) await buildAll({ mode: 'production' });
await runBuilt('main');
