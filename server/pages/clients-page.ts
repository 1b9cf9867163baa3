/** Clients: the page that the URL selects (docs/product.md, section 2, Clients screen). */
import { AllClients } from '../../client/islands/clients/all-clients.tsx';
import { clientsIsland } from '../../client/islands/clients/clients-island.tsx';
import { loadClients, loadClientsPage, parseClientsQuery } from '../../shared/api/clients.ts';
import { parsePage } from '../../shared/list-query.ts';
import { clientsPageSize } from '../../shared/rules/limits.ts';
import type { PageInput } from '../session/page-input.ts';
import { islandPage, type LoadedIsland } from './page.tsx';

type Loaded = Promise<LoadedIsland<'clients'>>;

async function loadPage({ query: source, backend, mayImpersonate }: PageInput, page: number): Loaded {
  const query = parseClientsQuery(source);
  const first = await backend.load(loadClientsPage(query, { offset: (page - 1) * clientsPageSize }));
  return { query, page, first, mayImpersonate };
}

/** A backend without the capability `bulk` returns the whole list in one reply. */
async function loadAll({ backend, mayImpersonate }: PageInput, page: number): Loaded {
  const { data: all, error } = await backend.load(loadClients());
  if (all === undefined) return { page, first: { error }, mayImpersonate };
  const offset = (page - 1) * clientsPageSize;
  const rows = all.slice(offset, offset + clientsPageSize);
  return { page, first: { data: { rows, total: all.length } }, mayImpersonate };
}

export const clientsPage = islandPage('clients', clientsIsland(AllClients), (input) => {
  const load = input.capabilities.includes('bulk') ? loadPage : loadAll;
  return load(input, parsePage(input.query.page));
});
