/** Bundles the server: the console, the backend's threads, the stand-alone backend, and the programs of the image. */
import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import { build, type Metafile } from 'esbuild';
import { assetFile, reportAssets } from '../../server/backend/reports/assets.ts';
import { cssModules } from './css-modules.ts';

export type BuildMode = 'production' | 'development';

/** `root`: the project's folder. `outDir`: becomes `dist`. Both are absolute. */
export type BuildOptions = { root: string; outDir: string; mode: BuildMode };

/** Outputs in `dist/server`, each with its source. */
export const serverEntries = {
  main: 'server/main.ts',
  'backend-worker': 'server/backend/worker.ts',
  'reader-thread': 'server/backend/feed/reader-thread.ts',
  'collector-thread': 'server/backend/collector-thread.ts',
  'update-thread': 'server/backend/update-thread.ts',
  'report-child': 'server/backend/reports/report-child.ts',
  backend: 'server/backend/main.ts',
  healthcheck: 'server/healthcheck.ts',
  // Commands for the image, which has no npm scripts.
  backup: 'scripts/backup.ts',
  restore: 'scripts/restore.ts',
  import: 'scripts/import.ts',
  collect: 'scripts/collect.ts',
  admin: 'scripts/admin.ts',
  erase: 'scripts/erase.ts',
  seed: 'scripts/seed.ts',
  'migrate-store': 'scripts/migrate-store.ts',
};

/** Bundled CommonJS packages call `require` for Node's modules, and ES modules have no `require`. */
const requireBanner =
  "import { createRequire as createBundleRequire } from 'node:module'; const require = createBundleRequire(import.meta.url);";

/** `debug` and `pg` require these in a `try` and work without them. */
export const optionalPackages = ['supports-color', 'pg-native'];

/** The fonts and the renderer of reports stand beside the bundle. */
async function copyAssets(folder: string): Promise<void> {
  const names = Object.keys(reportAssets) as (keyof typeof reportAssets)[];
  await Promise.all(names.map((name) => copyFile(assetFile(name), path.join(folder, name))));
}

/** Writes the entries to `outDir/server` and returns esbuild's metafile. */
export async function buildServer(
  { root, outDir, mode }: BuildOptions,
  entryPoints: Record<string, string> = serverEntries,
): Promise<Metafile> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints,
    outdir: path.join(outDir, 'server'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    jsx: 'automatic',
    legalComments: 'none',
    sourcemap: mode === 'development' ? 'linked' : false,
    define: { 'process.env.NODE_ENV': JSON.stringify(mode) },
    external: optionalPackages,
    banner: { js: requireBanner },
    plugins: [cssModules],
    metafile: true,
    logLevel: 'warning',
  });
  await copyAssets(path.join(outDir, 'server'));
  return metafile;
}
