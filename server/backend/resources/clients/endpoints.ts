/** Calls that list and change clients, one or many at once. */
import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { belongingsFields } from '../../../../shared/api/client-changes.ts';
import { clientFields, clientSortColumns, listedClientFields } from '../../../../shared/fields/clients.ts';
import * as messages from '../../../../shared/messages.ts';
import {
  clientNameError,
  clientTextMax,
  emailError,
  exportAccesses,
  ipAddressError,
  keepDaysMax,
  macAddressError,
} from '../../../../shared/rules/client.ts';
import { bulkMax, clientsPageSize, listSearchMax } from '../../../../shared/rules/limits.ts';
import { generatePassword } from '../../../../shared/rules/password.ts';
import { badRequest, forbidden } from '../../../platform/app-error.ts';
import { hashPassword } from '../../../platform/password-hash.ts';
import { onAccess } from '../../http/access.ts';
import { type Context, endpoint, existing } from '../../http/endpoint.ts';
import { pageOf } from '../../http/reply.ts';
import { given, pageEntries, requiredMessages, rule, text } from '../../http/schema-fields.ts';
import { changeVersioned, hasAll, isVersion, seenVersion } from '../../http/versioned.ts';
import { lastDaysWindow } from '../../rules/days.ts';
import { presenterOf } from '../../rules/reply-values.ts';
import type { ClientRow, ClientSettings } from '../../store/clients.ts';
import { newPassword, refuseOwnName } from '../auth/schemas.ts';
import { batch, exportEntry, exported, inBatch } from '../journal.ts';
import { clientId } from './client.ts';

/** Fields of a client; a change may omit any. */
const clientEntries = {
  name: v.pipe(text(clientTextMax.name), rule(clientNameError)),
  ipaddr: v.pipe(text(clientTextMax.ipaddr), rule(ipAddressError)),
  macaddr: v.pipe(text(clientTextMax.macaddr), rule(macAddressError)),
  email: v.pipe(text(clientTextMax.email), rule(emailError)),
  phone: text(clientTextMax.phone),
  note: text(clientTextMax.note),
  export_access: v.picklist(exportAccesses),
};

const clientBody = v.object(
  {
    ...clientEntries,
    email: v.optional(clientEntries.email, ''),
    phone: v.optional(clientEntries.phone, ''),
    note: v.optional(clientEntries.note, ''),
    export_access: v.optional(clientEntries.export_access, 'denied'),
  },
  requiredMessages({ name: messages.enterName, ipaddr: messages.enterIp, macaddr: messages.enterMac }),
);

/** Missing fields stay unchanged. `version`: the version that the author has seen. */
const clientChange = v.object({
  ...v.partial(v.object(clientEntries)).entries,
  /** null: as long as posts. */
  keep_comments_days: v.optional(
    v.nullable(
      v.pipe(v.number(), v.integer(), v.minValue(1, messages.badDays), v.maxValue(keepDaysMax, messages.badDays)),
    ),
  ),
  version: seenVersion,
});

const clientIdQuery = v.object({ id: clientId });
const search = v.optional(text(listSearchMax), '');

const toFields = <Row extends ClientRow>({ clientId: id, ipaddr: ipAddress, macaddr: macAddress, ...client }: Row) => ({
  ...client,
  id,
  ipAddress,
  macAddress,
});
const presentClient = presenterOf(clientFields);
/** The given fields, with their names in the store. */
const fieldsOf = ({
  export_access,
  keep_comments_days,
  version: _,
  ...fields
}: v.InferOutput<typeof clientChange>): Partial<ClientSettings> =>
  given({ ...fields, exportAccess: export_access, keepCommentsDays: keep_comments_days });

const accountOfClient = (clientId: string) => ({ type: 'client', clientId }) as const;

async function setPassword(context: Context, clientId: string, password: string): Promise<void> {
  const { store, by, now, log } = context;
  if (await store.administrators.findByUsername(clientId)) throw forbidden(messages.otherAdminPassword);
  const client = existing(await store.clients.get(clientId, now));
  refuseOwnName(password, [clientId, client.name]);
  const account = accountOfClient(clientId);
  const hash = await hashPassword(password);
  await onAccess(context, [account], async ({ passwords }) =>
    existing(await passwords.set(account, hash, { by, action: 'password-set' })),
  );
  log.info({ client: clientId }, 'client password set');
}

const recentDays = 30;

