/** Files that the test files of one run share. Without `npm test` nothing is shared. */
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';

/** Set by scripts/test.ts, which removes the folder at the end and has built `dist`. */
const folder = process.env.TEST_RUN_FOLDER;

/** Returns the file that an earlier test has shared under the name, or null. */
export function findShared(name: string): string | null {
  const file = path.join(folder ?? '', name);
  return folder !== undefined && existsSync(file) ? file : null;
}

/** `write` creates the file. When two tests share the same name at once, the last file wins. */
export function share(name: string, write: (file: string) => void): void {
  if (folder === undefined) return;
  const file = path.join(folder, `${name}-${process.pid}`);
  rmSync(file, { force: true });
  write(file);
  renameSync(file, path.join(folder, name));
}

/** Returns the shared file, or null for the one caller that must share it; the others wait. */
export async function findOrPromise(name: string): Promise<string | null> {
  if (folder === undefined) return null;
  try {
    writeFileSync(path.join(folder, `${name}-promised`), '', { flag: 'wx' });
    return null;
  } catch {
    // Another test has promised it.
  }
  for (;;) {
    const shared = findShared(name);
    if (shared) return shared;
    await setTimeout(100);
  }
}
