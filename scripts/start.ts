/**
 * `npm start` runs the console in production, with settings from the environment. `npm run backend` runs only the embedded
 * backend, for a console whose `API_URL` points to it. Both build first if there is no build.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { serverEntries } from './build/server.ts';
import { buildAll, dist } from './build.ts';

/**
 * Runs a bundle of `dist/server` in this process, so that it receives signals directly. Sets NODE_ENV before the import,
 * because React reads it when it loads.
 */
export async function runBuilt(entry: keyof typeof serverEntries): Promise<void> {
  if (!existsSync(dist)) await buildAll({ mode: 'production' });
  process.env.NODE_ENV = 'production';
  await import(pathToFileURL(path.join(dist, 'server', `${entry}.js`)).href);
}

if (import.meta.main) await runBuilt(process.argv[2] === 'backend' ? 'backend' : 'main');
