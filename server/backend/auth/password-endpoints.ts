/** Users change their own password. This ends their other sessions. */
import * as messages from '../../../shared/messages.ts';
import { badRequest, forbidden } from '../../platform/app-error.ts';
import { hashPassword } from '../../platform/password-hash.ts';
import { type Context, endpoint } from '../http/endpoint.ts';
import { done, ok } from '../http/schema-fields.ts';
import type { Identity } from '../rules/account.ts';
import { nameOf } from '../rules/account.ts';
import { passwordChangeBody, refuseOwnName } from './schemas.ts';
import { identityFields } from './sessions.ts';
import { checkPassword } from './sign-in-endpoints.ts';

type Change = { current_password: string; new_password: string };
type Account = {
  /** The account's name and ID, which the password may not equal. */
  names: readonly string[];
  hash: string | null;
  save: (hash: string) => Promise<unknown>;
};

async function changePassword(
  context: Context,
  viewer: Identity,
  change: Change,
  { names, hash, save }: Account,
): Promise<typeof ok> {
  const { store, session, now, log } = context;
  refuseOwnName(change.new_password, names);
  const person = { type: viewer.type, account: nameOf(viewer), logged: nameOf(viewer) };
  if (!(await checkPassword(context, person, change.current_password, hash, context.by))) {
    throw badRequest(messages.wrongCurrentPassword);
  }
  await save(await hashPassword(change.new_password));
  await store.sessions.endOf(viewer, session?.id ?? null, now);
  log.info(identityFields(session), 'password changed');
  return ok;
}

export const passwordCalls = [
  endpoint({
    method: 'POST',
    path: '/admin/password/change',
    access: 'admin',
    summary: 'An administrator changes their own password',
    body: passwordChangeBody,
    reply: done,
    handle: async ({ body, viewer, ...context }) => {
      const { administrators } = context.store;
      if (body.username !== undefined && body.username !== viewer.username)
        throw forbidden(messages.otherAdminPassword);
      return changePassword(context, viewer, body, {
        names: [viewer.username],
        hash: await administrators.passwordHash(viewer.adminId),
        save: (hash) =>
          administrators.setPasswordHash(viewer.adminId, hash, { by: context.by, action: 'password-changed' }),
      });
    },
  }),
  endpoint({
    method: 'POST',
    path: '/client/password/change',
    access: 'client',
    summary: 'A client changes their own password',
    body: passwordChangeBody,
    reply: done,
    handle: async ({ body, viewer, ...context }) => {
      const { clients } = context.store;
      const client = await clients.get(viewer.clientId, context.now);
      return changePassword(context, viewer, body, {
        names: [viewer.clientId, client?.name ?? ''],
        hash: await clients.passwordHash(viewer.clientId),
        save: (hash) => clients.setPasswordHash(viewer.clientId, hash, { by: context.by, action: 'password-changed' }),
      });
    },
  }),
];
