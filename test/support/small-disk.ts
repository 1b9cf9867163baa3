/** A separate file system that a test fills. */
import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export type SmallDisk = {
  folder: string;
  /** False without root, who alone may mount. */
  isMounted: boolean;
  /** Mounts the disk; with the option `remount` changes it, for example its size. Returns whether that succeeded. */
  mount(...options: string[]): boolean;
  /** Fills the disk to the last byte. */
  fill(): void;
  free(): void;
  remove(): void;
};

export function mountSmallDisk(...options: string[]): SmallDisk {
  const folder = mkdtempSync(path.join(tmpdir(), 'ldvk-disk-'));
  const filler = path.join(folder, 'filler');
  const mount: SmallDisk['mount'] = (...all) =>
    spawnSync('mount', ['-t', 'tmpfs', '-o', all.join(','), 'tmpfs', folder]).status === 0;
  const isMounted = mount(...options);
  return {
    folder,
    isMounted,
    mount,
    fill() {
      const file = openSync(filler, 'w');
      for (const size of [65_536, 4096, 1]) {
        try {
          while (writeSync(file, Buffer.alloc(size)) > 0);
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
        }
      }
      closeSync(file);
    },
    free: () => rmSync(filler),
    remove() {
      if (isMounted) spawnSync('umount', [folder]);
      rmSync(folder, { recursive: true });
    },
  };
}
