/** The open entry of the impersonation audit, as both engines read and close it. */
import type { EndedImpersonation, ImpersonationEnding } from './sessions-store.ts';

/** `ending` is set when the entry was closed while the session still refers to it. */
export type OpenImpersonation = Omit<EndedImpersonation, 'ending'> & {
  id: number;
  expiresAt: number;
  ending: ImpersonationEnding | null;
};

/** An impersonation that had already expired is closed as `expired`, regardless of `ending`. */
export const endOf = (open: OpenImpersonation, ending: ImpersonationEnding, now: number): EndedImpersonation => ({
  adminId: open.adminId,
  username: open.username,
  clientId: open.clientId,
  ending: open.ending ?? (open.expiresAt <= now ? 'expired' : ending),
});
