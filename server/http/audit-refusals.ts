/** Lines of the audit stream for requests that the console refuses. The embedded backend writes lines for its own refusals. */
import type { ErrorRequestHandler, Response } from 'express';
import { fullName, type Viewer } from '../../shared/roles.ts';
import { RefusedError } from '../backend-link/backend-client.ts';
import { AppError } from '../platform/app-error.ts';
import { openAuditLog } from '../platform/audit-log.ts';
import type { Config } from '../platform/settings.ts';

/** As in the journal: for an administrator who acts as a client, and for a person of a client. */
function authorOf(viewer: Viewer | null): { who: string | null; onBehalfOf: string | null } {
  if (!viewer) return { who: null, onBehalfOf: null };
  const { user, impersonation } = viewer;
  if (impersonation) return { who: impersonation.impersonatedBy, onBehalfOf: impersonation.impersonatedClientId };
  return { who: fullName(user), onBehalfOf: user.type === 'client' && user.person ? user.client_id : null };
}

const isOwnRefusal = (cause: unknown): cause is AppError =>
  cause instanceof AppError && [403, 429].includes(cause.status) && !(cause.cause instanceof RefusedError);

export function auditRefusals(config: Config): ErrorRequestHandler {
  const audit = config.API_URL === null ? openAuditLog(config) : null;
  return (cause, request, response: Response, next) => {
    if (audit && isOwnRefusal(cause)) {
      const { viewer, address, requestId, deps } = response.locals.requestContext;
      audit({
        at: deps.now(),
        ...authorOf(viewer),
        address,
        kind: 'refusal',
        request: requestId,
        method: request.method,
        path: request.originalUrl.split('?')[0] ?? '',
        status: cause.status,
        reason: cause.userMessage,
      });
    }
    next(cause);
  };
}
