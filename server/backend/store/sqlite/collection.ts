/** Collection in SQLite, split by subject. */
import type { DatabaseSync } from 'node:sqlite';
import type { CollectionStore } from '../collection-store.ts';
import { createCollectionCalls } from './collection-calls.ts';
import { createCollectionClaims } from './collection-claims.ts';
import { createCollectionLeases } from './collection-leases.ts';
import { createCollectionOverview } from './collection-overview.ts';
import { createCollectionPages } from './collection-pages.ts';
import { createCollectionRuns } from './collection-runs.ts';
import { createCollectionWindows } from './collection-windows.ts';
import { createPostRetention } from './post-retention.ts';

export function createCollectionStore(db: DatabaseSync): CollectionStore {
  const leases = createCollectionLeases(db);
  const runs = createCollectionRuns(db);
  const windows = createCollectionWindows(db);
  return {
    ...createCollectionClaims(db, leases, runs),
    ...createCollectionPages(db, { leases, runs, windows }),
    ...createCollectionCalls(db),
    ...createCollectionOverview(db, runs, windows),
    runs: runs.page,
    ...createPostRetention(db),
  };
}
