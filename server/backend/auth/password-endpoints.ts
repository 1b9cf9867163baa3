/** Change of one's own password; it ends one's other sessions. */

import * as messages from '../../../shared/messages.ts';
import { badRequest, forbidden } from '../../platform/app-error.ts';
import { type Context, endpoint } from '../http/endpoint.ts';
import { identityFields, nameOf } from '../http/request-log.ts';
import { done, ok } from '../http/schema-fields.ts';
import type { Identity } from '../store/sessions-store.ts';
import { hashPassword } from './password-hash.ts';
import { passwordChangeBody } from './schemas.ts';
import { checkPassword } from './sign-in-endpoints.ts';

type Change = { current_password: string; new_password: string };

async function changePassword(
  context: Context,
  viewer: Identity,
  change: Change,
  hash: string | null,
  save: (hash: string) => Promise<unknown>,
): Promise<typeof ok> {
  const { store, session, now, log } = context;
  const person = { type: viewer.type, account: nameOf(viewer) };
  if (!(await checkPassword(context, person, change.current_password, hash))) {
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
      const hash = await administrators.passwordHash(viewer.adminId);
      return changePassword(context, viewer, body, hash, (next) =>
        administrators.setPasswordHash(viewer.adminId, next),
      );
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
      const hash = await clients.passwordHash(viewer.clientId);
      return changePassword(context, viewer, body, hash, (next) => clients.setPasswordHash(viewer.clientId, next));
    },
  }),
];
