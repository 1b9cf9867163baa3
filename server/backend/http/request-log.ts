/** One line of log a request: who asked for what, how it ended, how long it took; both identities while impersonating. */
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Identity, Session } from '../store/sessions-store.ts';

const wellFormedId = /^[\w.-]{1,64}$/;

/** The console's request id, or a new one when it is missing or could forge log lines. */
export const requestId = (header: string | undefined): string =>
  header !== undefined && wellFormedId.test(header) ? header : randomUUID();

export const nameOf = (identity: Identity): string =>
  identity.type === 'admin' ? identity.username : identity.clientId;

/** `user` is the effective identity, `actingAdmin` the real one behind it. */
export function identityFields(session: Session | null): { user?: string; userType?: string; actingAdmin?: string } {
  if (!session) return {};
  return {
    user: nameOf(session.viewer),
    userType: session.viewer.type,
    ...(session.impersonation ? { actingAdmin: nameOf(session.owner) } : {}),
  };
}

/** The console logs these too: here they would only bury the changes and refusals. */
const isPlainRead = ({ method, status }: { method: string; status: number }): boolean =>
  method === 'GET' && status < 400;

export function logRequest(
  log: Logger,
  request: { method: string; path: string; status: number; milliseconds: number; session: Session | null },
): void {
  const { session, milliseconds, ...fields } = request;
  const level = request.status >= 500 ? 'error' : isPlainRead(request) ? 'debug' : 'info';
  log[level]({ ...fields, ms: Math.round(milliseconds), ...identityFields(session) }, 'request');
}
