/**
 * Records the requests of an account, from which its visits are derived. An administrator who acts as a client does not visit
 * in the client's name.
 */
import type { Context } from '../http/endpoint.ts';
import { accountOf } from '../store/account.ts';
import type { Identity } from '../store/sessions-store.ts';

/** A fault is logged and delays nobody: a visit is not worth a failed request. */
const logFault =
  ({ log }: Context) =>
  (err: unknown) =>
    log.error({ err }, 'visit not recorded');

export async function recordRequest(context: Context): Promise<void> {
  const { session, store, now } = context;
  if (!session || session.impersonation) return;
  await store.visits.touch(accountOf(session.viewer), now).catch(logFault(context));
}

export async function recordSignIn(context: Context, person: Identity): Promise<void> {
  await context.store.visits.begin(accountOf(person), context.now).catch(logFault(context));
}
