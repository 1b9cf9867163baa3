/** Bundles the browser's code: one small entry per page, shared chunks, hashed names, and the manifest that lists them. */

import { globSync, readFileSync } from 'node:fs';
import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type BuildOptions as BuildSettings, build, type Metafile, type Plugin } from 'esbuild';
import { coloursCss } from '../../client/styles/colours.ts';
import type { ClientEntry, ClientManifest } from '../../shared/client-manifest.ts';
import { cssModules } from './css-modules.ts';
import { closureOf, mergeSharedChunks } from './merge-shared-chunks.ts';
import type { BuildOptions } from './server.ts';

/** The oldest browsers of an intranet: Chromium 109 is the last one of Windows 7 and 8. */
export const browsers = ['chrome109', 'firefox115', 'safari16.4'];

const first = ['client/styles/tokens.css', 'client/styles/base.css'];
/** Linked only for pages without scripts. */
const noscript = 'client/styles/noscript.css';

function listSheets(root: string): string[] {
  const found = globSync('client/**/*.css', { cwd: root }).map((file) => file.replaceAll('\\', '/'));
  const rest = found.filter((file) => ![...first, noscript].includes(file)).sort();
  // Modules with equal file names would get class names that depend on what else a bundle contains.
  for (const equal of Map.groupBy(rest, (file) => path.basename(file)).values()) {
    if (equal.length > 1) throw new Error(`CSS modules need different file names: ${equal.join(' and ')}`);
  }
  return [...first.filter((file) => found.includes(file)), ...rest];
}

/** Bundles the sheets as one. `name` is its name without the hash. Returns its path relative to `outDir/client`. */
async function bundleSheets({ root, outDir, mode }: BuildOptions, name: string, sheets: string[], banner: string) {
  const outdir = path.join(outDir, 'client');
  const { metafile } = await build({
    absWorkingDir: root,
    stdin: {
      contents: sheets.map((file) => `@import "./${file}";`).join('\n'),
      loader: 'css',
      resolveDir: root,
      sourcefile: `${name}.css`,
    },
    bundle: true,
    outdir,
    banner: { css: banner },
    entryNames: `assets/${name}-[hash]`,
    minifySyntax: mode === 'production',
    minifyWhitespace: mode === 'production',
    target: browsers,
    metafile: true,
    logLevel: 'warning',
  });
  const [file = ''] = Object.keys(metafile.outputs);
  return path.relative(outdir, path.resolve(root, file)).replaceAll('\\', '/');
}

/**
 * Writes the style sheet (colours, tokens, base rules, then the rules of each component in the order of the paths), and the one
 * for pages without scripts. Returns their paths relative to `outDir/client`.
 */
export async function buildStyles(options: BuildOptions): Promise<Pick<ClientManifest, 'styles' | 'noscriptStyles'>> {
  const [styles, noscriptStyles] = await Promise.all([
    bundleSheets(options, 'styles', listSheets(options.root), coloursCss),
    bundleSheets(options, 'noscript', globSync(noscript, { cwd: options.root }), ''),
  ]);
  return { styles, noscriptStyles };
}

/**
 * Makes a copy of shared/messages.ts for each importing module, from which esbuild keeps only the texts in use. A single
 * copy would become a chunk with the texts of all pages and dialogs, loaded by every page: phrases would have 3.3 KiB (gzip)
 * more, and 1.4 KiB with a file per screen and per file of shared/api. Their budget has no room for either.
 */
const ownMessages: Plugin = {
  name: 'own-messages',
  setup(build) {
    build.onResolve({ filter: /\/messages\.ts$/ }, ({ path: file, importer, resolveDir }) => ({
      path: path.resolve(resolveDir, file),
      suffix: `?${path.relative(build.initialOptions.absWorkingDir ?? '.', importer)}`,
    }));
    // Inline the texts that it exports from other files.
    build.onLoad({ filter: /\/messages\.ts$/ }, async ({ path: file }) => {
      const folder = path.dirname(file);
      const text = await readFile(file, 'utf8');
      const contents = text.replaceAll(/^export \* from '(.+)';$/gm, (_, part) =>
        readFileSync(path.join(folder, part), 'utf8'),
      );
      return { contents, loader: 'ts', resolveDir: folder };
    });
  },
};

/** Paths of the metafile are relative to the project's folder, paths of the manifest to `outDir/client`. */
function listEntries({ root, outDir }: BuildOptions, { outputs }: Metafile): Record<string, ClientEntry> {
  const inClient = (file: string) =>
    path.relative(path.join(outDir, 'client'), path.resolve(root, file)).replaceAll('\\', '/');
  const entries: Record<string, ClientEntry> = {};
  for (const [file, { entryPoint }] of Object.entries(outputs)) {
    if (!entryPoint?.startsWith('client/entries/')) continue;
    const [, ...imports] = [...closureOf(outputs, file, ['import-statement'])].map(inClient);
    entries[path.parse(entryPoint).name] = { file: inClient(file), imports };
  }
  return entries;
}

async function bundleClient(options: BuildOptions): Promise<Record<string, ClientEntry>> {
  const { root, outDir, mode } = options;
  const entryPoints = globSync('client/entries/*.{ts,tsx}', { cwd: root }).sort();
  const settings = {
    absWorkingDir: root,
    entryPoints: entryPoints.filter((file) => !/\.test\.tsx?$/.test(file)),
    outdir: path.join(outDir, 'client/assets'),
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    target: browsers,
    jsx: 'automatic',
    minify: mode === 'production',
    // Modules are always UTF-8, so Russian texts need no escapes, which are three times as long.
    charset: 'utf8',
    legalComments: 'none',
    sourcemap: mode === 'development' ? 'linked' : false,
    define: {
      'process.env.NODE_ENV': JSON.stringify(mode),
      'globalThis.document': 'true',
      // React's hook for developer tools.
      ...(mode === 'production' && { __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined' }),
    },
    alias: {
      // Our version of React already has the features that the shim adds to older versions.
      'use-sync-external-store/shim': 'react',
      'dequal/lite': path.join(root, 'client/lib/dequal.ts'),
    },
    logOverride: { 'ignored-bare-import': 'silent' },
    plugins: [cssModules, ownMessages],
    metafile: true,
    logLevel: 'warning',
  } satisfies BuildSettings;
  const { metafile: first } = await build({ ...settings, write: false });
  const plugins = [...settings.plugins, mergeSharedChunks(root, first.outputs)];
  const { metafile } = await build({ ...settings, plugins });
  return listEntries(options, metafile);
}

/** Writes `outDir/client`: scripts and style sheet in assets/, a copy of client/static, and manifest.json. */
export async function buildClient(options: BuildOptions): Promise<ClientManifest> {
  const [entries, styles] = await Promise.all([bundleClient(options), buildStyles(options)]);
  const manifest: ClientManifest = { entries, ...styles };
  const folder = path.join(options.outDir, 'client');
  await writeFile(path.join(folder, 'manifest.json'), JSON.stringify(manifest, null, 2));
  const statics = path.join(options.root, 'client/static');
  await cp(statics, folder, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  return manifest;
}
