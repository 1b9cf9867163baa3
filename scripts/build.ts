/** `npm run build`: makes `dist`, which holds everything that production needs except the packages of `dependencies`. */
import { existsSync, readFileSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { stop as stopEsbuild } from 'esbuild';
import { buildClient } from './build/client.ts';
import { finishFiles } from './build/finish.ts';
import { hashInputs } from './build/input-hash.ts';
import type { BuildMode } from './build/options.ts';
import { buildServer } from './build/server.ts';

export const root = path.dirname(import.meta.dirname);
export const dist = path.join(root, 'dist');

type Build = { mode: BuildMode; outDir?: string };

const stampOf = (outDir: string): string => path.join(outDir, '.inputs');

/** Builds into another folder and renames it at the end: a failed build keeps the last good one. */
export async function buildAll({ mode, outDir = dist }: Build): Promise<void> {
  const aside = `${outDir}-${process.pid}`;
  const options = { root, outDir: aside, mode };
  const stamp = hashInputs(root, mode);
  try {
    await Promise.all([buildClient(options), buildServer(options)]);
    if (mode === 'production') await finishFiles(path.join(aside, 'client'));
    await writeFile(stampOf(aside), stamp);
    await rm(outDir, { recursive: true, force: true });
    await rename(aside, outDir);
  } finally {
    await stopEsbuild();
    await rm(aside, { recursive: true, force: true });
  }
}

/** Builds unless `outDir` was built from the same inputs. */
export async function buildIfChanged({ mode, outDir = dist }: Build): Promise<void> {
  const stamp = stampOf(outDir);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hashInputs(root, mode)) return;
  await buildAll({ mode, outDir });
}

if (import.meta.main) {
  const mode = process.argv.includes('--development') ? 'development' : 'production';
  await buildAll({ mode });
}
