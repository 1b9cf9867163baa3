/** Watches folders recursively. */
import { type FSWatcher, globSync, watch } from 'node:fs';
import path from 'node:path';

/** Editors save several files at once, and one file in several steps. */
const settleMs = 100;

/**
 * Calls `onChange` once for changes that happen together. Each folder has its own watcher: Node's recursive watch loses
 * a file on Linux once it has been replaced, as editors and git do.
 */
export function watchFolders(root: string, folders: string[], onChange: () => void): { close: () => void } {
  let watchers: FSWatcher[] = [];
  let timer: NodeJS.Timeout | undefined;

  const close = () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
  const listen = () => {
    const names = folders.flatMap((folder) => globSync(`${folder}/**/`, { cwd: root }));
    watchers = names.map((name) => watch(path.join(root, name), settle));
  };
  const settle = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      close();
      listen();
      onChange();
    }, settleMs);
  };

  listen();
  return { close };
}
