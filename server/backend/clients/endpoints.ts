/** Calls to list, change and delete clients and set their passwords. All but reading oneself are for administrators. */
import { randomBytes } from 'node:crypto';
import type * as v from 'valibot';
import * as messages from '../../../shared/messages.ts';
import { generatePassword } from '../../../shared/rules/password.ts';
import { forbidden, unknownId } from '../../platform/app-error.ts';
import { hashPassword } from '../../platform/password-hash.ts';
import { refuseOwnName } from '../auth/schemas.ts';
import { type Context, endpoint } from '../http/endpoint.ts';
import { done, ok } from '../http/schema-fields.ts';
import type { ClientFields } from '../store/clients-store.ts';
import { presentClient } from './present-client.ts';
import {
  clientBody,
  clientChange,
  clientIdQuery,
  clientReply,
  clientsReply,
  generatedPasswordReply,
  passwordBody,
} from './schemas.ts';

/** The fields that are in the body, with their names in the store. */
function fieldsOf({ export_access, ...fields }: v.InferOutput<typeof clientChange>): Partial<ClientFields> {
  const named = { ...fields, exportAccess: export_access };
  return Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined));
}

/** Sets a client's password and ends its sessions. */
async function setPassword({ store, by, now, log }: Context, clientId: string, password: string): Promise<void> {
  if (await store.administrators.findByUsername(clientId)) throw forbidden(messages.otherAdminPassword);
  const client = await store.clients.get(clientId, now);
  if (!client) throw unknownId();
  refuseOwnName(password, [clientId, client.name]);
  await store.clients.setPasswordHash(clientId, await hashPassword(password), { by, action: 'password-set' });
  await store.sessions.endOf({ type: 'client', clientId }, null, now);
  log.info({ client: clientId }, 'client password set');
}

export const clients = [
  endpoint({
    method: 'GET',
    path: '/server/clients',
    access: 'admin',
    summary: 'All clients in order of creation',
    reply: clientsReply,
    handle: async ({ store, now }) => {
      const rows = await store.clients.list(now);
      return { clients: rows.map(presentClient), total: rows.length };
    },
  }),
  endpoint({
    method: 'GET',
    path: '/server/clients/get',
    access: 'signed-in',
    summary: 'One client. A client gets itself only, without the note of the administrators',
    query: clientIdQuery,
    reply: clientReply,
    handle: async ({ store, viewer, query, now }) => {
      if (viewer.type === 'client' && viewer.clientId !== query.id) throw forbidden();
      const client = await store.clients.get(query.id, now);
      if (!client) throw unknownId();
      return presentClient(viewer.type === 'client' ? { ...client, note: '' } : client);
    },
  }),
  endpoint({
    method: 'POST',
    path: '/server/clients/create',
    access: 'admin',
    summary: 'Adds a client. The backend assigns the ID; the client cannot sign in until a password is set',
    body: clientBody,
    reply: clientReply,
    status: 201,
    handle: async ({ store, by, body: { export_access, ...fields }, now }) =>
      presentClient(await store.clients.create({ ...fields, exportAccess: export_access }, now, by)),
  }),
  endpoint({
    method: 'POST',
    path: '/server/clients/update',
    access: 'admin',
    summary: 'Changes the given fields of a client',
    query: clientIdQuery,
    body: clientChange,
    reply: clientReply,
    handle: async ({ store, by, query, body, now }) => {
      const client = await store.clients.update(query.id, fieldsOf(body), now, by);
      if (!client) throw unknownId();
      return presentClient(client);
    },
  }),
  endpoint({
    method: 'POST',
    path: '/server/clients/delete',
    access: 'admin',
    summary: 'Deletes a client with its links and sessions',
    query: clientIdQuery,
    reply: done,
    handle: async ({ store, by, query, now }) => {
      if (!(await store.clients.delete(query.id, now, by))) throw unknownId();
      return ok;
    },
  }),
  endpoint({
    method: 'POST',
    path: '/server/clients/password/set',
    access: 'admin',
    summary: 'Sets a client’s password and ends its sessions',
    query: clientIdQuery,
    body: passwordBody,
    reply: done,
    handle: async ({ query, body, ...context }) => {
      await setPassword(context, query.id, body.password);
      return ok;
    },
  }),
  endpoint({
    method: 'POST',
    path: '/server/clients/password/generate',
    access: 'admin',
    summary: 'Sets a random password for a client, ends its sessions and returns the password. It cannot be read again',
    query: clientIdQuery,
    reply: generatedPasswordReply,
    handle: async ({ query, ...context }) => {
      const password = generatePassword(randomBytes);
      await setPassword(context, query.id, password);
      return { password };
    },
  }),
];
