/** Collection in PostgreSQL, split by subject. */
import { createCallBudget } from '../call-budget-store.ts';
import type { CollectionStore } from '../collection-store.ts';
import type { Db } from '../port.ts';
import { createCollectionClaims } from './collection-claims.ts';
import { createCollectionKeyUses } from './collection-key-uses.ts';
import { createCollectionOverview } from './collection-overview.ts';
import { createCollectionPages } from './collection-pages.ts';
import { createPostRetention } from './post-retention.ts';

export const createCollectionStore = (db: Db): CollectionStore => ({
  ...createCollectionClaims(db),
  ...createCollectionPages(db),
  ...createCollectionOverview(db),
  ...createCallBudget(db),
  ...createCollectionKeyUses(db),
  ...createPostRetention(db),
});
