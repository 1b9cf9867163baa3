/** Sessions, their tokens and the impersonation audit. Tokens are passed as 32-byte hashes; times are milliseconds. */
import type { AdminIdentity, Identity, ImpersonationEnding } from '../rules/account.ts';
import type { Author } from './journal.ts';

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

export interface SessionsStore {
  create(owner: Identity, endsAt: number, tokens: TokenGrant, now: number, by?: Author | null): Promise<number>;
  /** Also records the session's last use, from which a client's `connected` is derived. */
  findByAccess(hash: Uint8Array, now: number): Promise<Session | null>;
  /** An exchanged token is accepted for another `graceMs`. */
  findByRefresh(hash: Uint8Array, graceMs: number, now: number): Promise<RefreshToken | null>;
  /** Adds a pair of tokens, which expire with the session at the latest, and marks the used refresh token as exchanged. */
  rotate(sessionId: number, usedRefreshHash: Uint8Array, tokens: TokenGrant, now: number): Promise<void>;
  /** Ends the session and its impersonation (`signed-out`). `why`: a reason for the journal (`JournalEvent`). */
  end(sessionId: number, now: number, by?: Author | null, why?: string): Promise<EndedImpersonation | null>;
  /** Ends the sessions of a user except `exceptId`. Only endings of impersonations are recorded. */
  endOf(owner: Identity, exceptId: number | null, now: number): Promise<void>;
  /** Switches the session to the client and revokes its access tokens. False: the session impersonates a client already. */
  impersonate(
    sessionId: number,
    admin: AdminIdentity,
    start: ImpersonationStart,
    tokens: TokenGrant,
    now: number,
    by?: Author | null,
  ): Promise<boolean>;
  /** Switches the session back to its owner and revokes its access tokens. Null: there was no impersonation. */
  stopImpersonation(
    sessionId: number,
    tokens: TokenGrant,
    now: number,
    by?: Author | null,
  ): Promise<EndedImpersonation | null>;
  /** Closes the audit entries of expired impersonations, and deletes expired sessions and tokens. */
  sweep(now: number): Promise<EndedImpersonation[]>;
}
