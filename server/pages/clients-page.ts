/** Clients: one page of the list, of which the backend always returns the whole (docs/product.md, section 2, Clients screen). */
import { ClientsIsland } from '../../client/islands/clients/clients-island.tsx';
import { loadClients } from '../../shared/api/clients.ts';
import { parsePage } from '../../shared/list-query.ts';
import { clientsPageSize } from '../../shared/rules/limits.ts';
import { islandPage } from './page.tsx';

export const clientsPage = islandPage('clients', ClientsIsland, async ({ query, backend, mayImpersonate }) => {
  const page = parsePage(query.page);
  const { data: all, error } = await backend.load(loadClients());
  if (all === undefined) return { page, first: { error }, mayImpersonate };
  const offset = (page - 1) * clientsPageSize;
  return {
    page,
    first: { data: { rows: all.slice(offset, offset + clientsPageSize), total: all.length } },
    mayImpersonate,
  };
});
