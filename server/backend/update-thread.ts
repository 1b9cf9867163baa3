/**
 * Entry of the thread that updates a database file at startup, because a statement of a migration may take a minute.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { minuteMs } from '../../shared/durations.ts';
import type { UpdateProgress } from './store/database-error.ts';
import { openDatabase } from './store/sqlite/database.ts';

export type UpdateStart = { file: string; withoutCopy: boolean };
/** `failed` is one line for operators. */
export type UpdateMessage = UpdateProgress | { failed: string };

/** How long to wait for the lock: the previous program may still be stopping. */
const waitMs = minuteMs;

const { file, withoutCopy } = workerData as UpdateStart;
const report = (message: UpdateMessage) => parentPort?.postMessage(message);

try {
  openDatabase(file, { onUpdate: report, withoutCopy, waitMs }).close();
} catch (error) {
  report({ failed: (error as Error).message });
}
