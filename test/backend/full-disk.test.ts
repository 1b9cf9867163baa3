/** A disk that fills up while the service runs, and one too small for the start, on a real file system of 4 MB. */
import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import request from 'supertest';
import { startTestBackend } from '../support/backend.ts';
import { createTestConsole } from '../support/test-console.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'ldvk-disk-'));
const mount = (...options: string[]) =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', options.join(','), 'tmpfs', folder]).status === 0;
const isMounted = mount('size=4m');
afterAll(() => {
  if (isMounted) spawnSync('umount', [folder]);
  rmSync(folder, { recursive: true });
});

const testOnSmallDisk = isMounted ? test : test.skip;

const filler = path.join(folder, 'filler');

/** Fills the disk to the last byte. */
function fillDisk(): void {
  const file = openSync(filler, 'w');
  for (const size of [65_536, 4096, 1]) {
    try {
      while (writeSync(file, Buffer.alloc(size)) > 0);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  }
  closeSync(file);
}

async function waitForStatus(read: () => Promise<number>, status: number): Promise<void> {
  while ((await read()) !== status) await pause(100);
}

// Only root may mount.
testOnSmallDisk(
  'on a full disk /readyz returns 503, the log names the file and the remedy, and reads still work',
  async () => {
    const backend = await startTestBackend({ config: { DATA_DIR: folder } });
    const { app } = createTestConsole({ apiUrl: backend.url });
    const readiness = async () => (await request(app).get('/readyz')).status;
    const cookie = await backend.signInAdmin();
    expect(await readiness()).toBe(200);
    fillDisk();
    await waitForStatus(readiness, 503);
    expect((await backend.call('GET', '/vknf/words', { cookie })).status).toBe(200);
    expect(backend.log).toContainEqual(
      expect.objectContaining({
        msg: 'call failed',
        fault: `Cannot use the database in ${folder}: the disk is full. Free space on it, or move DATA_DIR to a larger disk.`,
      }),
    );
    rmSync(filler);
    await waitForStatus(readiness, 200);
    await backend.close();
  },
);

testOnSmallDisk(
  'demo data that does not fit on the disk stops the start with one line, and the next start adds all of it',
  async () => {
    expect(mount('remount', 'size=1m')).toBe(true);
    const start = () => startTestBackend({ config: { DATA_DIR: folder, DEMO_DATA: true } });
    await expect(start()).rejects.toThrow(`Cannot use the database in ${folder}: the disk is full. Free space on it`);
    expect(mount('remount', 'size=100m')).toBe(true);
    const backend = await start();
    expect((await backend.store.clients.list(0)).length).toBe(12);
    const { total } = (await backend.call('GET', '/vknf/posts/count', { cookie: await backend.signInAdmin() }))
      .body as { total: number };
    expect(total).toBeGreaterThan(4000);
    await backend.close();
  },
);
