import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { watchFolders } from './watch-folders.ts';

describe('watchFolders', () => {
  const root = mkdtempSync(path.join(tmpdir(), 'ldvk-watch-'));
  const write = (name: string) => writeFileSync(path.join(root, name), 'text');
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  test('a replaced file and a new folder are still watched', async () => {
    mkdirSync(path.join(root, 'source'));
    write('source/a.ts');
    let notify = () => {};
    const watcher = watchFolders(root, ['source'], () => notify());
    const changeAfter = (act: () => void) =>
      new Promise<void>((resolve) => {
        notify = resolve;
        act();
      });
    try {
      await changeAfter(() => {
        write('replacement.ts');
        renameSync(path.join(root, 'replacement.ts'), path.join(root, 'source/a.ts'));
      });
      await changeAfter(() => write('source/a.ts'));
      await changeAfter(() => mkdirSync(path.join(root, 'source/deep')));
      await changeAfter(() => write('source/deep/b.ts'));
    } finally {
      watcher.close();
    }
  });
});
