/** `npm run build`: creates `dist`, which production needs besides package.json and Node, and nothing else. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { stop as stopEsbuild } from 'esbuild';
import { buildClient } from './build/client.ts';
import { type BuildMode, buildServer } from './build/server.ts';

const inputs = [
  '{client,server,shared}/**/*.*',
  'scripts/build/**/*.ts',
  'scripts/build.ts',
  'package-lock.json',
  'package.json',
  'tsconfig.json',
];

/** Returns a hash of the mode and of all inputs with their names; tests are not inputs. */
export function hashInputs(root: string, mode: BuildMode): string {
  const files = inputs
    .flatMap((pattern) => globSync(pattern, { cwd: root }))
    .filter((file) => !/\.test\.tsx?$/.test(file));
  const hash = createHash('sha256').update(mode);
  for (const file of files.sort()) hash.update(`\0${file}\0`).update(readFileSync(path.join(root, file)));
  return hash.digest('hex');
}

/** Minifies and compresses the built files on one thread per core: together they take most of a build's time. */
const threads = availableParallelism();

/** Minifies and compresses the client's files in `folder`. Throws when one fails. */
export async function finishFiles(folder: string): Promise<void> {
  const files = globSync('**/*.{js,css,svg,txt,webmanifest}', { cwd: folder }).map((name) => path.join(folder, name));
  const sizes = new Map(files.map((file) => [file, statSync(file).size]));
  files.sort((a, b) => (sizes.get(b) ?? 0) - (sizes.get(a) ?? 0));
  const shares = Array.from({ length: threads }, (_, share) =>
    files.filter((_file, index) => index % threads === share),
  );
  await Promise.all(
    shares.map((workerData) =>
      once(new Worker(new URL('./build/finish-thread.ts', import.meta.url), { workerData }), 'exit'),
    ),
  );
}

export const root = path.dirname(import.meta.dirname);
export const dist = path.join(root, 'dist');

type Build = { mode: BuildMode; outDir?: string };

const stampOf = (outDir: string): string => path.join(outDir, '.inputs');

/** Builds into a temporary folder and renames it at the end, so that the last good build survives a failed one. */
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
