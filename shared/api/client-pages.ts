/** API calls for clients of the capability `bulk`: pages with search and figures. */
import { type ClientSortColumn, clientSortColumns, type ListedClient, listedClientFields } from '../fields/clients.ts';
import { readRow } from '../fields/field.ts';
import { formatQuery, formatSort, orderOf, parseSort, type QuerySource, type Sort } from '../list-query.ts';
import * as messages from '../messages.ts';
import { clientSearchMax, clientsPageSize } from '../rules/limits.ts';
import { type Call, get, withQuery } from './call.ts';
import { readList, readTotal } from './read.ts';

export type ClientsPage = { clients: ListedClient[]; total: number };

export const defaultClientSort: Sort<ClientSortColumn> = { column: 'client_id', descending: false };

/** The state of the clients page in its address. An empty search finds all. */
export type ClientsQuery = { search: string; sort: Sort<ClientSortColumn> };

export const parseClientsQuery = ({ search, sort }: QuerySource): ClientsQuery => ({
  search: typeof search === 'string' ? search.trim().slice(0, clientSearchMax) : '',
  sort: parseSort(sort, clientSortColumns, defaultClientSort),
});

export function formatClientsQuery({ search, sort }: ClientsQuery, page = 1): string {
  const isDefault = formatSort(sort) === formatSort(defaultClientSort);
  return formatQuery({ search, sort: isDefault ? null : formatSort(sort), page: page > 1 ? page : null });
}

function readClientsPage(reply: unknown): ClientsPage {
  const clients = readList(reply, 'clients', (client) => readRow(listedClientFields, client));
  return { clients, total: readTotal(reply, clients.length) };
}

export const loadClientsPage = (
  { search, sort }: ClientsQuery,
  { limit = clientsPageSize, offset }: { limit?: number; offset: number },
): Call<ClientsPage> =>
  get(
    withQuery('/server/clients/paginated', { search, limit, offset, ...orderOf(sort) }),
    readClientsPage,
    messages.loadClients,
  );
