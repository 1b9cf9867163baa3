/** Transactions of calls that decide about access, or that give something whose revocation ends it. */
import * as messages from '../../../shared/messages.ts';
import { unauthorized } from '../../platform/app-error.ts';
import { accountOf } from '../rules/account.ts';
import type { Subject } from '../store/access.ts';
import type { Session } from '../store/session-tokens.ts';
import type { Resources, Store } from '../store/store.ts';
import { type Context, type Endpoint, refuseReadOnly, requireAccess } from './endpoint.ts';

/** Runs the work in a transaction that takes turns with the others on the access of the subjects. */
export const inTurn = <T>(
  store: Pick<Store, 'transaction'>,
  subjects: readonly Subject[],
  work: (resources: Resources) => Promise<T>,
): Promise<T> =>
  store.transaction(async (resources) => {
    await resources.access.lock(subjects);
    return work(resources);
  });

/** Throws a 401 when the session has ended or acts for somebody else since the call began, a 403 when its rights have changed. */
async function requireStill(resources: Resources, session: Session, call: Endpoint, now: number): Promise<void> {
  const present = await resources.sessions.findById(session.id, now);
  if (!present || accountOf(present.viewer) !== accountOf(session.viewer)) throw unauthorized(messages.sessionOver);
  refuseReadOnly(call, present);
  requireAccess(call.access, present);
}

/**
 * Runs the work of a call in a transaction that takes turns with the others on the access of the session and of the subjects,
 * while the session still allows the call. A public call checks itself what it needs.
 */
export function onAccess<T>(
  { store, session, call, now }: Pick<Context, 'store' | 'session' | 'call' | 'now'>,
  subjects: readonly Subject[],
  work: (resources: Resources) => Promise<T>,
): Promise<T> {
  if (!call?.onAccess) throw new Error('The call lacks the flag onAccess');
  const own = session ? [session.owner, session.viewer] : [];
  return inTurn(store, [...own, ...subjects], async (resources) => {
    if (session && call.access !== 'public') await requireStill(resources, session, call, now);
    return work(resources);
  });
}
