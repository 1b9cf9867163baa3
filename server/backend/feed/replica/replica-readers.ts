/** Runs queries of posts on the replica, on reader threads, and recovers when the replica is damaged or replaced. */
import { existsSync } from 'node:fs';
import { databaseFault } from '../../store/sqlite/database.ts';
import { createReaderPool, type ReaderPool } from '../reader-pool.ts';
import type { Replica } from './replica.ts';
import { isDamaged } from './replica-files.ts';

/** Longer than a query may take. */
const retiredMs = 30_000;

/** Describes a fault of the replica's disk for the log; null for other errors. A damaged replica is built again by itself. */
export function replicaFault(error: unknown, folder: string): string | null {
  const fault = isDamaged(error) ? 'the file is damaged and is built again.' : databaseFault(error);
  return fault === null ? null : `Cannot use the search copy in ${folder}: ${fault}`;
}

/** Each file has readers of its own. Those of a removed file finish their queries. */
export function createReplicaReaders(replica: Replica, readerThread?: URL): ReaderPool {
  const pools = new Set<ReaderPool>();
  let current: { file: string; pool: ReaderPool } | null = null;

  function retire(pool: ReaderPool): void {
    const end = async () => {
      pools.delete(pool);
      await pool.close();
    };
    setTimeout(() => void end(), retiredMs).unref();
  }
  function poolOf(file: string): ReaderPool {
    if (current?.file === file) return current.pool;
    if (current) retire(current.pool);
    current = { file, pool: createReaderPool(file, readerThread) };
    pools.add(current.pool);
    return current.pool;
  }

  const run: ReaderPool['run'] = async (viewer, query, options) => {
    const file = await replica.update();
    try {
      return await poolOf(file).run(viewer, query, options);
    } catch (error) {
      if (isDamaged(error)) replica.discard(file);
      else if (existsSync(file)) throw error;
      return poolOf(await replica.update()).run(viewer, query, options);
    }
  };
  return {
    run,
    async close() {
      for (const pool of pools) await pool.close();
    },
  };
}
