/**
 * API calls for clients, for administrators only (docs/product/api.md). Pages and bulk changes need our own
 * backend. client-changes.ts has the calls of dialogs.
 */

import {
  type Client,
  type ClientSortColumn,
  clientFields,
  type ListedClient,
  listedClientFields,
} from '../fields/clients.ts';
import { listReader, pageReader, rowReader } from '../fields/field.ts';
import { orderOf, type Sort } from '../list-query.ts';
import * as messages from '../messages.ts';
import type { PageParameters } from '../pages/list-page.ts';
import { type Page, readList, readObject, readText } from '../read.ts';
import type { ExportAccess } from '../rules/client.ts';
import { clientOptionsMax, clientsPageSize, suggestionsMax } from '../rules/limits.ts';
import { type BulkFailure, type Call, change, get, post, withQuery } from './call.ts';

export type NewClient = Record<'name' | 'ipaddr' | 'macaddr' | 'email' | 'phone', string>;

export const readClient = rowReader(clientFields);
const readClients = listReader('clients', listedClientFields);

export const loadClients = (): Call<ListedClient[]> => get('/server/clients', readClients, messages.loadClients);

/** Clients may load themselves only. */
export const loadClient = (id: string): Call<Client> =>
  get(withQuery('/server/clients/get', { id }), readClient, messages.loadClients);

const createPath = '/server/clients/create';

export const createClient = (client: NewClient) => change(createPath, messages.createClient, client);

/** Our own backend replies with the client. */
export const addClient = (client: NewClient): Call<Client> =>
  post(createPath, client, readClient, messages.createClient);

export const defaultClientSort: Sort<ClientSortColumn> = { column: 'client_id', descending: false };

export const loadClientsPage = (query: PageParameters<ClientSortColumn>): Call<Page<ListedClient>> =>
  get(
    withQuery('/server/clients/paginated', { limit: clientsPageSize, ...query }),
    pageReader('clients', listedClientFields),
    messages.loadClients,
  );

/** Clients for a select. */
export const loadClientOptions = (search = ''): Call<Page<ListedClient>> =>
  loadClientsPage({ search, limit: clientOptionsMax, offset: 0, ...orderOf(defaultClientSort) });

/** The first matches, for a field with suggestions. */
export const suggestClients = (search: string): Call<Client[]> =>
  get(withQuery('/server/clients/paginated', { search, limit: suggestionsMax }), readClients, messages.loadClients);

export const loadClientIds = (search: string): Call<string[]> =>
  get(withQuery('/server/clients/ids', { search }), (reply) => readList(reply, 'ids', readText), messages.loadClients);

const readBulkReply = (reply: unknown): BulkFailure[] =>
  readList(reply, 'failed', (raw) => {
    const { id, error } = readObject(raw);
    return { id: readText(id), name: readText(id), error: readText(error) };
  });

/** Takes at most `bulkMax` IDs. Returns the clients that were not changed. Calls with the same `batch` are one action. */
export const setExportAccess = (ids: readonly string[], access: ExportAccess, batch: string): Call<BulkFailure[]> =>
  post('/server/clients/export-access', { ids, export_access: access, batch }, readBulkReply, messages.updateClient);
