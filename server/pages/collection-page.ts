/** Collection: its state and one page of runs (docs/product.md, section 17). */
import { CollectionIsland } from '../../client/islands/collection/collection-island.tsx';
import { loadCollection, loadRunsPage } from '../../shared/api/collection.ts';
import { parsePage } from '../../shared/list-query.ts';
import { runsPageSize } from '../../shared/rules/limits.ts';
import { islandPage } from './page.tsx';

export const collectionPage = islandPage('collection', CollectionIsland, async ({ query, backend }) => {
  const page = parsePage(query.page);
  const [overview, first] = await Promise.all([
    backend.load(loadCollection()),
    backend.load(loadRunsPage((page - 1) * runsPageSize)),
  ]);
  return { overview, page, first };
});
