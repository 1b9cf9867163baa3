/** Sessions, tokens and the audit of impersonations in SQLite. */
import type { DatabaseSync } from 'node:sqlite';
import type {
  EndedImpersonation,
  Identity,
  ImpersonationEnding,
  Session,
  SessionsStore,
  TokenGrant,
} from '../sessions-store.ts';
import { transaction } from './database.ts';

/** A session's use is written down at most this often. */
const useNotedMs = 30_000;

type SessionRecord = {
  id: number;
  adminId: number | null;
  username: string | null;
  clientId: string | null;
  usedAt: number;
  replacedAt: number | null;
  impersonated: string | null;
  startedAt: number | null;
  expiresAt: number | null;
  endedAt: number | null;
};

const byToken = (kind: 'access' | 'refresh') => `
  SELECT s.session_id AS id, s.admin_id AS adminId, a.username, s.client_id AS clientId, s.used_at AS usedAt,
    t.replaced_at AS replacedAt, i.client_id AS impersonated, i.started_at AS startedAt, i.expires_at AS expiresAt,
    i.ended_at AS endedAt
  FROM session_tokens t
  JOIN sessions s USING (session_id)
  LEFT JOIN administrators a ON a.admin_id = s.admin_id
  LEFT JOIN impersonations i ON i.impersonation_id = s.impersonation_id
  WHERE t.hash = ?1 AND t.kind = '${kind}' AND t.expires_at > ?2 AND s.ends_at > ?2`;

function toSession(record: SessionRecord, now: number): Session {
  const owner: Identity =
    record.adminId !== null
      ? { type: 'admin', adminId: record.adminId, username: record.username ?? '' }
      : { type: 'client', clientId: record.clientId ?? '' };
  const { impersonated, startedAt, expiresAt, endedAt } = record;
  if (impersonated === null || startedAt === null || expiresAt === null) {
    return { id: record.id, owner, viewer: owner, impersonation: null };
  }
  return {
    id: record.id,
    owner,
    viewer: { type: 'client', clientId: impersonated },
    impersonation: { clientId: impersonated, startedAt, expiresAt, over: endedAt !== null || expiresAt <= now },
  };
}

