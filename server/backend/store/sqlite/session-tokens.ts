/** Session tokens in SQLite: issues, exchanges and revokes tokens, and finds a token's session. */
import type { DatabaseSync } from 'node:sqlite';
import { type FoundSession, type SessionRecord, toFoundSession } from '../found-session.ts';
import type { TokenGrant } from '../sessions-store.ts';

type StoredSession = Omit<SessionRecord, 'readOnly'> & { readOnly: number | null };

type Kind = 'access' | 'refresh';

const sessionByToken = `
  SELECT s.session_id AS id, s.admin_id AS adminId, a.username, s.client_id AS clientId, s.used_at AS usedAt,
    t.replaced_at AS replacedAt, i.client_id AS impersonated, i.started_at AS startedAt, i.expires_at AS expiresAt,
    i.read_only AS readOnly, i.ended_at AS endedAt
  FROM session_tokens t
  JOIN sessions s USING (session_id)
  LEFT JOIN administrators a ON a.admin_id = s.admin_id
  LEFT JOIN impersonations i ON i.impersonation_id = s.impersonation_id
  WHERE t.hash = ?1 AND t.kind = ?2 AND t.expires_at > ?3 AND s.ends_at > ?3`;

export function createSessionTokens(db: DatabaseSync) {
  const byToken = db.prepare(sessionByToken);
  const insert = db.prepare(`
    INSERT INTO session_tokens (hash, session_id, kind, expires_at)
    SELECT ?1, session_id, ?2, min(?3, ends_at) FROM sessions WHERE session_id = ?4`);
  const replace = db.prepare('UPDATE session_tokens SET replaced_at = ? WHERE hash = ? AND replaced_at IS NULL');
  const replaceRefresh = db.prepare(
    "UPDATE session_tokens SET replaced_at = ? WHERE session_id = ? AND kind = 'refresh' AND replaced_at IS NULL",
  );
  const deleteAccess = db.prepare("DELETE FROM session_tokens WHERE session_id = ? AND kind = 'access'");
  const removeExpired = db.prepare('DELETE FROM session_tokens WHERE expires_at <= ?');

  const grant = (sessionId: number, tokens: TokenGrant): void => {
    insert.run(tokens.accessHash, 'access', tokens.accessExpiresAt, sessionId);
    insert.run(tokens.refreshHash, 'refresh', tokens.refreshExpiresAt, sessionId);
  };
  return {
    grant,
    find(hash: Uint8Array, kind: Kind, now: number): FoundSession | null {
      const record = byToken.get(hash, kind, now) as StoredSession | undefined;
      return record ? toFoundSession({ ...record, readOnly: record.readOnly === 1 }, now) : null;
    },
    exchange(sessionId: number, usedRefreshHash: Uint8Array, tokens: TokenGrant, now: number): void {
      replace.run(now, usedRefreshHash);
      grant(sessionId, tokens);
    },
    /** Called when a session's viewer changes: earlier access tokens must not be valid for the new identity. */
    replaceAll(sessionId: number, tokens: TokenGrant, now: number): void {
      deleteAccess.run(sessionId);
      replaceRefresh.run(now, sessionId);
      grant(sessionId, tokens);
    },
    removeExpired(now: number): void {
      removeExpired.run(now);
    },
  };
}
