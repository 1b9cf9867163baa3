/** A disk that fills up while the service runs, and one too small for the start, on a real file system of 4 MB. */
import { statSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import request from 'supertest';
import { openDatabase } from '../../server/backend/store/sqlite/database.ts';
import { startTestBackend } from '../support/backend.ts';
import { placeOldDatabase } from '../support/old-database.ts';
import { runCommand } from '../support/server-process.ts';
import { mountSmallDisk } from '../support/small-disk.ts';
import { createTestConsole } from '../support/test-console.ts';

const { folder, isMounted, mount, fill, free, remove } = mountSmallDisk('size=4m');
afterAll(remove);

const testOnSmallDisk = isMounted ? test : test.skip;

async function waitForStatus(read: () => Promise<number>, status: number): Promise<void> {
  while ((await read()) !== status) await pause(100);
}

const fullDisk = () =>
  `Cannot use the database in ${folder}: the disk is full. Free space on it, or move DATA_DIR to a larger disk.`;

// Only root may mount.
testOnSmallDisk(
  'on a full disk /readyz returns 503, the log and a command name the file and the remedy, and reads still work',
  async () => {
    const backend = await startTestBackend({ config: { DATA_DIR: folder } });
    const { app } = createTestConsole({ apiUrl: backend.url });
    const readiness = async () => (await request(app).get('/readyz')).status;
    const cookie = await backend.signInAdmin();
    expect(await readiness()).toBe(200);
    fill();
    await waitForStatus(readiness, 503);
    const remedy = fullDisk();
    const command = await runCommand('admin.js', ['add', 'olga'], { environment: { DATA_DIR: folder } });
    expect(command).toEqual({ code: 1, output: `${remedy}\n` });
    expect((await backend.call('GET', '/vknf/words', { cookie })).status).toBe(200);
    expect(backend.log).toContainEqual(expect.objectContaining({ msg: 'call failed', fault: remedy }));
    free();
    await waitForStatus(readiness, 200);
    await backend.close();
  },
);

testOnSmallDisk(
  'demo data that does not fit on the disk ends the command with one line, and none of it remains',
  async () => {
    expect(mount('remount', 'size=1m')).toBe(true);
    const { code, output } = await runCommand('seed.js', ['--demo'], { environment: { DATA_DIR: folder } });
    expect([code, output]).toEqual([1, `${fullDisk()}\n`]);
    expect(mount('remount', 'size=100m')).toBe(true);
    const backend = await startTestBackend({ config: { DATA_DIR: folder } });
    expect([await backend.store.clients.list(0), await backend.store.words.list()]).toEqual([[], []]);
    await backend.close();
  },
);

testOnSmallDisk(
  'a disk without room for the copy refuses the update with one line, unless MIGRATE_WITHOUT_COPY is on',
  () => {
    const file = path.join(folder, 'old.sqlite');
    placeOldDatabase(file);
    // Room for the files beside the database.
    mount('remount', 'size=100m');
    fill();
    const filler = path.join(folder, 'filler');
    truncateSync(filler, statSync(filler).size - 262_144);
    expect(() => openDatabase(file)).toThrow(
      /^The database must be updated from version 37 to \d+, and .+ has no room .+: 2 MB are needed, 0 MB are free\. Free space, or set MIGRATE_WITHOUT_COPY=on/,
    );
    free();
    openDatabase(file, { withoutCopy: true }).close();
  },
);
