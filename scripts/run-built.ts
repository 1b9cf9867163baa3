/** Runs a bundle of `dist/server` in this process: nothing stands between it and the signals that end it. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { serverEntries } from './build/server.ts';
import { dist } from './build.ts';

/** React reads NODE_ENV when it is loaded, so it is set before. */
export async function runBuilt(entry: keyof typeof serverEntries): Promise<void> {
  process.env.NODE_ENV = 'production';
  await import(pathToFileURL(path.join(dist, 'server', `${entry}.js`)).href);
}
