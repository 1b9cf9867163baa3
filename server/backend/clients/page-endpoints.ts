/** Calls of the capability `bulk` for clients: pages with search and figures, and changes of many at once. */
import * as messages from '../../../shared/messages.ts';
import { unknownId } from '../../platform/app-error.ts';
import { endpoint } from '../http/endpoint.ts';
import { exported } from '../journal/exported.ts';
import { lastDaysWindow } from '../rules/days/day-bounds.ts';
import { toTimeOrNull } from '../rules/reply-values.ts';
import { presentClient } from './present-client.ts';
import {
  belongingsReply,
  bulkReply,
  clientIdQuery,
  clientIdsReply,
  clientSearchQuery,
  clientsPageQuery,
  clientsPageReply,
  exportAccessBody,
} from './schemas.ts';

/** Rows of posts of these days count as recent. */
const recentDays = 30;

export const clientPages = [
  endpoint({
    method: 'GET',
    path: '/server/clients/paginated',
    access: 'admin',
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
  endpoint({
    method: 'GET',
    path: '/server/clients/ids',
    access: 'admin',
    summary: 'The IDs of all clients that a search finds',
    query: clientSearchQuery,
    reply: clientIdsReply,
    handle: async ({ store, query }) => ({ ids: await store.clients.ids(query.search) }),
  }),
  endpoint({
    method: 'GET',
    path: '/server/clients/belongings',
    access: 'admin',
    summary: 'What is deleted with a client, and its phrases, which stay',
    query: clientIdQuery,
    reply: belongingsReply,
    handle: async ({ store, query, now }) => {
      if (!(await store.clients.get(query.id, now))) throw unknownId();
      const { ownWords, ...counts } = await store.clients.belongings(query.id);
      return { ...counts, own_words: ownWords };
    },
  }),
  endpoint({
    method: 'POST',
    path: '/server/clients/export-access',
    access: 'admin',
    summary: 'Allows or denies several clients to export. Returns those that are unknown; the others are changed',
    body: exportAccessBody,
    reply: bulkReply,
    handle: async ({ store, by, body, now }) => {
      const unknown = await store.clients.setExportAccess(body.ids, body.export_access, now, by);
      return { failed: unknown.map((id) => ({ id, error: messages.unknownClient })) };
    },
  }),
];
