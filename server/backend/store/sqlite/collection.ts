/** Collection in SQLite, split by subject. */
import type { DatabaseSync } from 'node:sqlite';
import type { createCallBudget } from '../call-budget-store.ts';
import type { CollectionStore } from '../collection-store.ts';
import { createCollectionClaims } from './collection-claims.ts';
import { createCollectionKeyUses } from './collection-key-uses.ts';
import { createCollectionLeases } from './collection-leases.ts';
import { createCollectionOverview } from './collection-overview.ts';
import { createPhraseReader } from './collection-phrases.ts';
import { createCollectionRequests } from './collection-requests.ts';
import { createCollectionRunEnds } from './collection-run-ends.ts';
import { createCollectionRuns } from './collection-runs.ts';
import { createCollectionWindows } from './collection-windows.ts';
import { createPostRetention } from './post-retention.ts';

export function createCollectionStore(
  db: DatabaseSync,
): Omit<CollectionStore, keyof ReturnType<typeof createCallBudget> | 'savePage'> {
  const leases = createCollectionLeases(db);
  const runs = createCollectionRuns(db);
  const windows = createCollectionWindows(db);
  const phrases = createPhraseReader(db);
  return {
    ...createCollectionClaims(db, { leases, runs, phrases }),
    ...createCollectionRunEnds(db, { leases, runs, phrases }),
    ...createCollectionRequests(db, phrases),
    ...createCollectionOverview(db, { runs, windows, phrases }),
    runs: runs.page,
    ...createCollectionKeyUses(db, { leases, runs }),
    ...createPostRetention(db),
  };
}
