/** Restricts files with data or secrets to the user of the process. */
import { chmodSync, statSync } from 'node:fs';

/** The mode of new files with data or secrets. */
export const ownerOnly = 0o600;

/**
 * Removes the rights of others from existing files. Ignores errors, for example for a file of another user or on a disk without
 * rights: whoever uses the file next reports what fails.
 */
export function makePrivate(...files: string[]): void {
  for (const file of files) {
    try {
      if ((statSync(file).mode & 0o077) !== 0) chmodSync(file, ownerOnly);
    } catch {}
  }
}
