/** Minifies the production scripts a second time: 2 KiB (gzip) less per table page than esbuild alone. */
import { readFile, writeFile } from 'node:fs/promises';
import { type MinifyOptions, minify } from 'terser';

/**
 * Terser keeps exported names, by which chunks import each other. No getter of ours has effects, and no method or function
 * expression is called with `new`: knowing this saves 0.3 KiB (gzip) per table page.
 */
const settings: MinifyOptions = {
  module: true,
  ecma: 2020,
  compress: { passes: 3, pure_getters: true, unsafe_methods: true, unsafe_arrows: true },
  format: { wrap_func_args: true },
};

/** Rewrites a script in place. Its name keeps the hash of esbuild's output. */
export async function minifyScript(file: string): Promise<void> {
  const { code } = await minify(await readFile(file, 'utf8'), settings);
  if (code === undefined) throw new Error(`Terser returned no code for ${file}`);
  await writeFile(file, code);
}
