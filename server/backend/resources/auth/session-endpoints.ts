/**
 * Token refresh, sign-out, and impersonations: an administrator acts as a client for 15 minutes (docs/product/sign-in.md).
 */
import * as messages from '../../../../shared/messages.ts';
import { impersonationMs } from '../../../../shared/rules/limits.ts';
import { type AppError, conflict, forbidden, sessionOver } from '../../../platform/app-error.ts';
import { logEnded } from '../../domain/log-ended.ts';
import { onAccess } from '../../http/access.ts';
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
import { authorOf, findPresentedSession, findRefreshable, identityFields, isBarred, makeTokens } from './sessions.ts';

/**
 * Never extends an impersonation: after its expiry the refresh is refused and changes nothing, and the stop call still returns
 * to the administrator's session.
 */
async function refresh(context: Context): Promise<User> {
  const presented = await findRefreshable(context);
  const isChecked = presented !== null && (await checkSession(context, presented.session));
  const found = isChecked ? await findRefreshable(context) : presented;
  if (!found || (await isBarred(context, found.session))) throw signedOut(context);
  const { tokens, grant } = makeTokens(context);
  const viewer = await onAccess(context, [found.session.owner], async ({ sessions }) => {
    const session = await sessions.findById(found.session.id, context.now);
    if (session?.impersonation?.over) throw sessionOver(messages.impersonationOver);
    const isRotated = session && (await sessions.rotate(session.id, found.hash, grant, context.now));
    return isRotated ? session.viewer : null;
  });
  if (!viewer) throw signedOut(context);
  context.cookies.set(tokens);
  return presentUser(viewer);
}

function signedOut({ cookies }: Context): AppError {
  cookies.clear();
  return sessionOver(messages.sessionOver);
}

const refreshCall = (path: string, userType: string) =>
  endpoint('POST', path, 'public', {
    summary: `Exchanges the refresh token of ${userType} for new tokens`,
    reply: user,
    allowsReadOnly: true,
    onAccess: true,
    handle: refresh,
  });

export const sessionCalls = [
  refreshCall('/admin/auth/refresh', 'an administrator'),
  refreshCall('/server/auth/refresh', 'a client'),
  endpoint('POST', '/admin/auth/logout', 'public', {
    summary: 'Signs out an administrator or a client; succeeds without a session too',
    allowsReadOnly: true,
    onAccess: true,
    handle: async (context) => {
      const { address, now, cookies, log } = context;
      const session = await findPresentedSession(context);
      cookies.clear();
      if (!session) return;
      const by = authorOf(session, address, () => now);
      const ended = await onAccess(context, [session.owner], ({ sessions }) => sessions.end(session.id, now, by));
      logEnded(context, ended);
      log.info(identityFields(session), 'signed out');
    },
  }),
  endpoint('POST', '/admin/impersonate', 'signed-in', {
    summary: 'Starts an impersonation: the administrator’s session has the client’s permissions for 15 minutes',
    body: impersonateBody,
    reply: impersonationReply,
    onAccess: true,
    handle: async ({ viewer, body, ...context }) => {
      const { config, session, by, cookies, now, log } = context;
      if (session.impersonation) throw conflict(messages.impersonationNested);
      if (viewer.type !== 'admin') throw forbidden();
      if (!config.IMPERSONATION) throw forbidden(messages.impersonationOff);
      const { tokens, grant } = makeTokens({ config, now });
      const { client_id: clientId, reason = null, read_only: readOnly = false } = body;
      const started = { clientId, expiresAt: now + impersonationMs, reason, readOnly };
      await onAccess(context, [{ type: 'client', clientId }], async ({ clients, sessions }) => {
        existing(await clients.get(clientId, now));
        if (!(await sessions.impersonate(session.id, viewer, started, grant, now, by)))
          throw conflict(messages.impersonationNested);
      });
      cookies.set(tokens);
      log.info({ admin: viewer.username, client: clientId, readOnly }, 'impersonation started');
      return {
        client_id: clientId,
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
    onAccess: true,
    handle: async (context) => {
      const { cookies, address, now } = context;
      const session = await findPresentedSession(context);
      if (!session) throw sessionOver();
      if (session.owner.type !== 'admin') throw forbidden();
      const { tokens, grant } = makeTokens(context);
      const by = authorOf(session, address, () => now);
      const ended = await onAccess(context, [session.owner], async ({ sessions }) => {
        if ((await sessions.findById(session.id, now)) === null) throw sessionOver(messages.sessionOver);
        return sessions.stopImpersonation(session.id, grant, now, by);
      });
      if (ended) cookies.set(tokens);
      logEnded(context, ended);
      return presentAdmin(session.owner);
    },
  }),
];
