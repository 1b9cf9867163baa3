/** Lets only the user of the process read and write files with data or secrets. */
import { chmodSync, statSync } from 'node:fs';

/** The rights of new files with data or secrets. */
export const ownerOnly = 0o600;

/**
 * Removes the rights of others from files that exist. A file of another user, or on a disk without rights, keeps its own: whoever
 * uses it next reports what fails.
 */
export function makePrivate(...files: string[]): void {
  for (const file of files) {
    try {
      if ((statSync(file).mode & 0o077) !== 0) chmodSync(file, ownerOnly);
    } catch {}
  }
}
