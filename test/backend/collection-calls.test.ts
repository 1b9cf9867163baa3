// Proves: collection#collection-page
/** The budget of calls, when several processes use one database file. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { CallingStart } from '../support/calling-thread.ts';
import { openCollectionStore, start } from '../support/collection-store.ts';

test('the budget of calls is not exceeded by one call when two processes use it up at the same time', async () => {
  const fixture = openCollectionStore();
  const keys = Array.from({ length: 40 }, (_, index) => `key ${index}`);
  const gate = new Int32Array(new SharedArrayBuffer(4));
  const workerData: CallingStart = { file: fixture.file, keys, now: start, gate, threads: 2 };
  const threadFile = new URL('../support/calling-thread.ts', import.meta.url);
  const threads = [new Worker(threadFile, { workerData }), new Worker(threadFile, { workerData })];
  const reserved = await Promise.all(threads.map(async (thread) => (await once(thread, 'message'))[0] as string[]));
  expect(reserved.flat().sort()).toEqual(keys.sort());
  await fixture.close();
});
