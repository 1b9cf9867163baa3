/**
 * Token refresh, sign-out, and impersonations: an administrator acts as a client for 15 minutes (docs/product.md, section 4).
 */
import * as messages from '../../../../shared/messages.ts';
import { impersonationMs } from '../../../../shared/rules/limits.ts';
import { conflict, forbidden, unauthorized } from '../../../platform/app-error.ts';
import { type Context, endpoint, existing } from '../../http/endpoint.ts';
import { toTime } from '../../rules/reply-values.ts';
import { checkSession } from '../directory/sign-on.ts';
import {
  adminUser,
  impersonateBody,
  impersonationReply,
  presentAdmin,
  presentUser,
  type User,
  user,
} from './schemas.ts';
import {
  authorOf,
  endPresentedSession,
  findPresentedSession,
  findRefreshable,
  identityFields,
  isBarred,
  logEnded,
  makeTokens,
} from './sessions.ts';

/**
 * Never extends an impersonation: after its expiry the refresh is refused and changes nothing, and the stop call still returns
 * to the administrator's session.
 */
async function refresh(context: Context): Promise<User> {
  const presented = await findRefreshable(context);
  const isChecked = presented !== null && (await checkSession(context, presented.session));
  const found = isChecked ? await findRefreshable(context) : presented;
  if (!found || (await isBarred(context, found.session))) {
    context.cookies.clear();
    throw unauthorized(messages.sessionOver);
  }
  if (found.session.impersonation?.over) throw unauthorized(messages.impersonationOver);
  const { tokens, grant } = makeTokens(context);
  await context.store.sessions.rotate(found.session.id, found.hash, grant, context.now);
  context.cookies.set(tokens);
  return presentUser(found.session.viewer);
}

const refreshCall = (path: string, userType: string) =>
  endpoint('POST', path, 'public', {
    summary: `Exchanges the refresh token of ${userType} for new tokens`,
    reply: user,
    allowsReadOnly: true,
    handle: refresh,
  });

export const sessionCalls = [
  refreshCall('/admin/auth/refresh', 'an administrator'),
  refreshCall('/server/auth/refresh', 'a client'),
  endpoint('POST', '/admin/auth/logout', 'public', {
    summary: 'Signs out an administrator or a client; succeeds without a session too',
    allowsReadOnly: true,
    handle: async (context) => {
      const session = await endPresentedSession(context);
      context.cookies.clear();
      if (session) context.log.info(identityFields(session), 'signed out');
    },
  }),
  endpoint('POST', '/admin/impersonate', 'signed-in', {
    summary: 'Starts an impersonation: the administrator’s session has the client’s permissions for 15 minutes',
    body: impersonateBody,
    reply: impersonationReply,
    handle: async ({ store, config, session, viewer, by, cookies, body, now, log }) => {
      if (session.impersonation) throw conflict(messages.impersonationNested);
      if (viewer.type !== 'admin') throw forbidden();
      if (!config.IMPERSONATION) throw forbidden(messages.impersonationOff);
      const client = existing(await store.clients.get(body.client_id, now));
      const { tokens, grant } = makeTokens({ config, now });
      const { reason = null, read_only: readOnly = false } = body;
      const started = { clientId: client.clientId, expiresAt: now + impersonationMs, reason, readOnly };
      if (!(await store.sessions.impersonate(session.id, viewer, started, grant, now, by))) {
        throw conflict(messages.impersonationNested);
      }
      cookies.set(tokens);
      log.info({ admin: viewer.username, client: client.clientId, readOnly }, 'impersonation started');
      return {
        client_id: client.clientId,
        impersonated_by: viewer.username,
        impersonated_at: toTime(now),
        expires_at: toTime(started.expiresAt),
        ...(readOnly && ({ read_only: true } as const)),
      };
    },
  }),
  // Public, because after the expiry the access token and the client's identity are invalid.
  endpoint('POST', '/admin/impersonate/stop', 'public', {
    summary: 'Stops an impersonation, also after the 15 minutes',
    reply: adminUser,
    allowsReadOnly: true,
    handle: async (context) => {
      const { store, cookies, address, now } = context;
      const session = await findPresentedSession(context);
      if (!session) throw unauthorized();
      if (session.owner.type !== 'admin') throw forbidden();
      const { tokens, grant } = makeTokens(context);
      const ended = await store.sessions.stopImpersonation(
        session.id,
        grant,
        now,
        authorOf(session, address, () => now),
      );
      if (ended) cookies.set(tokens);
      logEnded(context, ended);
      return presentAdmin(session.owner);
    },
  }),
];
