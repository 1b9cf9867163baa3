/** Joins the one style sheet: tokens, base rules, then the rules of every component in the order of their paths. */
import { globSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { type BuildOptions, browsers } from './options.ts';

const first = ['client/styles/tokens.css', 'client/styles/base.css'];

function listSheets(root: string): string[] {
  const found = globSync('client/**/*.css', { cwd: root }).map((file) => file.replaceAll('\\', '/'));
  const rest = found.filter((file) => !first.includes(file)).sort();
  // The class names of modules with equal names would depend on what else a bundle has.
  for (const equal of Map.groupBy(rest, (file) => path.basename(file)).values()) {
    if (equal.length > 1) throw new Error(`CSS modules need different file names: ${equal.join(' and ')}`);
  }
  return [...first.filter((file) => found.includes(file)), ...rest];
}

/** Writes the style sheet and returns its path relative to `outDir/client`. */
export async function buildStyles({ root, outDir, mode }: BuildOptions): Promise<string> {
  const outdir = path.join(outDir, 'client');
  const { metafile } = await build({
    absWorkingDir: root,
    stdin: {
      contents: listSheets(root)
        .map((file) => `@import "./${file}";`)
        .join('\n'),
      loader: 'css',
      resolveDir: root,
      sourcefile: 'styles.css',
    },
    bundle: true,
    outdir,
    entryNames: 'assets/styles-[hash]',
    minifySyntax: mode === 'production',
    minifyWhitespace: mode === 'production',
    target: browsers.css,
    metafile: true,
    logLevel: 'warning',
  });
  const [file = ''] = Object.keys(metafile.outputs);
  return path.relative(outdir, path.resolve(root, file)).replaceAll('\\', '/');
}
