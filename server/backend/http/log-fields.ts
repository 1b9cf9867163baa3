/** Log fields of a request: its ID and its identities. */
import { randomUUID } from 'node:crypto';
import type { Identity, Session } from '../store/sessions-store.ts';

const wellFormedId = /^[\w.-]{1,64}$/;

/** The console's request id, or a new one when it is missing or could forge log lines. */
export const requestId = (header: string | undefined): string =>
  header !== undefined && wellFormedId.test(header) ? header : randomUUID();

export const nameOf = (identity: Identity): string =>
  identity.type === 'admin' ? identity.username : identity.clientId;

/** `real` is the signed-in user, `effective` the user whose permissions apply. They differ during an impersonation. */
export function identityFields(session: Session | null): { real?: string; effective?: string } {
  return session ? { real: nameOf(session.owner), effective: nameOf(session.viewer) } : {};
}
