/**
 * Class names of CSS modules, by esbuild. They depend only on the file name, so that server, browser, style sheet and tests
 * agree.
 */
import path from 'node:path';
import { type BuildOptions, type BuildResult, build, buildSync, type Plugin } from 'esbuild';

const optionsFor = (file: string) =>
  ({
    stdin: { contents: `export { default } from './${path.basename(file)}'`, resolveDir: path.dirname(file) },
    bundle: true,
    format: 'esm',
    outdir: '/',
    write: false,
  }) satisfies BuildOptions;

const codeOf = ({ outputFiles = [] }: BuildResult): string =>
  outputFiles.find((output) => output.path.endsWith('.js'))?.text ?? '';

/** Returns the code of a module that exports the class names of the file. */
export const classNamesCode = (file: string): string => codeOf(buildSync(optionsFor(file)));

/** Lets a bundle import only class names; the rules are in the common style sheet. */
export const cssModules: Plugin = {
  name: 'css-modules',
  setup({ onLoad }) {
    onLoad({ filter: /\.module\.css$/ }, async ({ path: file }) => ({
      contents: codeOf(await build(optionsFor(file))),
      loader: 'js',
    }));
  },
};
