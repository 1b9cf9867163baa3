/** Rules of impersonation: an administrator acts as a client (docs/product/sign-in.md). */

import type { AuthUser, ImpersonationState } from '../roles.ts';

/** Returns the milliseconds until the impersonation ends, never negative. An invalid end time returns 0. */
export function impersonationTimeLeft(state: ImpersonationState, now: number): number {
  const end = Date.parse(state.expiresAt);
  return Number.isNaN(end) ? 0 : Math.max(0, end - now);
}

/** Returns the stored state if it has not expired and belongs to the client, otherwise null. */
export function restoreImpersonation(user: AuthUser | null, state: ImpersonationState | null, now: number) {
  if (!user || !state || user.type === 'admin') return null;
  if (state.impersonatedClientId !== user.client_id) return null;
  return impersonationTimeLeft(state, now) > 0 ? state : null;
}
