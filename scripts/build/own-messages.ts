/**
 * Makes a copy of shared/messages.ts for each importing module, from which esbuild keeps only the texts in use. A single
 * copy would become a chunk with the texts of all pages and dialogs, loaded by every page.
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
