/** Reserves one call of each key in a thread, as another process would, and reports the keys whose call it has got. */
import { parentPort, workerData } from 'node:worker_threads';
import { openStore } from '../../server/backend/open-store.ts';

/** `gate` counts arrivals of all threads. Each key allows one call. */
export type CallingStart = { file: string; keys: readonly string[]; now: number; gate: Int32Array; threads: number };

const { file, keys, now, gate, threads } = workerData as CallingStart;

/** Returns when all threads have arrived for the key. Spins, so that they call within the same microseconds. */
function waitForOthers(keyNumber: number): void {
  Atomics.add(gate, 0, 1);
  while (Atomics.load(gate, 0) < threads * keyNumber);
}

const store = openStore(file);
const reserved: string[] = [];
for (const [index, key] of keys.entries()) {
  waitForOthers(index + 1);
  if (await store.collection.reserveCall(key, null, 1, now)) reserved.push(key);
}
await store.close();
parentPort?.postMessage(reserved);
