/**
 * Sessions and their tokens: issues, exchanges and revokes tokens, and finds a token's session. Tokens are passed as 32-byte
 * hashes; times are milliseconds.
 */
import type { KeyScope } from '../../../shared/api/keys.ts';
import { dayMs } from '../../../shared/durations.ts';
import type { ClientRole } from '../../../shared/roles.ts';
import {
  adminIdentity,
  type ClientIdentity,
  type Identity,
  type ImpersonationEnding,
  type Owner,
} from '../rules/account.ts';
import type { Db } from './port.ts';

export type Impersonation = {
  clientId: string;
  startedAt: number;
  expiresAt: number;
  /** The administrator may only read: the API refuses every change. */
  readOnly: boolean;
  /** Expired, or the client was deleted: only stopping and signing out are allowed. */
  over: boolean;
};

/**
 * `owner` signed in; `viewer` is the effective identity. They differ only during an impersonation. `key`: set when the request
 * has an API key instead of a session; `id` is then 0.
 */
export type Session = {
  id: number;
  owner: Identity;
  viewer: Identity;
  impersonation: Impersonation | null;
  key?: { id: number; scopes: readonly KeyScope[] };
};

export type TokenGrant = {
  accessHash: Uint8Array;
  accessExpiresAt: number;
  refreshHash: Uint8Array;
  refreshExpiresAt: number;
};

/** `reused`: the token was exchanged longer ago than the grace time. */
export type RefreshToken = { session: Session; state: 'current' | 'reused' };

/** `reason` is the administrator's own text, or null. */
export type ImpersonationStart = { clientId: string; expiresAt: number; reason: string | null; readOnly: boolean };

/** The audit entry of an impersonation that has just ended. */
export type EndedImpersonation = { adminId: number; username: string; clientId: string; ending: ImpersonationEnding };

/**
 * A directory is not asked about keys and Atom links. They work for this time after the directory last confirmed the account.
 */
export const confirmedMs = 7 * dayMs;

/** Columns of `selectOwner`. */
export type OwnerRecord = {
  adminId: number | null;
  username: string | null;
  observer: boolean | null;
  clientId: string | null;
  personId: number | null;
  login: string | null;
  name: string | null;
  role: ClientRole | null;
  mayExport: boolean | null;
};

type SessionRecord = OwnerRecord & {
  id: number;
  usedAt: number;
  replacedAt: number | null;
  impersonated: string | null;
  startedAt: number | null;
  expiresAt: number | null;
  readOnly: boolean | null;
  endedAt: number | null;
};

/** The session of a token. `replacedAt` is when a refresh token was exchanged. */
type FoundSession = { session: Session; usedAt: number; replacedAt: number | null };

function clientIdentity({ clientId, personId, login, name, role, mayExport }: OwnerRecord): ClientIdentity {
  const person = personId !== null && {
    personId,
    login: login ?? '',
    name: name ?? '',
    role: role ?? 'reader',
    mayExport: mayExport === true,
  };
  return { type: 'client', clientId: clientId ?? '', ...(person && { person }) };
}

export const ownerOf = (record: OwnerRecord): Identity =>
  record.adminId === null
    ? clientIdentity(record)
    : adminIdentity({ id: record.adminId, username: record.username ?? '', observer: record.observer === true });

/** SQL on sessions and keys: they belong to the owner. A client's own account does not include its people. */
export function ownedBy(owner: Owner): [condition: string, id: number | string] {
  if (owner.type === 'admin') return ['admin_id = $1', owner.adminId];
  return owner.person
    ? ['person_id = $1', owner.person.personId]
    : ['client_id = $1 AND person_id IS NULL', owner.clientId];
}

export function ownerColumns(owner: Owner) {
  if (owner.type === 'admin') return { adminId: owner.adminId, clientId: null, personId: null };
  return { adminId: null, clientId: owner.clientId, personId: owner.person?.personId ?? null };
}

function toSession(record: SessionRecord, now: number): Session {
  const { id, impersonated, startedAt, expiresAt, endedAt } = record;
  const owner = ownerOf(record);
  if (impersonated === null || startedAt === null || expiresAt === null) {
    return { id, owner, viewer: owner, impersonation: null };
  }
  const over = endedAt !== null || expiresAt <= now;
  return {
    id,
    owner,
    viewer: { type: 'client', clientId: impersonated },
    impersonation: { clientId: impersonated, startedAt, expiresAt, readOnly: record.readOnly === true, over },
  };
}

