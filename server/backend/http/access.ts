/** Transactions of calls that change access, or that issue something that access depends on. */
import * as messages from '../../../shared/messages.ts';
import { sessionOver } from '../../platform/app-error.ts';
import { accountOf } from '../rules/account.ts';
import type { Subject } from '../store/access.ts';
import type { Session } from '../store/session-tokens.ts';
import type { Resources, Store } from '../store/store.ts';
import { type Context, refuseReadOnly, requireAccess } from './endpoint.ts';

/** Runs the work in a transaction. Transactions on the access of the same subjects take turns. */
export const inTurn = <T>(
  store: Pick<Store, 'transaction'>,
  subjects: readonly Subject[],
  work: (resources: Resources) => Promise<T>,
): Promise<T> =>
  store.transaction(async (resources) => {
    await resources.access.lock(subjects);
    return work(resources);
  });

/** Returns the current session. Throws a 401 if, since the call began, it has ended or now acts for somebody else. */
export async function presentSession({ sessions }: Resources, known: Session, now: number): Promise<Session> {
  const session = await sessions.findById(known.id, now);
  if (!session || accountOf(session.viewer) !== accountOf(known.viewer)) throw sessionOver(messages.sessionOver);
  return session;
}

/**
 * Runs the work of a call in a transaction that takes turns with the others on the access of the session and of the subjects,
 * while the session still allows the call. A public call must do its own checks.
 */
export function onAccess<T>(
  { store, session, call, now }: Pick<Context, 'store' | 'session' | 'call' | 'now'>,
  subjects: readonly Subject[],
  work: (resources: Resources) => Promise<T>,
): Promise<T> {
  if (!call?.onAccess) throw new Error('The call lacks the flag onAccess');
  const own = session ? [session.owner, session.viewer] : [];
  return inTurn(store, [...own, ...subjects], async (resources) => {
    if (session && call.access !== 'public') {
      const present = await presentSession(resources, session, now);
      refuseReadOnly(call, present);
      requireAccess(call.access, present);
    }
    return work(resources);
  });
}
