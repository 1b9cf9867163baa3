/** Updates the database file of an earlier program before the backend opens it, in a separate thread. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import type { Config } from '../platform/settings.ts';
import { DatabaseError, type UpdateProgress } from './store/database-error.ts';
import { databaseFileName } from './store/sqlite/database.ts';
import { latestVersion } from './store/sqlite/migrations.ts';
import { schemaVersion } from './store/sqlite/sql.ts';
import type { UpdateMessage, UpdateStart } from './update-thread.ts';

/** In the same folder as this module, in the sources and in the bundle. */
const threadFile = new URL(`./update-thread${path.extname(import.meta.filename)}`, import.meta.url);

/** False also for a file that cannot be read: opening it reports why. */
function needsUpdate(file: string): boolean {
  if (!existsSync(file)) return false;
  try {
    const db = new DatabaseSync(file, { readOnly: true });
    const version = schemaVersion(db);
    db.close();
    return version > 0 && version < latestVersion();
  } catch {
    return false;
  }
}

/** Throws a `DatabaseError`, even when the signal is aborted. The thread then ends after its current statement. */
export async function updateDatabase(
  { DATABASE_URL, DATA_DIR, MIGRATE_WITHOUT_COPY: withoutCopy }: Config,
  onUpdate: (progress: UpdateProgress) => void,
  signal: AbortSignal,
): Promise<void> {
  const file = path.join(DATA_DIR, databaseFileName);
  if (DATABASE_URL !== null || !needsUpdate(file)) return;
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>();
  const thread = new Worker(threadFile, {
    workerData: { file, withoutCopy } satisfies UpdateStart,
    name: 'update',
  });
  thread.on('message', (message: UpdateMessage) => {
    if ('failed' in message) reject(new DatabaseError(message.failed));
    else onUpdate(message);
  });
  thread.once('error', reject);
  thread.once('exit', () => resolve());
  signal.addEventListener('abort', () => {
    void thread.terminate();
    reject(new DatabaseError('The update of the database was stopped. The next start continues it.'));
  });
  await ended;
}
