/** `npm run backend`: the embedded backend alone, for a console whose `API_URL` points to it. */
import { existsSync } from 'node:fs';
import { buildAll, dist } from './build.ts';
import { runBuilt } from './run-built.ts';

if (!existsSync(dist)) await buildAll({ mode: 'production' });
await runBuilt('backend');
