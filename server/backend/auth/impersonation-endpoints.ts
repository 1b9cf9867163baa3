/** Starts and stops impersonations: an administrator acts as a client for 15 minutes (docs/product.md, section 4). */
import * as messages from '../../../shared/messages.ts';
import { impersonationMs } from '../../../shared/rules/limits.ts';
import { conflict, forbidden, unauthorized, unknownId } from '../../platform/app-error.ts';
import { endpoint } from '../http/endpoint.ts';
import { toTime } from '../rules/reply-values.ts';
import { adminUser, impersonateBody, impersonationReply } from './schemas.ts';
import { authorOf, findPresentedSession, logEnded, makeTokens } from './sessions.ts';

export const impersonationCalls = [
  endpoint({
    method: 'POST',
    path: '/admin/impersonate',
    access: 'signed-in',
    summary: 'Starts an impersonation: the administrator’s session has the client’s permissions for 15 minutes',
    body: impersonateBody,
    reply: impersonationReply,
    handle: async ({ store, config, session, viewer, by, cookies, body, now, log }) => {
      if (session?.impersonation) throw conflict(messages.impersonationNested);
      if (!session || viewer.type !== 'admin') throw forbidden();
      if (!config.IMPERSONATION) throw forbidden(messages.impersonationOff);
      const client = await store.clients.get(body.client_id, now);
      if (!client) throw unknownId();
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
  endpoint({
    method: 'POST',
    path: '/admin/impersonate/stop',
    // Public, because after the expiry the access token and the client's identity are invalid.
    access: 'public',
    summary: 'Stops an impersonation, also after the 15 minutes',
    reply: adminUser,
    allowsReadOnly: true,
    handle: async (context) => {
      const { store, cookies, address, now } = context;
      const session = await findPresentedSession(context);
      if (!session) throw unauthorized();
      if (session.owner.type !== 'admin') throw forbidden();
      const { tokens, grant } = makeTokens(context);
      const ended = await store.sessions.stopImpersonation(session.id, grant, now, authorOf(session, address, now));
      if (ended) cookies.set(tokens);
      logEnded(context, ended);
      return { admin_id: session.owner.adminId, username: session.owner.username };
    },
  }),
];
