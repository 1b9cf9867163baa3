/** Reads and writes sessions. See session-tokens.ts and impersonation-audit.ts for their tokens and impersonations. */
import { accountEvent } from '../rules/journal/events.ts';
import { beginImpersonation, finishImpersonation, finishOverdue } from './impersonation-audit.ts';
import { type Author, recordChange } from './journal.ts';
import type { Db } from './port.ts';
import { exchangeToken, findToken, grantTokens, replaceTokens } from './session-tokens.ts';
import type { SessionsStore } from './sessions-store.ts';

/** The minimum time between two updates of a session's last use. */
const sessionUseIntervalMs = 30_000;

/** Only one transaction at a time changes a session. */
const lockSession = (db: Db, sessionId: number) =>
  db.run('SELECT 1 FROM sessions WHERE session_id = $1 FOR UPDATE', sessionId);

async function end(db: Db, sessionId: number, now: number, by: Author | null = null, why = '') {
  await lockSession(db, sessionId);
  const ended = await finishImpersonation(db, sessionId, 'signed-out', now, by);
  const removed = await db.run('DELETE FROM sessions WHERE session_id = $1', sessionId);
  if (removed === 1) await recordChange(db, by, 'sign-out', { of: 'reason', reason: why });
  return ended;
}

async function endAll(db: Db, sessions: readonly { id: number }[], now: number): Promise<void> {
  for (const { id } of sessions) await end(db, id, now);
}

export const createSessionsStore = (db: Db): SessionsStore => ({
  create: (owner, endsAt, tokens, now, by = null) =>
    db.transaction(async (tx) => {
      const adminId = owner.type === 'admin' ? owner.adminId : null;
      const clientId = owner.type === 'client' ? owner.clientId : null;
      const session = await tx.row<{ id: number }>(
        `INSERT INTO sessions (admin_id, client_id, created_at, used_at, ends_at) VALUES ($1, $2, $3, $3, $4)
         RETURNING session_id AS id`,
        ...[adminId, clientId, now, endsAt],
      );
      const id = session?.id ?? 0;
      await grantTokens(tx, id, tokens);
      await tx.run('UPDATE clients SET signed_in_at = $1 WHERE client_id = $2', now, clientId);
      await recordChange(tx, by, 'sign-in', accountEvent(owner));
      return id;
    }),
  findByAccess: async (hash, now) => {
    const found = await findToken(db, hash, 'access', now);
    if (!found) return null;
    const { session, usedAt } = found;
    if (usedAt <= now - sessionUseIntervalMs) {
      await db.run('UPDATE sessions SET used_at = $1 WHERE session_id = $2', now, session.id);
    }
    return session;
  },
  findByRefresh: async (hash, graceMs, now) => {
    const found = await findToken(db, hash, 'refresh', now);
    if (!found) return null;
    const reused = found.replacedAt !== null && found.replacedAt + graceMs <= now;
    return { session: found.session, state: reused ? 'reused' : 'current' };
  },
  rotate: (sessionId, usedRefreshHash, tokens, now) =>
    db.transaction((tx) => exchangeToken(tx, sessionId, usedRefreshHash, tokens, now)),
  end: (sessionId, now, by, why) => db.transaction((tx) => end(tx, sessionId, now, by, why)),
  endOf: (owner, exceptId, now) =>
    db.transaction(async (tx) => {
      const [column, id] = owner.type === 'admin' ? ['admin_id', owner.adminId] : ['client_id', owner.clientId];
      const sql = `SELECT session_id AS id FROM sessions WHERE ${column} = $1 ORDER BY id FOR UPDATE`;
      const sessions = await tx.rows<{ id: number }>(sql, id);
      await endAll(
        tx,
        sessions.filter((session) => session.id !== exceptId),
        now,
      );
    }),
  impersonate: (sessionId, admin, start, tokens, now, by = null) =>
    db.transaction(async (tx) => {
      await lockSession(tx, sessionId);
      const started = await beginImpersonation(tx, sessionId, admin, start, now, by);
      if (started) await replaceTokens(tx, sessionId, tokens, now);
      return started;
    }),
  stopImpersonation: (sessionId, tokens, now, by = null) =>
    db.transaction(async (tx) => {
      await lockSession(tx, sessionId);
      const ended = await finishImpersonation(tx, sessionId, 'stopped', now, by);
      if (ended) await replaceTokens(tx, sessionId, tokens, now);
      return ended;
    }),
  sweep: (now) =>
    db.transaction(async (tx) => {
      const overdue = await finishOverdue(tx, now);
      const expired = 'SELECT session_id AS id FROM sessions WHERE ends_at <= $1 ORDER BY id FOR UPDATE SKIP LOCKED';
      await endAll(tx, await tx.rows<{ id: number }>(expired, now), now);
      await tx.run('DELETE FROM session_tokens WHERE expires_at <= $1', now);
      return overdue;
    }),
});
