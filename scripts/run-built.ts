/** Runs a bundle of `dist/server` in this process, so that it receives signals directly. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { serverEntries } from './build/server.ts';
import { dist } from './build.ts';

/** Sets NODE_ENV before the import, because React reads it when it loads. */
export async function runBuilt(entry: keyof typeof serverEntries): Promise<void> {
  process.env.NODE_ENV = 'production';
  await import(pathToFileURL(path.join(dist, 'server', `${entry}.js`)).href);
}
