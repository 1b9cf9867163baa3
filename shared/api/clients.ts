/** API calls for clients, for administrators only (docs/product.md, section 7), and the readers of their replies. */
import * as messages from '../messages.ts';
import type { ExportAccess } from '../rules/client.ts';
import { type Call, get, post, withQuery } from './call.ts';
import { readBoolean, readList, readNothing, readNullable, readObject, readText } from './read.ts';

export type Client = {
  id: string;
  name: string;
  ipAddress: string;
  macAddress: string;
  email: string;
  phone: string;
  note: string;
  exportAccess: ExportAccess;
  connected: boolean;
};

export type ClientInput = {
  name: string;
  ipaddr: string;
  macaddr: string;
  email: string;
  phone: string;
  note?: string;
  export_access?: ExportAccess;
};

export function readClient(raw: unknown): Client {
  const fields = readObject(raw);
  return {
    id: readText(fields.client_id),
    name: readText(fields.name),
    ipAddress: readText(fields.ipaddr),
    macAddress: readText(fields.macaddr),
    email: readText(fields.email),
    phone: readText(fields.phone),
    note: readText(fields.note),
    exportAccess: readText(fields.export_access) === 'allowed' ? 'allowed' : 'denied',
    connected: readBoolean(fields.connected),
  };
}

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