export const clients = [
  endpoint('GET', '/server/clients', 'admin', {
    summary: 'All clients in order of creation',
    reply: pageOf('clients', clientFields),
    handle: async ({ store, now }) => (await store.clients.list(now)).map(toFields),
  }),
  endpoint('GET', '/server/clients/get', 'signed-in', {
    summary:
      'One client. A client gets itself only, without the note of the administrators and with the right of the person to export',
    query: clientIdQuery,
    reply: clientFields,
    handle: async ({ store, viewer, query, now }) => {
      if (viewer.type === 'client' && viewer.clientId !== query.id) throw forbidden();
      const client = existing(await store.clients.get(query.id, now));
      if (viewer.type === 'admin') return toFields(client);
      const exportAccess = viewer.person?.mayExport === false ? 'denied' : client.exportAccess;
      return toFields({ ...client, note: '', exportAccess });
    },
  }),
  endpoint('POST', '/server/clients/create', 'admin', {
    summary: 'Adds a client. The backend assigns the ID; the client cannot sign in until a password is set',
    body: clientBody,
    reply: clientFields,
    status: 201,
    handle: async ({ store, by, body: { export_access, ...fields }, now }) =>
      toFields(await store.clients.create({ ...fields, exportAccess: export_access }, now, by)),
  }),
  endpoint('POST', '/server/clients/update', 'admin', {
    summary:
      'Changes the given fields of a client. With `version`, 409 if the client has another one: somebody has changed it since',
    query: clientIdQuery,
    body: clientChange,
    reply: clientFields,
    onAccess: true,
    handle: async ({ query: { id }, body, ...context }) => {
      const { by, now, config } = context;
      const values = fieldsOf(body);
      // Comments of younger posts are read again, and would come back.
      if ((values.keepCommentsDays ?? config.COMMENT_DAYS) < config.COMMENT_DAYS)
        throw badRequest(messages.keptWhileCollected(config.COMMENT_DAYS));
      const { after } = await onAccess(context, [accountOfClient(id)], async (resources) =>
        changeVersioned(context, resources, {
          row: await resources.clients.lock(id, now),
          isDone: hasAll(values),
          isSeen: isVersion(body.version),
          present: (row) => presentClient(toFields(row)),
          apply: () => resources.clients.update(id, values, now, by),
        }),
      );
      return toFields(after);
    },
  }),
  endpoint('POST', '/server/clients/delete', 'admin', {
    summary: 'Deletes a client with its links and sessions',
    query: clientIdQuery,
    onAccess: true,
    handle: async ({ query: { id }, ...context }) => {
      const { by, now } = context;
      existing(await onAccess(context, [accountOfClient(id)], ({ clients }) => clients.delete(id, now, by)));
    },
  }),
  endpoint('POST', '/server/clients/password/set', 'admin', {
    summary: 'Sets a client’s password and ends its sessions',
    query: clientIdQuery,
    body: v.object({ password: newPassword }, requiredMessages({ password: messages.passwordTooShort })),
    onAccess: true,
    handle: async ({ query, body, ...context }) => setPassword(context, query.id, body.password),
  }),
  endpoint('POST', '/server/clients/password/generate', 'admin', {
    summary: 'Sets a random password for a client, ends its sessions and returns the password. It cannot be read again',
    query: clientIdQuery,
    reply: v.strictObject({ password: v.string() }),
    onAccess: true,
    handle: async ({ query, ...context }) => {
      const password = generatePassword(randomBytes);
      await setPassword(context, query.id, password);
      return { password };
    },
  }),
  endpoint('GET', '/server/clients/paginated', 'admin', {
    summary: 'One page of the clients that a search finds, with the number of their phrases and recent posts',
    query: v.object({
      ...exportEntry,
      search,
      ...pageEntries(clientSortColumns, { limit: clientsPageSize, column: 'client_id', direction: 'ASC' }),
    }),
    reply: pageOf('clients', listedClientFields),
    handle: exported('clients', async ({ store, config, viewer, query, now }) => {
      const { rows, total } = await store.clients.page(query, now);
      const ids = rows.map(({ clientId }) => clientId);
      const window = lastDaysWindow(recentDays, now, config.CONSOLE_TIME_ZONE);
      const posts = await store.posts.countOfClients(viewer, ids, window);
      return { rows: rows.map((row) => ({ ...toFields(row), recentPosts: posts[row.clientId] ?? 0 })), total };
    }),
  }),
  endpoint('GET', '/server/clients/ids', 'admin', {
    summary: 'The IDs of all clients that a search finds',
    query: v.object({ search }),
    reply: v.strictObject({ ids: v.array(v.string()) }),
    handle: async ({ store, query }) => ({ ids: await store.clients.ids(query.search) }),
  }),
  endpoint('GET', '/server/clients/belongings', 'admin', {
    summary: 'What is deleted with a client, and its phrases, which stay',
    query: clientIdQuery,
    reply: belongingsFields,
    handle: async ({ store, query, now }) => {
      existing(await store.clients.get(query.id, now));
      return await store.clients.belongings(query.id);
    },
  }),
  endpoint('POST', '/server/clients/export-access', 'admin', {
    summary: 'Allows or denies several clients to export. Returns those that are unknown; the others are changed',
    body: v.object({
      ids: v.pipe(v.array(clientId), v.minLength(1), v.maxLength(bulkMax)),
      export_access: clientEntries.export_access,
      batch,
    }),
    reply: v.strictObject({ failed: v.array(v.strictObject({ id: v.string(), error: v.string() })) }),
    onAccess: true,
    handle: async ({ body: { ids, export_access, batch }, ...context }) => {
      const by = inBatch(context.by, batch);
      const unknown = await onAccess(context, ids.map(accountOfClient), (resources) =>
        resources.clients.setExportAccess(ids, export_access, context.now, by),
      );
      return { failed: unknown.map((id) => ({ id, error: messages.unknownClient })) };
    },
  }),
];
