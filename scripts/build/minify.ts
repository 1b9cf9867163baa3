/** Minifies the production scripts a second time: 2 KiB (gzip) less per table page than esbuild alone. */
import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type MinifyOptions, minify } from 'terser';

/**
 * Terser keeps exported names, by which chunks import each other. No getter of ours has effects and no method is called with
 * `new`: knowing this saves 0.2 KiB (gzip) per table page.
 */
const settings: MinifyOptions = {
  module: true,
  ecma: 2020,
  compress: { passes: 3, pure_getters: true, unsafe_methods: true },
  format: { wrap_func_args: true },
};

/** Rewrites every script of the folder in place. File names keep the hash of esbuild's output. */
export async function minifyScripts(folder: string): Promise<void> {
  for (const file of globSync('*.js', { cwd: folder })) {
    const script = path.join(folder, file);
    const { code } = await minify(await readFile(script, 'utf8'), settings);
    if (code === undefined) throw new Error(`Terser returned no code for ${file}`);
    await writeFile(script, code);
  }
}
