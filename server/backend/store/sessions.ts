/**
 * Reads and writes sessions; session-tokens.ts has their tokens. An impersonation is an audit entry: administrator, client,
 * mode, times and ending. Its session refers to it until it is stopped.
 */
import type { AdminIdentity, ClientIdentity, Identity, ImpersonationEnding, Owner } from '../rules/account.ts';
import { accountEvent } from '../rules/journal/events.ts';
import { type By, recordChange } from './journal.ts';
import { createMethods, type Db, insertRow } from './port.ts';
import {
  type EndedImpersonation,
  findById,
  findToken,
  grantTokens,
  type ImpersonationStart,
  lockSession,
  ownedBy,
  ownerColumns,
  type RefreshToken,
  replaceTokens,
  rotate,
  type Session,
  type TokenGrant,
} from './session-tokens.ts';

/** The minimum time between two updates of a session's last use. */
const sessionUseIntervalMs = 30_000;

const recordEnd = (db: Db, { username, clientId, ending }: EndedImpersonation, address: string, at: number) =>
  recordChange(db, { who: username, onBehalfOf: clientId, address, at }, 'impersonation-ended', {
    of: 'ending',
    ending,
  });

const endedColumns = 'admin_id, username, client_id, ending';
const ofSession = 'impersonation_id = (SELECT impersonation_id FROM sessions WHERE session_id = $1)';

const attach = (db: Db, sessionId: number, impersonationId: number | null) =>
  db.run('UPDATE sessions SET impersonation_id = $1 WHERE session_id = $2', impersonationId, sessionId);

/** An impersonation that had already expired is closed as `expired`, regardless of `ending`. */
async function finishImpersonation(db: Db, sessionId: number, ending: ImpersonationEnding, now: number, by: By) {
  const closed = await db.row<EndedImpersonation>(
    `UPDATE impersonations SET ended_at = CASE WHEN expires_at < $2 THEN expires_at ELSE CAST($2 AS bigint) END,
       ending = CASE WHEN expires_at <= $2 THEN 'expired' ELSE CAST($3 AS text) END
     WHERE ${ofSession} AND ended_at IS NULL RETURNING ${endedColumns}`,
    sessionId,
    now,
    ending,
  );
  if (closed) await recordEnd(db, closed, by?.address ?? '', now);
  const sql = `SELECT ${endedColumns} FROM impersonations WHERE ${ofSession}`;
  const ended = closed ?? (await db.row<EndedImpersonation>(sql, sessionId));
  if (ended) await attach(db, sessionId, null);
  return ended;
}

/** Ends the session and its impersonation (`signed-out`). `why`: a reason for the journal (`JournalEvent`). */
async function end(db: Db, sessionId: number, now: number, by: By = null, why = '') {
  await lockSession(db, sessionId);
  const ended = await finishImpersonation(db, sessionId, 'signed-out', now, by);
  const removed = await db.run('DELETE FROM sessions WHERE session_id = $1', sessionId);
  if (removed === 1) await recordChange(db, by, 'sign-out', { of: 'reason', reason: why });
  return ended;
}

type Times = { createdAt: number; usedAt: number; endsAt: number };

const add = (db: Db, owner: Identity, times: Times, grant: string | null = null): Promise<number> =>
  insertRow(
    db,
    'sessions',
    { ...ownerColumns(owner), ...times, checkedAt: times.createdAt, directoryGrant: grant },
    'session_id',
  );
async function create(
  db: Db,
  owner: Identity,
  endsAt: number,
  tokens: TokenGrant,
  now: number,
  by: By = null,
  grant: string | null = null,
): Promise<number> {
  const id = await add(db, owner, { createdAt: now, usedAt: now, endsAt }, grant);
  await grantTokens(db, id, tokens);
  await recordSignIn(db, owner, now, by);
  return id;
}

async function recordSignIn(db: Db, owner: Identity, now: number, by: By): Promise<void> {
  if (owner.type === 'client') {
    await db.run('UPDATE clients SET signed_in_at = $1 WHERE client_id = $2', now, owner.clientId);
    if (owner.person)
      await db.run('UPDATE people SET signed_in_at = $1 WHERE person_id = $2', now, owner.person.personId);
    else await db.run('UPDATE clients SET account_signed_in_at = $1 WHERE client_id = $2', now, owner.clientId);
  }
  await recordChange(db, by, 'sign-in', accountEvent(owner));
}

/** Moves the session to another account of the same person, and revokes its access tokens. */
async function switchOwner(db: Db, sessionId: number, owner: ClientIdentity, tokens: TokenGrant, now: number, by: By) {
  const sql = 'UPDATE sessions SET client_id = $1, person_id = $2 WHERE session_id = $3';
  await db.run(sql, owner.clientId, owner.person?.personId ?? null, sessionId);
  await replaceTokens(db, sessionId, tokens, now);
  await recordSignIn(db, owner, now, by);
}

/**
 * Begins a check of the session against its directory, and returns the grant kept for it. Null if this or another process has
 * started one within `pauseMs`.
 */
