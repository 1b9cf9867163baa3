/** Reads and writes sessions. See session-tokens.ts and impersonation-audit.ts for their tokens and impersonations. */
import type { AdminIdentity, Identity } from '../rules/account.ts';
import { accountEvent } from '../rules/journal/events.ts';
import { beginImpersonation, finishImpersonation, finishOverdue } from './impersonation-audit.ts';
import { type Author, recordChange } from './journal.ts';
import { createMethods, type Db } from './port.ts';
import {
  type EndedImpersonation,
  findToken,
  grantTokens,
  type ImpersonationStart,
  type RefreshToken,
  replaceTokens,
  rotate,
  type Session,
  type TokenGrant,
} from './session-tokens.ts';

/** The minimum time between two updates of a session's last use. */
const sessionUseIntervalMs = 30_000;

/** Only one transaction at a time changes a session. */
const lockSession = (db: Db, sessionId: number) =>
  db.run('SELECT 1 FROM sessions WHERE session_id = $1 FOR UPDATE', sessionId);

/** Ends the session and its impersonation (`signed-out`). `why`: a reason for the journal (`JournalEvent`). */
async function end(
  db: Db,
  sessionId: number,
  now: number,
  by: Author | null = null,
  why = '',
): Promise<EndedImpersonation | null> {
  await lockSession(db, sessionId);
  const ended = await finishImpersonation(db, sessionId, 'signed-out', now, by);
  const removed = await db.run('DELETE FROM sessions WHERE session_id = $1', sessionId);
  if (removed === 1) await recordChange(db, by, 'sign-out', { of: 'reason', reason: why });
  return ended;
}

async function endAll(db: Db, sessions: readonly { id: number }[], now: number): Promise<void> {
  for (const { id } of sessions) await end(db, id, now);
}

async function create(
  db: Db,
  owner: Identity,
  endsAt: number,
  tokens: TokenGrant,
  now: number,
  by: Author | null = null,
): Promise<number> {
  const adminId = owner.type === 'admin' ? owner.adminId : null;
  const clientId = owner.type === 'client' ? owner.clientId : null;
  const session = await db.row<{ id: number }>(
    `INSERT INTO sessions (admin_id, client_id, created_at, used_at, ends_at) VALUES ($1, $2, $3, $3, $4)
     RETURNING session_id AS id`,
    ...[adminId, clientId, now, endsAt],
  );
  const id = session?.id ?? 0;
  await grantTokens(db, id, tokens);
  await db.run('UPDATE clients SET signed_in_at = $1 WHERE client_id = $2', now, clientId);
  await recordChange(db, by, 'sign-in', accountEvent(owner));
  return id;
}

/** Also records the session's last use, from which a client's `connected` is derived. */
async function findByAccess(db: Db, hash: Uint8Array, now: number): Promise<Session | null> {
  const found = await findToken(db, hash, 'access', now);
  if (!found) return null;
  const { session, usedAt } = found;
  if (usedAt <= now - sessionUseIntervalMs) {
    await db.run('UPDATE sessions SET used_at = $1 WHERE session_id = $2', now, session.id);
  }
  return session;
}

/** An exchanged token is accepted for another `graceMs`. */
async function findByRefresh(db: Db, hash: Uint8Array, graceMs: number, now: number): Promise<RefreshToken | null> {
  const found = await findToken(db, hash, 'refresh', now);
  if (!found) return null;
  const reused = found.replacedAt !== null && found.replacedAt + graceMs <= now;
  return { session: found.session, state: reused ? 'reused' : 'current' };
}

/** Ends the sessions of a user except `exceptId`. Only endings of impersonations are recorded. */
async function endOf(db: Db, owner: Identity, exceptId: number | null, now: number): Promise<void> {
  const [column, id] = owner.type === 'admin' ? ['admin_id', owner.adminId] : ['client_id', owner.clientId];
  const sql = `SELECT session_id AS id FROM sessions WHERE ${column} = $1 ORDER BY id FOR UPDATE`;
  const sessions = await db.rows<{ id: number }>(sql, id);
  await endAll(
    db,
    sessions.filter((session) => session.id !== exceptId),
    now,
  );
}

/** Switches the session to the client and revokes its access tokens. False: the session impersonates a client already. */
async function impersonate(
  db: Db,
  sessionId: number,
  admin: AdminIdentity,
  start: ImpersonationStart,
  tokens: TokenGrant,
  now: number,
  by: Author | null = null,
): Promise<boolean> {
  await lockSession(db, sessionId);
  const started = await beginImpersonation(db, sessionId, admin, start, now, by);
  if (started) await replaceTokens(db, sessionId, tokens, now);
  return started;
}

/** Switches the session back to its owner and revokes its access tokens. Null: there was no impersonation. */
async function stopImpersonation(
  db: Db,
  sessionId: number,
  tokens: TokenGrant,
  now: number,
  by: Author | null = null,
): Promise<EndedImpersonation | null> {
  await lockSession(db, sessionId);
  const ended = await finishImpersonation(db, sessionId, 'stopped', now, by);
  if (ended) await replaceTokens(db, sessionId, tokens, now);
  return ended;
}

/** Closes the audit entries of expired impersonations, and deletes expired sessions and tokens. */
async function sweep(db: Db, now: number): Promise<EndedImpersonation[]> {
  const overdue = await finishOverdue(db, now);
  const expired = 'SELECT session_id AS id FROM sessions WHERE ends_at <= $1 ORDER BY id FOR UPDATE SKIP LOCKED';
  await endAll(db, await db.rows<{ id: number }>(expired, now), now);
  await db.run('DELETE FROM session_tokens WHERE expires_at <= $1', now);
  return overdue;
}

export const createSessionsStore = (db: Db) =>
  createMethods(
    db,
    { findByAccess, findByRefresh },
    { create, rotate, end, endOf, impersonate, stopImpersonation, sweep },
  );
