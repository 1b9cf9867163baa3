/** `npm run backend`: the embedded backend alone, for a console that is given its address as `API_URL`. */
import { existsSync } from 'node:fs';
import { buildAll, dist } from './build.ts';
import { runBuilt } from './run-built.ts';

if (!existsSync(dist)) await buildAll({ mode: 'production' });
await runBuilt('backend');
