/** Class names of CSS modules, by esbuild. They depend on the file name only, so server, browser, style sheet and tests agree. */
import path from 'node:path';
import { build, type Plugin } from 'esbuild';

/** Returns the code of a module that exports the class names of the file. */
export async function classNamesCode(file: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: `export { default } from './${path.basename(file)}'`, resolveDir: path.dirname(file) },
    bundle: true,
    format: 'esm',
    outdir: '/',
    write: false,
  });
  return outputFiles.find((output) => output.path.endsWith('.js'))?.text ?? '';
}

/** Lets a bundle import class names only; the rules are in the one style sheet. */
export const cssModules: Plugin = {
  name: 'css-modules',
  setup({ onLoad }) {
    onLoad({ filter: /\.module\.css$/ }, async ({ path: file }) => ({
      contents: await classNamesCode(file),
      loader: 'js',
    }));
  },
};
