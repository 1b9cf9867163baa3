/** A disk that fills up while the service runs, and one too small for the start, on a real file system of 4 MB. */
import { setTimeout as pause } from 'node:timers/promises';
import request from 'supertest';
import { startTestBackend } from '../support/backend.ts';
import { mountSmallDisk } from '../support/small-disk.ts';
import { createTestConsole } from '../support/test-console.ts';

const { folder, isMounted, mount, fill, free, remove } = mountSmallDisk('size=4m');
afterAll(remove);

const testOnSmallDisk = isMounted ? test : test.skip;

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
    fill();
    await waitForStatus(readiness, 503);
    expect((await backend.call('GET', '/vknf/words', { cookie })).status).toBe(200);
    expect(backend.log).toContainEqual(
      expect.objectContaining({
        msg: 'call failed',
        fault: `Cannot use the database in ${folder}: the disk is full. Free space on it, or move DATA_DIR to a larger disk.`,
      }),
    );
    free();
    await waitForStatus(readiness, 200);
    await backend.close();
  },
);

testOnSmallDisk(
  'demo data that does not fit on the disk stops the start with one line, and none of it remains',
  async () => {
    expect(mount('remount', 'size=1m')).toBe(true);
    const start = (DEMO_DATA: boolean) => startTestBackend({ config: { DATA_DIR: folder, DEMO_DATA } });
    await expect(start(true)).rejects.toThrow(
      `Cannot use the database in ${folder}: the disk is full. Free space on it`,
    );
    expect(mount('remount', 'size=100m')).toBe(true);
    const backend = await start(false);
    expect([await backend.store.clients.list(0), await backend.store.words.list()]).toEqual([[], []]);
    await backend.close();
  },
);
