/**
 * Gives every module its own copy of the texts it uses. One copy for all would be a chunk with the texts of every page
 * and dialog, which each page would load at once.
 */
import path from 'node:path';
import type { Plugin } from 'esbuild';

export const ownMessages: Plugin = {
  name: 'own-messages',
  setup(build) {
    build.onResolve({ filter: /\/messages\.ts$/ }, ({ path: file, importer, resolveDir }) => ({
      path: path.resolve(resolveDir, file),
      suffix: `?${path.relative(build.initialOptions.absWorkingDir ?? '.', importer)}`,
    }));
  },
};
