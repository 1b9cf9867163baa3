/** Sources: the page and the order that the URL selects (docs/product.md, section 2, Owners screen). */
import { OwnersIsland } from '../../client/islands/owners/owners-island.tsx';
import { defaultOwnerSort, loadOwnersPage } from '../../shared/api/owners.ts';
import { ownerSortColumns } from '../../shared/fields/owners.ts';
import { orderOf, parsePage, parseSort } from '../../shared/list-query.ts';
import { ownersPageSize } from '../../shared/rules/limits.ts';
import { islandPage } from './page.tsx';

export const ownersPage = islandPage('owners', OwnersIsland, async ({ query, backend }) => {
  const sort = parseSort(query.sort, ownerSortColumns, defaultOwnerSort);
  const page = parsePage(query.page);
  const offset = (page - 1) * ownersPageSize;
  const first = await backend.load(loadOwnersPage({ offset, ...orderOf(sort) }));
  return { sort, page, first };
});
