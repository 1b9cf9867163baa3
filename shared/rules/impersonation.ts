/** The rules by which an administrator acts as a client (docs/product.md, section 4). */
import type { AuthUser, ImpersonationState } from '../roles.ts';

/** Milliseconds until the impersonation ends, never negative; an unreadable time counts as over. */
export function impersonationTimeLeft(state: ImpersonationState, now: number): number {
  const end = Date.parse(state.expiresAt);
  return Number.isNaN(end) ? 0 : Math.max(0, end - now);
}

/** What of a stored state may be kept: an expired one is discarded, and an administrator's leftover one is cleared. */
export function restoreImpersonation(
  user: AuthUser | null,
  state: ImpersonationState | null,
  now: number,
): ImpersonationState | null {
  if (!user || !state || user.type === 'admin') return null;
  if (state.impersonatedClientId !== user.client_id) return null;
  return impersonationTimeLeft(state, now) > 0 ? state : null;
}

/** `MM:SS`, rounded up so that the last second shown is 00:01. */
export function formatTimeLeft(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  const pad = (part: number) => String(part).padStart(2, '0');
  return `${pad(Math.floor(seconds / 60))}:${pad(seconds % 60)}`;
}