export function createSessionsStore(db: DatabaseSync): SessionsStore {
  const byAccess = db.prepare(byToken('access'));
  const byRefresh = db.prepare(byToken('refresh'));
  const noteUse = db.prepare('UPDATE sessions SET used_at = ? WHERE session_id = ?');
  const insert = db.prepare(`
    INSERT INTO sessions (admin_id, client_id, created_at, used_at, ends_at) VALUES (?, ?, ?, ?, ?)
    RETURNING session_id AS id`);
  const insertToken = db.prepare(`
    INSERT INTO session_tokens (hash, session_id, kind, expires_at)
    SELECT ?1, session_id, ?2, min(?3, ends_at) FROM sessions WHERE session_id = ?4`);
  const replace = db.prepare('UPDATE session_tokens SET replaced_at = ? WHERE hash = ? AND replaced_at IS NULL');
  const replaceAll = db.prepare(
    "UPDATE session_tokens SET replaced_at = ? WHERE session_id = ? AND kind = 'refresh' AND replaced_at IS NULL",
  );
  const killAccess = db.prepare("DELETE FROM session_tokens WHERE session_id = ? AND kind = 'access'");
  const remove = db.prepare('DELETE FROM sessions WHERE session_id = ?');
  const idsOfAdmin = db.prepare('SELECT session_id AS id FROM sessions WHERE admin_id = ?');
  const idsOfClient = db.prepare('SELECT session_id AS id FROM sessions WHERE client_id = ?');
  const expired = db.prepare('SELECT session_id AS id FROM sessions WHERE ends_at <= ?');
  const removeTokens = db.prepare('DELETE FROM session_tokens WHERE expires_at <= ?');
  const open = db.prepare(`
    INSERT INTO impersonations (admin_id, username, client_id, started_at, expires_at) VALUES (?, ?, ?, ?, ?)
    RETURNING impersonation_id AS id`);
  const attach = db.prepare('UPDATE sessions SET impersonation_id = ? WHERE session_id = ?');
  const detach = db.prepare('UPDATE sessions SET impersonation_id = NULL WHERE session_id = ?');
  const current = db.prepare(`
    SELECT i.impersonation_id AS id, i.admin_id AS adminId, i.username, i.client_id AS clientId,
      i.expires_at AS expiresAt, i.ending
    FROM sessions s JOIN impersonations i USING (impersonation_id) WHERE s.session_id = ?`);
  const closeOne = db.prepare(
    'UPDATE impersonations SET ended_at = ?, ending = ? WHERE impersonation_id = ? AND ended_at IS NULL',
  );
  const closeOverdue = db.prepare(`
    UPDATE impersonations SET ended_at = expires_at, ending = 'expired' WHERE ended_at IS NULL AND expires_at <= ?
    RETURNING admin_id AS adminId, username, client_id AS clientId, ending`);

  const grant = (sessionId: number, tokens: TokenGrant) => {
    insertToken.run(tokens.accessHash, 'access', tokens.accessExpiresAt, sessionId);
    insertToken.run(tokens.refreshHash, 'refresh', tokens.refreshExpiresAt, sessionId);
  };
  const grantAnew = (sessionId: number, tokens: TokenGrant, now: number) => {
    killAccess.run(sessionId);
    replaceAll.run(now, sessionId);
    grant(sessionId, tokens);
  };
  /** An impersonation whose time was up ended by that, whatever happens to the session afterwards. */
  const closeImpersonation = (
    sessionId: number,
    ending: ImpersonationEnding,
    now: number,
  ): EndedImpersonation | null => {
    const record = current.get(sessionId) as
      | (EndedImpersonation & { id: number; expiresAt: number; ending: ImpersonationEnding | null })
      | undefined;
    if (!record) return null;
    const { id, expiresAt, adminId, username, clientId } = record;
    const ended = record.ending ?? (expiresAt <= now ? 'expired' : ending);
    closeOne.run(Math.min(now, expiresAt), ended, id);
    detach.run(sessionId);
    return { adminId, username, clientId, ending: ended };
  };
  const end = (sessionId: number, now: number) => {
    const ended = closeImpersonation(sessionId, 'signed-out', now);
    remove.run(sessionId);
    return ended;
  };

  return {
    create: async (owner, endsAt, tokens, now) =>
      transaction(db, () => {
        const adminId = owner.type === 'admin' ? owner.adminId : null;
        const clientId = owner.type === 'client' ? owner.clientId : null;
        const { id } = insert.get(adminId, clientId, now, now, endsAt) as { id: number };
        grant(id, tokens);
        return id;
      }),
    findByAccess: async (hash, now) => {
      const record = byAccess.get(hash, now) as SessionRecord | undefined;
      if (!record) return null;
      if (record.usedAt <= now - useNotedMs) noteUse.run(now, record.id);
      return toSession(record, now);
    },
    findByRefresh: async (hash, graceMs, now) => {
      const record = byRefresh.get(hash, now) as SessionRecord | undefined;
      if (!record) return null;
      const reused = record.replacedAt !== null && record.replacedAt + graceMs <= now;
      return { session: toSession(record, now), standing: reused ? 'reused' : 'current' };
    },
    rotate: async (sessionId, usedRefreshHash, tokens, now) =>
      transaction(db, () => {
        replace.run(now, usedRefreshHash);
        grant(sessionId, tokens);
      }),
    end: async (sessionId, now) => transaction(db, () => end(sessionId, now)),
    endOf: async (owner, exceptId, now) =>
      transaction(db, () => {
        const rows = owner.type === 'admin' ? idsOfAdmin.all(owner.adminId) : idsOfClient.all(owner.clientId);
        for (const row of rows) if (row.id !== exceptId) end(Number(row.id), now);
      }),
    impersonate: async (sessionId, admin, target, tokens, now) =>
      transaction(db, () => {
        if (current.get(sessionId)) return false;
        const { id } = open.get(admin.adminId, admin.username, target.clientId, now, target.expiresAt) as {
          id: number;
        };
        attach.run(id, sessionId);
        grantAnew(sessionId, tokens, now);
        return true;
      }),
    stopImpersonation: async (sessionId, tokens, now) =>
      transaction(db, () => {
        const ended = closeImpersonation(sessionId, 'stopped', now);
        if (ended) grantAnew(sessionId, tokens, now);
        return ended;
      }),
    sweep: async (now) =>
      transaction(db, () => {
        const overdue = closeOverdue.all(now) as EndedImpersonation[];
        for (const row of expired.all(now)) end(Number(row.id), now);
        removeTokens.run(now);
        return overdue;
      }),
  };
}
