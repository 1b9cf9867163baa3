/** Sessions, their tokens and the impersonation audit. Tokens are passed as 32-byte hashes; times are milliseconds. */
import type { Identity, ImpersonationEnding } from '../rules/account.ts';

export type Impersonation = {
  clientId: string;
  startedAt: number;
  expiresAt: number;
  /** The administrator only looks: the API refuses every change. */
  readOnly: boolean;
  /** Expired, or the client was deleted: only stopping and signing out are allowed. */
  over: boolean;
};

/** `owner` signed in; `viewer` is the effective identity. They differ only during an impersonation. */
export type Session = { id: number; owner: Identity; viewer: Identity; impersonation: Impersonation | null };

export type TokenGrant = {
  accessHash: Uint8Array;
  accessExpiresAt: number;
  refreshHash: Uint8Array;
  refreshExpiresAt: number;
};

/** `reused`: the token was exchanged before the grace time. */
export type RefreshToken = { session: Session; state: 'current' | 'reused' };

/** `reason` is the administrator's own text, or null. */
export type ImpersonationStart = { clientId: string; expiresAt: number; reason: string | null; readOnly: boolean };

/** An audit entry that has just been closed. */
export type EndedImpersonation = { adminId: number; username: string; clientId: string; ending: ImpersonationEnding };
