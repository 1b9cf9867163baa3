/** Sessions, their tokens and the audit of impersonations. Tokens come as hashes of 32 bytes; times are milliseconds. */

export type AdminIdentity = { type: 'admin'; adminId: number; username: string };
export type ClientIdentity = { type: 'client'; clientId: string };
export type Identity = AdminIdentity | ClientIdentity;

export type Impersonation = {
  clientId: string;
  startedAt: number;
  expiresAt: number;
  /** The time is up (or the client is gone): nothing but stopping it or signing out is allowed. */
  over: boolean;
};

/** `viewer` is the effective identity; `owner` is who signed in. They differ only while impersonating. */
export type Session = { id: number; owner: Identity; viewer: Identity; impersonation: Impersonation | null };

export type TokenGrant = {
  accessHash: Uint8Array;
  accessExpiresAt: number;
  refreshHash: Uint8Array;
  refreshExpiresAt: number;
};

/** `reused`: the token was exchanged for another one longer ago than the grace time. */
export type RefreshToken = { session: Session; state: 'current' | 'reused' };

export type ImpersonationEnding = 'stopped' | 'expired' | 'signed-out';

/** A line of the audit that has just been closed. */
export type EndedImpersonation = { adminId: number; username: string; clientId: string; ending: ImpersonationEnding };

export interface SessionsStore {
  create(owner: Identity, endsAt: number, tokens: TokenGrant, now: number): Promise<number>;
  /** Notes the use of the session, which `connected` of a client rests on. */
  findByAccess(hash: Uint8Array, now: number): Promise<Session | null>;
  /** `graceMs`: how long an exchanged token is still taken. */
  findByRefresh(hash: Uint8Array, graceMs: number, now: number): Promise<RefreshToken | null>;
  /** Adds a pair of tokens, within the session's life; the given refresh token counts as exchanged from now on. */
  rotate(sessionId: number, usedRefreshHash: Uint8Array, tokens: TokenGrant, now: number): Promise<void>;
  /** Ends the session and, as signed out, its impersonation. */
  end(sessionId: number, now: number): Promise<EndedImpersonation | null>;
  /** Ends the sessions of a person, save one. */
  endOf(owner: Identity, exceptId: number | null, now: number): Promise<void>;
  /** The session acts as the client from now on; access tokens of before are dead. False: it acts as one already. */
  impersonate(
    sessionId: number,
    admin: AdminIdentity,
    target: { clientId: string; expiresAt: number },
    tokens: TokenGrant,
    now: number,
  ): Promise<boolean>;
  /** The session becomes its owner's again; access tokens of before are dead. Null: there was nothing to stop. */
  stopImpersonation(sessionId: number, tokens: TokenGrant, now: number): Promise<EndedImpersonation | null>;
  /** Closes the audit of impersonations whose time is up and removes what has expired. */
  sweep(now: number): Promise<EndedImpersonation[]>;
}
