/** API calls for clients, for administrators only (docs/product.md, section 7), and the readers of their replies. */
import { type Client, clientFields } from '../fields/clients.ts';
import { readRow } from '../fields/field.ts';
import * as messages from '../messages.ts';
import type { ExportAccess } from '../rules/client.ts';
import { type Call, get, post, withQuery } from './call.ts';
import { readList, readNothing, readNullable, readObject } from './read.ts';

export type ClientInput = {
  name: string;
  ipaddr: string;
  macaddr: string;
  email: string;
  phone: string;
  note?: string;
  export_access?: ExportAccess;
};

export const readClient = (reply: unknown): Client => readRow(clientFields, reply);

export const loadClients = (): Call<Client[]> =>
  get('/server/clients', (reply) => readList(reply, 'clients', readClient), messages.loadClients);

/** Clients may load themselves only. */
export const loadClient = (id: string): Call<Client> =>
  get(withQuery('/server/clients/get', { id }), readClient, messages.loadClients);

export const createClient = (client: ClientInput): Call<null> =>
  post('/server/clients/create', client, readNothing, messages.createClient);

export const updateClient = (id: string, client: ClientInput): Call<null> =>
  post(withQuery('/server/clients/update', { id }), client, readNothing, messages.updateClient);

export const deleteClient = (id: string): Call<null> =>
  post(withQuery('/server/clients/delete', { id }), undefined, readNothing, messages.deleteClient);

export const setClientPassword = (id: string, password: string): Call<null> =>
  post(withQuery('/server/clients/password/set', { id }), { password }, readNothing, messages.passwordNotChanged);

/** The backend sets a random password and returns it. */
export const generateClientPassword = (id: string): Call<string | null> =>
  post(
    withQuery('/server/clients/password/generate', { id }),
    undefined,
    (reply) => readNullable(readObject(reply).password),
    messages.passwordNotChanged,
  );