const beginCheck = (db: Db, sessionId: number, pauseMs: number, now: number) =>
  db.row<{ grant: string | null }>(
    `UPDATE sessions SET checked_at = $1 WHERE session_id = $2 AND checked_at <= $3 RETURNING directory_grant AS grant`,
    now,
    sessionId,
    now - pauseMs,
  );

const directoryGrant = (db: Db, sessionId: number) =>
  db.value<string>('SELECT directory_grant FROM sessions WHERE session_id = $1', sessionId);

const keepGrant = (db: Db, sessionId: number, grant: string) =>
  db.run('UPDATE sessions SET directory_grant = $1 WHERE session_id = $2', grant, sessionId);

/** Stores a sign-in with a correct password until its second step. It does not make the account `connected`. */
async function createPending(db: Db, owner: Identity, hash: Uint8Array, endsAt: number, now: number): Promise<number> {
  const id = await add(db, owner, { createdAt: now, usedAt: 0, endsAt });
  const sql = `INSERT INTO session_tokens (hash, session_id, kind, expires_at) VALUES ($1, $2, 'pending', $3)`;
  await db.run(sql, hash, id, endsAt);
  return id;
}

const findPending = async (db: Db, hash: Uint8Array, now: number): Promise<Session | null> =>
  (await findToken(db, hash, 'pending', now))?.session ?? null;

/** Also records the session's last use, from which a client's `connected` is derived. */
async function findByAccess(db: Db, hash: Uint8Array, now: number): Promise<Session | null> {
  const found = await findToken(db, hash, 'access', now);
  if (!found) return null;
  const { session, usedAt } = found;
  if (usedAt <= now - sessionUseIntervalMs) {
    // Calls succeed even while nothing can be written.
    await db.run('UPDATE sessions SET used_at = $1 WHERE session_id = $2', now, session.id).catch(() => {});
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

/** Ends the sessions and waiting sign-ins of a user except `exceptId`. Only endings of impersonations are recorded. */
export async function endSessions(db: Db, owner: Owner, exceptId: number | null, now: number): Promise<void> {
  const [condition, id] = ownedBy(owner);
  const sql = `SELECT session_id FROM sessions WHERE ${condition} ORDER BY session_id ${db.dialect.locking('UPDATE')}`;
  for (const other of await db.column<number>(sql, id)) if (other !== exceptId) await end(db, other, now);
}

/**
 * Switches the session to the client and revokes its access tokens. Returns false if the session impersonates a client already.
 */
async function impersonate(
  db: Db,
  sessionId: number,
  admin: AdminIdentity,
  { clientId, expiresAt, reason, readOnly }: ImpersonationStart,
  tokens: TokenGrant,
  now: number,
  by: By = null,
): Promise<boolean> {
  await lockSession(db, sessionId);
  if (await db.row(`SELECT 1 FROM impersonations WHERE ${ofSession}`, sessionId)) return false;
  const { adminId, username } = admin;
  const row = { adminId, username, clientId, startedAt: now, expiresAt, reason, readOnly };
  const entry = await insertRow(db, 'impersonations', row, 'impersonation_id');
  await attach(db, sessionId, entry);
  const author = by && { ...by, onBehalfOf: clientId };
  await recordChange(db, author, 'impersonation-started', { of: 'impersonation', reason, readOnly });
  await replaceTokens(db, sessionId, tokens, now);
  return true;
}

/** Switches the session back to its owner and revokes its access tokens. Returns null if there was no impersonation. */
async function stopImpersonation(db: Db, sessionId: number, tokens: TokenGrant, now: number, by: By = null) {
  await lockSession(db, sessionId);
  const ended = await finishImpersonation(db, sessionId, 'stopped', now, by);
  if (ended) await replaceTokens(db, sessionId, tokens, now);
  return ended;
}

/** Closes the audit entries of expired impersonations, and deletes expired sessions and tokens. */
async function sweep(db: Db, now: number): Promise<EndedImpersonation[]> {
  const overdue = await db.rows<EndedImpersonation>(
    `UPDATE impersonations SET ended_at = expires_at, ending = 'expired' WHERE ended_at IS NULL AND expires_at <= $1
     RETURNING ${endedColumns}`,
    now,
  );
  for (const ended of overdue) await recordEnd(db, ended, '', now);
  const expired = `SELECT session_id FROM sessions WHERE ends_at <= $1 ORDER BY session_id ${db.dialect.locking('UPDATE SKIP LOCKED')}`;
  for (const id of await db.column<number>(expired, now)) await end(db, id, now);
  await db.run('DELETE FROM session_tokens WHERE expires_at <= $1', now);
  return overdue;
}

export const createSessionsStore = (db: Db) =>
  createMethods(
    db,
    { findById, findByAccess, findByRefresh, findPending, directoryGrant },
    {
      create,
      createPending,
      rotate,
      end,
      switchOwner,
      beginCheck,
      keepGrant,
      impersonate,
      stopImpersonation,
      sweep,
    },
  );
