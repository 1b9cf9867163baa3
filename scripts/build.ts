/** `npm run build`: makes `dist`, all that production needs beside the packages of `dependencies`. */
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { buildClient } from './build/client.ts';
import { compressFiles } from './build/compress.ts';
import type { BuildMode } from './build/options.ts';
import { buildServer } from './build/server.ts';

export const root = path.dirname(import.meta.dirname);
export const dist = path.join(root, 'dist');

/** Builds aside and swaps at the end, so that a failed build leaves the last good one, and a running one is not torn. */
export async function buildAll({ mode, outDir = dist }: { mode: BuildMode; outDir?: string }): Promise<void> {
  const aside = `${outDir}-${process.pid}`;
  const options = { root, outDir: aside, mode };
  try {
    await Promise.all([buildClient(options), buildServer(options)]);
    if (mode === 'production') await compressFiles(path.join(aside, 'client'));
    await rm(outDir, { recursive: true, force: true });
    await rename(aside, outDir);
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  const mode = process.argv.includes('--development') ? 'development' : 'production';
  await buildAll({ mode });
}