/** `pending`: a token for a sign-in that awaits its second step; it allows no other call. */
type Kind = 'access' | 'refresh' | 'pending';

/** SQL: the columns of the owner, and the joins to `s`, the sessions or keys. */
export const selectOwner = (source: string): string =>
  `s.admin_id, a.username, a.observer, s.client_id, s.person_id, p.login, p.name, p.role, p.may_export
  FROM ${source} s
  LEFT JOIN administrators a ON a.admin_id = s.admin_id
  LEFT JOIN people p ON p.person_id = s.person_id`;

const sessionColumns = `s.session_id AS id, s.used_at,
  i.client_id AS impersonated, i.started_at, i.expires_at, i.read_only, i.ended_at, ${selectOwner('sessions')}
  LEFT JOIN impersonations i ON i.impersonation_id = s.impersonation_id`;
const isOpen = `s.ends_at > $1
  AND (s.person_id IS NULL OR NOT p.disabled) AND (s.admin_id IS NULL OR NOT a.disabled)`;

const sessionByToken = `
  SELECT t.replaced_at, ${sessionColumns} JOIN session_tokens t ON t.session_id = s.session_id
  WHERE ${isOpen} AND t.expires_at > $1 AND t.hash = $2 AND t.kind = $3`;

/** Null when the session has ended. */
export async function findById(db: Db, sessionId: number, now: number): Promise<Session | null> {
  const sql = `SELECT NULL AS replaced_at, ${sessionColumns} WHERE ${isOpen} AND s.session_id = $2`;
  const record = await db.row<SessionRecord>(sql, now, sessionId);
  return record && toSession(record, now);
}

export async function findToken(db: Db, hash: Uint8Array, kind: Kind, now: number): Promise<FoundSession | null> {
  const record = await db.row<SessionRecord>(sessionByToken, now, hash, kind);
  return record && { session: toSession(record, now), usedAt: record.usedAt, replacedAt: record.replacedAt };
}

/** Serialises changes of a session. Returns null if it has ended. */
export const lockSession = (db: Db, sessionId: number) =>
  db.row(`SELECT 1 FROM sessions WHERE session_id = $1 ${db.dialect.locking('UPDATE')}`, sessionId);

export async function grantTokens(db: Db, sessionId: number, tokens: TokenGrant): Promise<void> {
  const endsAt = await db.value<number>('SELECT ends_at FROM sessions WHERE session_id = $1', sessionId);
  if (endsAt === null) return;
  const sql = 'INSERT INTO session_tokens (hash, session_id, kind, expires_at) VALUES ($1, $2, $3, $4)';
  await db.run(sql, tokens.accessHash, sessionId, 'access', Math.min(tokens.accessExpiresAt, endsAt));
  await db.run(sql, tokens.refreshHash, sessionId, 'refresh', Math.min(tokens.refreshExpiresAt, endsAt));
}

/**
 * Adds a pair of tokens, which expire with the session at the latest, and marks the used refresh token as exchanged. Returns
 * false if the session has ended.
 */
export async function rotate(
  db: Db,
  sessionId: number,
  usedRefreshHash: Uint8Array,
  tokens: TokenGrant,
  now: number,
): Promise<boolean> {
  if ((await lockSession(db, sessionId)) === null) return false;
  const sql = 'UPDATE session_tokens SET replaced_at = $1 WHERE hash = $2 AND replaced_at IS NULL';
  await db.run(sql, now, usedRefreshHash);
  await grantTokens(db, sessionId, tokens);
  return true;
}

/** Called when a session's viewer changes: earlier access tokens must not work for the new identity. */
export async function replaceTokens(db: Db, sessionId: number, tokens: TokenGrant, now: number): Promise<void> {
  await db.run("DELETE FROM session_tokens WHERE session_id = $1 AND kind = 'access'", sessionId);
  await db.run(
    "UPDATE session_tokens SET replaced_at = $1 WHERE session_id = $2 AND kind = 'refresh' AND replaced_at IS NULL",
    now,
    sessionId,
  );
  await grantTokens(db, sessionId, tokens);
}
