/** Sessions, their tokens and the impersonation audit. Tokens are passed as 32-byte hashes; times are milliseconds. */

export type AdminIdentity = { type: 'admin'; adminId: number; username: string };
export type ClientIdentity = { type: 'client'; clientId: string };
export type Identity = AdminIdentity | ClientIdentity;

export type Impersonation = {
  clientId: string;
  startedAt: number;
  expiresAt: number;
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

export type ImpersonationEnding = 'stopped' | 'expired' | 'signed-out';

/** An audit entry that has just been closed. */
export type EndedImpersonation = { adminId: number; username: string; clientId: string; ending: ImpersonationEnding };

export interface SessionsStore {
  create(owner: Identity, endsAt: number, tokens: TokenGrant, now: number): Promise<number>;
  /** Also records the session's last use, from which a client's `connected` is derived. */
  findByAccess(hash: Uint8Array, now: number): Promise<Session | null>;
  /** An exchanged token is accepted for another `graceMs`. */
  findByRefresh(hash: Uint8Array, graceMs: number, now: number): Promise<RefreshToken | null>;
  /** Adds a pair of tokens, which expire with the session at the latest, and marks the used refresh token as exchanged. */
  rotate(sessionId: number, usedRefreshHash: Uint8Array, tokens: TokenGrant, now: number): Promise<void>;
  /** Ends the session and its impersonation (`signed-out`). */
  end(sessionId: number, now: number): Promise<EndedImpersonation | null>;
  /** Ends the sessions of a user except `exceptId`. */
  endOf(owner: Identity, exceptId: number | null, now: number): Promise<void>;
  /** Switches the session to the client and revokes its access tokens. False: the session impersonates a client already. */
  impersonate(
    sessionId: number,
    admin: AdminIdentity,
    target: { clientId: string; expiresAt: number },
    tokens: TokenGrant,
    now: number,
  ): Promise<boolean>;
  /** Switches the session back to its owner and revokes its access tokens. Null: there was no impersonation. */
  stopImpersonation(sessionId: number, tokens: TokenGrant, now: number): Promise<EndedImpersonation | null>;
  /** Closes the audit entries of expired impersonations, and deletes expired sessions and tokens. */
  sweep(now: number): Promise<EndedImpersonation[]>;
}
