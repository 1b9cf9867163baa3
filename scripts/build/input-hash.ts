/** Tells whether a build would give what is built already: by the content of everything that goes into it. */
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { BuildMode } from './options.ts';

const inputs = [
  '{client,server,shared}/**/*.*',
  'scripts/build/**/*.ts',
  'scripts/{build,css-names}.ts',
  'package-lock.json',
  'package.json',
  'tsconfig.json',
];

/** A hash of all inputs, their names and the mode; tests are no inputs. */
export function hashInputs(root: string, mode: BuildMode): string {
  const files = inputs
    .flatMap((pattern) => globSync(pattern, { cwd: root }))
    .filter((file) => !/\.test\.tsx?$/.test(file));
  const hash = createHash('sha256').update(mode);
  for (const file of files.sort()) hash.update(`\0${file}\0`).update(readFileSync(path.join(root, file)));
  return hash.digest('hex');
}
