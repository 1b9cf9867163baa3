/** Rules of impersonation: an administrator acts as a client (docs/product.md, section 4). */

import type { AuthUser, ImpersonationState } from '../roles.ts';

/** The page warns this long before the end (docs/product.md, section 9). */
export const impersonationWarningMs = 60 * 1000;

/** Returns the milliseconds until the impersonation ends, never negative. An invalid end time returns 0. */
export function impersonationTimeLeft(state: ImpersonationState, now: number): number {
  const end = Date.parse(state.expiresAt);
  return Number.isNaN(end) ? 0 : Math.max(0, end - now);
}

/** Returns the stored state if it is still valid for the user: not expired, and of the same client. */
export function restoreImpersonation(user: AuthUser | null, state: ImpersonationState | null, now: number) {
  if (!user || !state || user.type === 'admin') return null;
  if (state.impersonatedClientId !== user.client_id) return null;
  return impersonationTimeLeft(state, now) > 0 ? state : null;
}

/** Formats the time as `MM:SS`. It is rounded up: 00:00 means that the time is over. */
export function formatTimeLeft(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  return [Math.floor(seconds / 60), seconds % 60].map((part) => String(part).padStart(2, '0')).join(':');
}
