/** Lets esbuild import a CSS module as a map of class names; the rules go to the one style sheet. */
import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';
import { cssClassNames } from './css-names.ts';

export const cssModules: Plugin = {
  name: 'css-modules',
  setup(build) {
    build.onLoad({ filter: /\.module\.css$/ }, async ({ path }) => {
      const names = cssClassNames(path, await readFile(path, 'utf8'));
      return { contents: `export default ${JSON.stringify(names)};`, loader: 'js' };
    });
  },
};
