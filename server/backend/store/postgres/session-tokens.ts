/** Session tokens in PostgreSQL: issues, exchanges and revokes tokens, and finds a token's session. */
import { type FoundSession, type SessionRecord, toFoundSession } from '../found-session.ts';
import type { TokenGrant } from '../sessions-store.ts';
import type { Db } from './database.ts';

type Kind = 'access' | 'refresh';

const sessionByToken = `
  SELECT s.session_id AS id, s.admin_id, a.username, s.client_id, s.used_at, t.replaced_at,
    i.client_id AS impersonated, i.started_at, i.expires_at, i.read_only, i.ended_at
  FROM session_tokens t
  JOIN sessions s USING (session_id)
  LEFT JOIN administrators a ON a.admin_id = s.admin_id
  LEFT JOIN impersonations i ON i.impersonation_id = s.impersonation_id
  WHERE t.hash = $1 AND t.kind = $2 AND t.expires_at > $3 AND s.ends_at > $3`;

export async function findToken(db: Db, hash: Uint8Array, kind: Kind, now: number): Promise<FoundSession | null> {
  const record = await db.row<SessionRecord>(sessionByToken, hash, kind, now);
  return record && toFoundSession(record, now);
}

export async function grantTokens(db: Db, sessionId: number, tokens: TokenGrant): Promise<void> {
  await db.run(
    `INSERT INTO session_tokens (hash, session_id, kind, expires_at)
     SELECT granted.hash, session_id, kind, least(expires_at, ends_at)
     FROM sessions, (VALUES ($2::bytea, 'access', $3::bigint), ($4, 'refresh', $5)) AS granted (hash, kind, expires_at)
     WHERE session_id = $1`,
    ...[sessionId, tokens.accessHash, tokens.accessExpiresAt, tokens.refreshHash, tokens.refreshExpiresAt],
  );
}

export async function exchangeToken(
  db: Db,
  sessionId: number,
  usedRefreshHash: Uint8Array,
  tokens: TokenGrant,
  now: number,
): Promise<void> {
  const sql = 'UPDATE session_tokens SET replaced_at = $1 WHERE hash = $2 AND replaced_at IS NULL';
  await db.run(sql, now, usedRefreshHash);
  await grantTokens(db, sessionId, tokens);
}

/** Called when a session's viewer changes: earlier access tokens must not be valid for the new identity. */
export async function replaceTokens(db: Db, sessionId: number, tokens: TokenGrant, now: number): Promise<void> {
  await db.run("DELETE FROM session_tokens WHERE session_id = $1 AND kind = 'access'", sessionId);
  await db.run(
    "UPDATE session_tokens SET replaced_at = $1 WHERE session_id = $2 AND kind = 'refresh' AND replaced_at IS NULL",
    ...[now, sessionId],
  );
  await grantTokens(db, sessionId, tokens);
}
