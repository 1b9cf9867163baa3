/** Jest's transform of TypeScript, TSX and CSS modules: esbuild, with the class names of the real build. */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { transformSync } from 'esbuild';
import { classNamesCode } from '../build/css-modules.ts';

const own = readFileSync(new URL(import.meta.url)) + readFileSync(new URL('../build/css-modules.ts', import.meta.url));

export default {
  process(source, file) {
    if (file.endsWith('.css')) return { code: classNamesCode(file) };
    return transformSync(source, {
      loader: file.endsWith('x') ? 'tsx' : 'ts',
      format: 'esm',
      jsx: 'automatic',
      target: 'node24',
      // Beside the code, where only failures read it: every test file parses the code again.
      sourcemap: 'external',
      sourcesContent: false,
      sourcefile: file,
    });
  },
  getCacheKey: (source, file) => createHash('sha256').update(own).update(source).update(file).digest('hex'),
};
