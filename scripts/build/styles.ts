/** Joins the one style sheet: tokens, base rules, then the rules of every component in the order of their paths. */
import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { transform } from 'esbuild';
import { renameCssClasses } from './css-names.ts';
import { type BuildMode, type BuildOptions, browsers } from './options.ts';

const first = ['client/styles/tokens.css', 'client/styles/base.css'];

/** The style guide exists in development only. */
function listSheets(root: string, mode: BuildMode): string[] {
  const patterns = mode === 'development' ? ['client/**/*.css', 'server/pages/styleguide/*.css'] : ['client/**/*.css'];
  const found = globSync(patterns, { cwd: root }).map((file) => file.replaceAll('\\', '/'));
  const rest = found.filter((file) => !first.includes(file)).sort();
  return [...first.filter((file) => found.includes(file)), ...rest];
}

/** Modules with equal names would share their class names. */
function refuseEqualNames(files: string[]): void {
  const seen = new Map<string, string>();
  for (const file of files.filter((candidate) => candidate.endsWith('.module.css'))) {
    const other = seen.get(path.basename(file));
    if (other) throw new Error(`CSS modules need different file names: ${other} and ${file}`);
    seen.set(path.basename(file), file);
  }
}

/** Returns the text of the style sheet, minified in production. */
export async function joinStyles({ root, mode }: Pick<BuildOptions, 'root' | 'mode'>): Promise<string> {
  const files = listSheets(root, mode);
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

/** Writes the style sheet and returns its path relative to `outDir/client`. */
export async function buildStyles(options: BuildOptions): Promise<string> {
  const code = await joinStyles(options);
  const hash = createHash('sha256').update(code).digest('hex').slice(0, 8).toUpperCase();
  const file = `assets/styles-${hash}.css`;
  await mkdir(path.join(options.outDir, 'client/assets'), { recursive: true });
  await writeFile(path.join(options.outDir, 'client', file), code);
  return file;
}
