/** Clients: schemas, presentation, and which client a call is about. */
import * as v from 'valibot';
import { clientFields, clientSortColumns, listedClientFields } from '../../../../shared/fields/clients.ts';
import * as messages from '../../../../shared/messages.ts';
import {
  clientNameError,
  clientTextMax,
  emailError,
  exportAccesses,
  ipAddressError,
  macAddressError,
} from '../../../../shared/rules/client.ts';
import { bulkMax, clientSearchMax, clientsPageSize } from '../../../../shared/rules/limits.ts';
import { badRequest, forbidden } from '../../../platform/app-error.ts';
import type { Context } from '../../http/endpoint.ts';
import { pageEntries, requiredMessages, rule, text, total } from '../../http/schema-fields.ts';
import type { Identity } from '../../rules/account.ts';
import { presenterOf, replyOf } from '../../rules/reply-values.ts';
import type { ClientRow } from '../../store/client-pages.ts';
import { newPassword } from '../auth/schemas.ts';
import { exportEntry } from '../journal.ts';

export const clientReply = replyOf(clientFields);

export const clientsReply = v.strictObject({ clients: v.array(clientReply), total });

const name = v.pipe(text(clientTextMax.name), rule(clientNameError));
const ipaddr = v.pipe(text(clientTextMax.ipaddr), rule(ipAddressError));
const macaddr = v.pipe(text(clientTextMax.macaddr), rule(macAddressError));
const email = v.pipe(text(clientTextMax.email), rule(emailError));
const phone = text(clientTextMax.phone);
const note = text(clientTextMax.note);
const exportAccess = v.picklist(exportAccesses);

export const clientBody = v.object(
  {
    name,
    ipaddr,
    macaddr,
    email: v.optional(email, ''),
    phone: v.optional(phone, ''),
    note: v.optional(note, ''),
    export_access: v.optional(exportAccess, 'denied'),
  },
  requiredMessages({ name: messages.enterName, ipaddr: messages.enterIp, macaddr: messages.enterMac }),
);

/** Missing fields stay unchanged. */
export const clientChange = v.object({
  name: v.optional(name),
  ipaddr: v.optional(ipaddr),
  macaddr: v.optional(macaddr),
  email: v.optional(email),
  phone: v.optional(phone),
  note: v.optional(note),
  export_access: v.optional(exportAccess),
});

/** An ID that the backend has assigned. Handlers check whether it exists. */
export const clientId = v.pipe(text(255), v.minLength(1));
export const clientIdQuery = v.object({ id: clientId });

export const passwordBody = v.object(
  { password: newPassword },
  requiredMessages({ password: messages.passwordTooShort }),
);
export const generatedPasswordReply = v.strictObject({ password: v.string() });

const search = v.optional(text(clientSearchMax), '');
export const clientsPageQuery = v.object({
  ...exportEntry,
  search,
  ...pageEntries(clientSortColumns, { limit: clientsPageSize, column: 'client_id', direction: 'ASC' }),
});
export const clientSearchQuery = v.object({ search });

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
export const clientsPageReply = v.strictObject({
  clients: v.array(v.strictObject({ ...replyOf(listedClientFields).entries, words: count, recent_posts: count })),
  total,
});
export const clientIdsReply = v.strictObject({ ids: v.array(v.string()) });
export const belongingsReply = v.strictObject({
  words: count,
  own_words: count,
  views: count,
  rules: count,
  mutes: count,
});

export const exportAccessBody = v.object({
  ids: v.pipe(v.array(clientId), v.minLength(1), v.maxLength(bulkMax)),
  export_access: exportAccess,
});
export const bulkReply = v.strictObject({ failed: v.array(v.strictObject({ id: v.string(), error: v.string() })) });

const presentFields = presenterOf(clientFields);
export const presentClient = ({ clientId: id, ipaddr: ipAddress, macaddr: macAddress, ...client }: ClientRow) =>
  presentFields({ ...client, id, ipAddress, macAddress });

/** Returns the client's ID. A client may name only itself, an administrator must name a client. */
export function namedClient(viewer: Identity, clientId: string | undefined): string {
  if (viewer.type === 'admin') {
    if (clientId === undefined) throw badRequest(messages.chooseClient);
    return clientId;
  }
  if (clientId !== undefined && clientId !== viewer.clientId) throw forbidden();
  return viewer.clientId;
}

/** Throws a 403 unless an administrator names a client, and a 400 for an unknown client. Null passes: no client is named. */
export async function checkNamedClient(
  { store, now }: Pick<Context, 'store' | 'now'>,
  viewer: Identity,
  clientId: string | null,
): Promise<void> {
  if (clientId === null) return;
  if (viewer.type !== 'admin') throw forbidden();
  if (!(await store.clients.get(clientId, now))) throw badRequest(messages.unknownClient);
}
