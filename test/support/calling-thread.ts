/** Reserves calls of a key in a thread, as another process would, and reports how many it got. */
import { parentPort, workerData } from 'node:worker_threads';
import { openStore } from '../../server/backend/store/sqlite/store.ts';

export type CallingStart = { file: string; attempts: number; limit: number; now: number };

const { file, attempts, limit, now } = workerData as CallingStart;
const store = openStore(file);
let reserved = 0;
for (let attempt = 0; attempt < attempts; attempt += 1) {
  if (await store.collection.reserveCall('key', null, limit, now)) reserved += 1;
}
await store.close();
parentPort?.postMessage(reserved);
