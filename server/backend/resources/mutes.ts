/** Calls beyond the specified ones: hidden sources and authors. Administrators also hide them for clients. */
import * as v from 'valibot';
import { type MuteKind, muteFields, muteKinds } from '../../../shared/api/mutes.ts';
import * as messages from '../../../shared/messages.ts';
import { badRequest, conflict, forbidden } from '../../platform/app-error.ts';
import { type Context, endpoint, existing } from '../http/endpoint.ts';
import { pageOf } from '../http/reply.ts';
import { idQuery, nameIn, queryInteger, requiredMessages, totalReply } from '../http/schema-fields.ts';
import { accountOf, clientAccount, clientOf } from '../rules/account.ts';
import { lastDaysWindow } from '../rules/days.ts';
import { integer } from '../rules/reply-values.ts';
import { checkNamedClient, clientId, lockNamedClient } from './clients/client.ts';

const kind = nameIn(muteKinds);

const muteBody = v.object(
  { Kind: kind, TargetID: v.pipe(v.number(), v.safeInteger()), ClientID: v.optional(v.nullable(clientId), null) },
  requiredMessages({ Kind: messages.chooseType }),
);

/** Posts of these days are counted to show the effect of a mute. */
const countedWindow = ({ config, now }: Pick<Context, 'config' | 'now'>) =>
  lastDaysWindow(30, now, config.CONSOLE_TIME_ZONE);

const unknownTarget: Record<MuteKind, string> = { owner: messages.unknownOwner, user: messages.unknownAuthor };

export const mutes = [
  endpoint('GET', '/vknf/mutes', 'signed-in', {
    summary: 'The viewer’s mutes, the newest first; for administrators also those that administrators made for clients',
    reply: pageOf('mutes', muteFields),
    handle: async ({ store, viewer, ...context }) => {
      const rows = await store.mutes.list(accountOf(viewer));
      const targets = rows.map(({ account, kind, targetId }) => ({ clientId: clientOf(account), kind, targetId }));
      const hidden = await store.posts.countOfTargets(viewer, targets, countedWindow(context));
      return rows.map((row, index) => ({ ...row, id: row.muteId, hidden: hidden[index] ?? 0 }));
    },
  }),
  endpoint('GET', '/vknf/mutes/preview', 'signed-in', {
    summary: 'How many posts of the last 30 days a mute would hide from the viewer or, with clientId, from the client',
    query: v.object({ kind, targetId: queryInteger, clientId: v.optional(clientId) }),
    reply: totalReply,
    handle: async ({ store, config, viewer, now, query: { kind, targetId, clientId = null } }) => {
      await checkNamedClient({ store, now }, viewer, clientId);
      const target = { clientId: clientId ?? clientOf(accountOf(viewer)), kind, targetId };
      const [hidden = 0] = await store.posts.countOfTargets(viewer, [target], countedWindow({ config, now }));
      return { total: hidden };
    },
  }),
  endpoint('POST', '/vknf/mutes/create', 'signed-in', {
    summary:
      'Hides a source or an author from the viewer or, with ClientID, from a client. Returns an existing mute again',
    body: muteBody,
    reply: v.strictObject({ MuteID: integer }),
    status: 201,
    handle: ({ store, config, viewer, by, now, body: { Kind: kind, TargetID: targetId, ClientID: clientId } }) =>
      store.transaction(async (resources) => {
        await lockNamedClient({ store: resources, now }, viewer, clientId);
        const createdBy = accountOf(viewer);
        const account = clientId === null ? createdBy : clientAccount(clientId);
        const mute = { account, kind, targetId, createdBy };
        const created = await resources.mutes.create(mute, now, by, config.LIMIT_MUTES);
        if (created.outcome === 'unknown-target') throw badRequest(unknownTarget[kind]);
        if (created.outcome === 'too-many') throw conflict(messages.tooManyMutes(config.LIMIT_MUTES));
        return { MuteID: created.muteId };
      }),
  }),
  endpoint('POST', '/vknf/mutes/delete', 'signed-in', {
    summary: 'Shows the source or author again. A client cannot remove what an administrator has hidden for it',
    query: idQuery,
    handle: ({ store, viewer, by, query: { id } }) =>
      store.transaction(async ({ mutes }) => {
        const mute = existing(await mutes.lock(accountOf(viewer), id));
        if (mute.clientId !== null && viewer.type !== 'admin') throw forbidden();
        existing(await mutes.delete(id, by));
      }),
  }),
];
