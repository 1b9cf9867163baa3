/** API calls for clients of the capability `bulk`: pages with search and figures. */
import { formatQuery, formatSort, orderOf, parseSort, type QuerySource, type Sort } from '../list-query.ts';
import * as messages from '../messages.ts';
import { clientSearchMax, clientsPageSize } from '../rules/limits.ts';
import { type Call, get, withQuery } from './call.ts';
import { type Client, readClient } from './clients.ts';
import { readList, readNumber, readObject, readTime, readTotal } from './read.ts';

/** `words` counts the client's phrases, `recentPosts` their rows of posts of the last 30 days. */
export type ListedClient = Client & { words: number; recentPosts: number; signedInAt: string | null };
export type ClientsPage = { clients: ListedClient[]; total: number };

/** Values of `orderBy`. */
export const clientSortColumns = ['client_id', 'name', 'export_access', 'words', 'signed_in_at'] as const;
export type ClientSortColumn = (typeof clientSortColumns)[number];
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

function readListedClient(raw: unknown): ListedClient {
  const fields = readObject(raw);
  return {
    ...readClient(fields),
    words: readNumber(fields.words, 0),
    recentPosts: readNumber(fields.recent_posts, 0),
    signedInAt: readTime(fields.signed_in_at),
  };
}

function readClientsPage(reply: unknown): ClientsPage {
  const clients = readList(reply, 'clients', readListedClient);
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
