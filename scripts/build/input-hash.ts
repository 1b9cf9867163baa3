/** Detects that a build is up to date, by the content of all its inputs. */
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { BuildMode } from './options.ts';

const inputs = [
  '{client,server,shared}/**/*.*',
  'scripts/build/**/*.ts',
  'scripts/build.ts',
  'package-lock.json',
  'package.json',
  'tsconfig.json',
];

/** Returns a hash of the mode and of all inputs with their names; tests are not inputs. */
export function hashInputs(root: string, mode: BuildMode): string {
  const files = inputs
    .flatMap((pattern) => globSync(pattern, { cwd: root }))
    .filter((file) => !/\.test\.tsx?$/.test(file));
  const hash = createHash('sha256').update(mode);
  for (const file of files.sort()) hash.update(`\0${file}\0`).update(readFileSync(path.join(root, file)));
  return hash.digest('hex');
}
