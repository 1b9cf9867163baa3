/** The one style sheet of the console: tokens, base rules, then every component's rules in the order of their paths. */
import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { transform } from 'esbuild';
import { renameCssClasses } from '../css-names.ts';
import type { BuildOptions } from './options.ts';
import { browsers } from './options.ts';

const first = ['client/styles/tokens.css', 'client/styles/base.css'];

function listSheets(root: string): string[] {
  const found = globSync('client/**/*.css', { cwd: root }).map((file) => file.replaceAll('\\', '/'));
  const rest = found.filter((file) => !first.includes(file)).sort();
  return [...first.filter((file) => found.includes(file)), ...rest];
}

/** Two modules of one name would share their classes. */
function refuseEqualNames(files: string[]): void {
  const seen = new Map<string, string>();
  for (const file of files.filter((candidate) => candidate.endsWith('.module.css'))) {
    const other = seen.get(path.basename(file));
    if (other) throw new Error(`CSS modules need different file names: ${other} and ${file}`);
    seen.set(path.basename(file), file);
  }
}

/** The style sheet's text, minified in production. */
export async function joinStyles({ root, mode }: Pick<BuildOptions, 'root' | 'mode'>): Promise<string> {
  const files = listSheets(root);
  refuseEqualNames(files);
  const sheets = await Promise.all(
    files.map(async (file) => {
      const source = await readFile(path.join(root, file), 'utf8');
      if (/[{;\s]composes\s*:/.test(source)) throw new Error(`${file}: composes is not supported; give both classes`);
      return file.endsWith('.module.css') ? renameCssClasses(file, source) : source;
    }),
  );
  const minify = mode === 'production';
  const { code } = await transform(sheets.join('\n'), {
    loader: 'css',
    minify,
    target: browsers.css,
    logLevel: 'warning',
  });
  return code;
}

/** Writes the style sheet and gives its path, relative to `outDir/client`. */
export async function buildStyles(options: BuildOptions): Promise<string> {
  const code = await joinStyles(options);
  const hash = createHash('sha256').update(code).digest('hex').slice(0, 8).toUpperCase();
  const file = `assets/styles-${hash}.css`;
  await mkdir(path.join(options.outDir, 'client/assets'), { recursive: true });
  await writeFile(path.join(options.outDir, 'client', file), code);
  return file;
}
