/** Calls that list and change clients, one or many at once (capability `bulk`). */
import { randomBytes } from 'node:crypto';
import type * as v from 'valibot';
import * as messages from '../../../../shared/messages.ts';
import { generatePassword } from '../../../../shared/rules/password.ts';
import { forbidden, unknownId } from '../../../platform/app-error.ts';
import { hashPassword } from '../../../platform/password-hash.ts';
import { type Context, endpoint } from '../../http/endpoint.ts';
import { done, ok } from '../../http/schema-fields.ts';
import { lastDaysWindow } from '../../rules/days.ts';
import { toTimeOrNull } from '../../rules/reply-values.ts';
import type { ClientFields } from '../../store/client-pages.ts';
import { refuseOwnName } from '../auth/schemas.ts';
import { exported } from '../journal.ts';
import {
  belongingsReply,
  bulkReply,
  clientBody,
  clientChange,
  clientIdQuery,
  clientIdsReply,
  clientReply,
  clientSearchQuery,
  clientsPageQuery,
  clientsPageReply,
  clientsReply,
  exportAccessBody,
  generatedPasswordReply,
  passwordBody,
  presentClient,
} from './client.ts';

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
  endpoint('GET', '/server/clients', 'admin', {
    summary: 'All clients in order of creation',
    reply: clientsReply,
    handle: async ({ store, now }) => {
      const rows = await store.clients.list(now);
      return { clients: rows.map(presentClient), total: rows.length };
    },
  }),
  endpoint('GET', '/server/clients/get', 'signed-in', {
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
  endpoint('POST', '/server/clients/create', 'admin', {
    summary: 'Adds a client. The backend assigns the ID; the client cannot sign in until a password is set',
    body: clientBody,
    reply: clientReply,
    status: 201,
    handle: async ({ store, by, body: { export_access, ...fields }, now }) =>
      presentClient(await store.clients.create({ ...fields, exportAccess: export_access }, now, by)),
  }),
  endpoint('POST', '/server/clients/update', 'admin', {
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
  endpoint('POST', '/server/clients/delete', 'admin', {
    summary: 'Deletes a client with its links and sessions',
    query: clientIdQuery,
    reply: done,
    handle: async ({ store, by, query, now }) => {
      if (!(await store.clients.delete(query.id, now, by))) throw unknownId();
      return ok;
    },
  }),
  endpoint('POST', '/server/clients/password/set', 'admin', {
    summary: 'Sets a client’s password and ends its sessions',
    query: clientIdQuery,
    body: passwordBody,
    reply: done,
    handle: async ({ query, body, ...context }) => {
      await setPassword(context, query.id, body.password);
      return ok;
    },
  }),
  endpoint('POST', '/server/clients/password/generate', 'admin', {
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

/** Rows of posts of these days count as recent. */
const recentDays = 30;

export const clientPages = [
  endpoint('GET', '/server/clients/paginated', 'admin', {
    summary: 'One page of the clients that a search finds, with the number of their phrases and recent posts',
    query: clientsPageQuery,
    reply: clientsPageReply,
    handle: exported('clients', async ({ store, config, viewer, query, now }) => {
      const { rows, total } = await store.clients.page(query, now);
      const ids = rows.map(({ clientId }) => clientId);
      const window = lastDaysWindow(recentDays, now, config.CONSOLE_TIME_ZONE);
      const posts = await store.posts.countOfClients(viewer, ids, window);
      const clients = rows.map(({ words, signedInAt, ...client }) => ({
        ...presentClient(client),
        words,
        recent_posts: posts[client.clientId] ?? 0,
        signed_in_at: toTimeOrNull(signedInAt),
      }));
      return { clients, total };
    }),
  }),
  endpoint('GET', '/server/clients/ids', 'admin', {
    summary: 'The IDs of all clients that a search finds',
    query: clientSearchQuery,
    reply: clientIdsReply,
    handle: async ({ store, query }) => ({ ids: await store.clients.ids(query.search) }),
  }),
  endpoint('GET', '/server/clients/belongings', 'admin', {
    summary: 'What is deleted with a client, and its phrases, which stay',
    query: clientIdQuery,
    reply: belongingsReply,
    handle: async ({ store, query, now }) => {
      if (!(await store.clients.get(query.id, now))) throw unknownId();
      const { ownWords, ...counts } = await store.clients.belongings(query.id);
      return { ...counts, own_words: ownWords };
    },
  }),
  endpoint('POST', '/server/clients/export-access', 'admin', {
    summary: 'Allows or denies several clients to export. Returns those that are unknown; the others are changed',
    body: exportAccessBody,
    reply: bulkReply,
    handle: async ({ store, by, body, now }) => {
      const unknown = await store.clients.setExportAccess(body.ids, body.export_access, now, by);
      return { failed: unknown.map((id) => ({ id, error: messages.unknownClient })) };
    },
  }),
];
