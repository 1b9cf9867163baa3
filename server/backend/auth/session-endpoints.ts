/** Token refresh and sign-out. Both refresh paths behave the same: the token determines the session. */
import * as v from 'valibot';
import * as messages from '../../../shared/messages.ts';
import { unauthorized } from '../../platform/app-error.ts';
import { type Context, endpoint } from '../http/endpoint.ts';
import { done, ok } from '../http/schema-fields.ts';
import type { Identity } from '../rules/account.ts';
import { adminUser, clientUser } from './schemas.ts';
import { endPresentedSession, findRefreshable, identityFields, makeTokens } from './sessions.ts';

const user = v.union([adminUser, clientUser]);

const userOf = (identity: Identity): v.InferOutput<typeof user> =>
  identity.type === 'admin'
    ? { admin_id: identity.adminId, username: identity.username }
    : { client_id: identity.clientId };

/**
 * Never extends an impersonation. After its expiry the refresh is refused and changes nothing, and the stop call still
 * returns to the administrator.
 */
async function refresh(context: Context): Promise<v.InferOutput<typeof user>> {
  const found = await findRefreshable(context);
  if (!found) {
    context.cookies.clear();
    throw unauthorized(messages.sessionOver);
  }
  if (found.session.impersonation?.over) throw unauthorized(messages.impersonationOver);
  const { tokens, grant } = makeTokens(context);
  await context.store.sessions.rotate(found.session.id, found.hash, grant, context.now);
  context.cookies.set(tokens);
  return userOf(found.session.viewer);
}

const refreshCall = (path: string, userType: string) =>
  endpoint({
    method: 'POST',
    path,
    access: 'public',
    summary: `Exchanges the refresh token of ${userType} for new tokens`,
    reply: user,
    allowsReadOnly: true,
    handle: refresh,
  });

export const sessionCalls = [
  refreshCall('/admin/auth/refresh', 'an administrator'),
  refreshCall('/server/auth/refresh', 'a client'),
  endpoint({
    method: 'POST',
    path: '/admin/auth/logout',
    access: 'public',
    summary: 'Signs out an administrator or a client; succeeds without a session too',
    reply: done,
    allowsReadOnly: true,
    handle: async (context) => {
      const session = await endPresentedSession(context);
      context.cookies.clear();
      if (session) context.log.info(identityFields(session), 'signed out');
      return ok;
    },
  }),
];
