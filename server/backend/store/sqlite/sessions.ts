/** Sessions in SQLite. See session-tokens.ts and impersonation-audit.ts for their tokens and impersonations. */
import type { DatabaseSync } from 'node:sqlite';
import { describeAccount } from '../../journal/describe.ts';
import type { Author } from '../journal-store.ts';
import { type SessionsStore, sessionUseIntervalMs } from '../sessions-store.ts';
import { transaction } from './database.ts';
import { createImpersonationAudit } from './impersonation-audit.ts';
import { createJournalWriter } from './journal-writer.ts';
import { createSessionTokens } from './session-tokens.ts';

export function createSessionsStore(db: DatabaseSync): SessionsStore {
  const insert = db.prepare(`
    INSERT INTO sessions (admin_id, client_id, created_at, used_at, ends_at) VALUES (?, ?, ?, ?, ?)
    RETURNING session_id AS id`);
  const signedIn = db.prepare('UPDATE clients SET signed_in_at = ? WHERE client_id = ?');
  const updateUse = db.prepare('UPDATE sessions SET used_at = ? WHERE session_id = ?');
  const remove = db.prepare('DELETE FROM sessions WHERE session_id = ?');
  const idsOfAdmin = db.prepare('SELECT session_id AS id FROM sessions WHERE admin_id = ?');
  const idsOfClient = db.prepare('SELECT session_id AS id FROM sessions WHERE client_id = ?');
  const expired = db.prepare('SELECT session_id AS id FROM sessions WHERE ends_at <= ?');
  const tokens = createSessionTokens(db);
  const audit = createImpersonationAudit(db);

  const record = createJournalWriter(db);

  const end = (sessionId: number, now: number, by: Author | null = null, why = '') => {
    const ended = audit.finish(sessionId, 'signed-out', now, by);
    if (remove.run(sessionId).changes === 1) record(by, 'sign-out', why);
    return ended;
  };

  return {
    create: async (owner, endsAt, grant, now, by = null) =>
      transaction(db, () => {
        const adminId = owner.type === 'admin' ? owner.adminId : null;
        const clientId = owner.type === 'client' ? owner.clientId : null;
        const { id } = insert.get(adminId, clientId, now, now, endsAt) as { id: number };
        tokens.grant(id, grant);
        if (clientId !== null) signedIn.run(now, clientId);
        record(by, 'sign-in', describeAccount(owner));
        return id;
      }),
    findByAccess: async (hash, now) => {
      const found = tokens.find(hash, 'access', now);
      if (!found) return null;
      if (found.usedAt <= now - sessionUseIntervalMs) updateUse.run(now, found.session.id);
      return found.session;
    },
    findByRefresh: async (hash, graceMs, now) => {
      const found = tokens.find(hash, 'refresh', now);
      if (!found) return null;
      const reused = found.replacedAt !== null && found.replacedAt + graceMs <= now;
      return { session: found.session, state: reused ? 'reused' : 'current' };
    },
    rotate: async (sessionId, usedRefreshHash, grant, now) =>
      transaction(db, () => tokens.exchange(sessionId, usedRefreshHash, grant, now)),
    end: async (sessionId, now, by, why) => transaction(db, () => end(sessionId, now, by, why)),
    endOf: async (owner, exceptId, now) =>
      transaction(db, () => {
        const rows = owner.type === 'admin' ? idsOfAdmin.all(owner.adminId) : idsOfClient.all(owner.clientId);
        for (const row of rows) if (row.id !== exceptId) end(Number(row.id), now);
      }),
    impersonate: async (sessionId, admin, start, grant, now, by = null) =>
      transaction(db, () => {
        const started = audit.begin(sessionId, admin, start, now, by);
        if (started) tokens.replaceAll(sessionId, grant, now);
        return started;
      }),
    stopImpersonation: async (sessionId, grant, now, by = null) =>
      transaction(db, () => {
        const ended = audit.finish(sessionId, 'stopped', now, by);
        if (ended) tokens.replaceAll(sessionId, grant, now);
        return ended;
      }),
    sweep: async (now) =>
      transaction(db, () => {
        const overdue = audit.finishOverdue(now);
        for (const row of expired.all(now)) end(Number(row.id), now);
        tokens.removeExpired(now);
        return overdue;
      }),
  };
}
