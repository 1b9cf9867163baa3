/** The impersonation audit: administrator, client, mode, times and ending. A session refers to its open entry, and is locked by the caller. */

import type { AdminIdentity, ImpersonationEnding } from '../rules/account.ts';
import { type Author, recordChange } from './journal.ts';
import type { Db } from './port.ts';
import type { EndedImpersonation, ImpersonationStart } from './session-tokens.ts';

/** `ending` is set when the entry was closed while the session still refers to it. */
type OpenImpersonation = Omit<EndedImpersonation, 'ending'> & {
  id: number;
  expiresAt: number;
  ending: ImpersonationEnding | null;
};

/** An impersonation that had already expired is closed as `expired`, regardless of `ending`. */
const endOf = (open: OpenImpersonation, ending: ImpersonationEnding, now: number): EndedImpersonation => ({
  adminId: open.adminId,
  username: open.username,
  clientId: open.clientId,
  ending: open.ending ?? (open.expiresAt <= now ? 'expired' : ending),
});

const findCurrent = (db: Db, sessionId: number) =>
  db.row<OpenImpersonation>(
    `SELECT i.impersonation_id AS id, i.admin_id, i.username, i.client_id, i.expires_at, i.ending
     FROM sessions s JOIN impersonations i USING (impersonation_id) WHERE s.session_id = $1`,
    sessionId,
  );

const attach = (db: Db, sessionId: number, impersonationId: number | null) =>
  db.run('UPDATE sessions SET impersonation_id = $1 WHERE session_id = $2', impersonationId, sessionId);

const recordEnd = (db: Db, { username, clientId, ending }: EndedImpersonation, address: string, at: number) =>
  recordChange(db, { who: username, onBehalfOf: clientId, address, at }, 'impersonation-ended', {
    of: 'ending',
    ending,
  });

/** False: the session impersonates a client already. */
export async function beginImpersonation(
  db: Db,
  sessionId: number,
  admin: AdminIdentity,
  { clientId, expiresAt, reason, readOnly }: ImpersonationStart,
  now: number,
  by: Author | null,
): Promise<boolean> {
  if (await findCurrent(db, sessionId)) return false;
  const entry = await db.row<{ id: number }>(
    `INSERT INTO impersonations (admin_id, username, client_id, started_at, expires_at, reason, read_only)
     VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING impersonation_id AS id`,
    ...[admin.adminId, admin.username, clientId, now, expiresAt, reason, readOnly],
  );
  await attach(db, sessionId, entry?.id ?? null);
  const author = by && { ...by, onBehalfOf: clientId };
  await recordChange(db, author, 'impersonation-started', { of: 'impersonation', reason, readOnly });
  return true;
}

/** An impersonation that had already expired is closed as `expired`, regardless of `ending`. */
export async function finishImpersonation(
  db: Db,
  sessionId: number,
  ending: ImpersonationEnding,
  now: number,
  by: Author | null,
): Promise<EndedImpersonation | null> {
  const open = await findCurrent(db, sessionId);
  if (!open) return null;
  const ended = endOf(open, ending, now);
  const closed = await db.run(
    'UPDATE impersonations SET ended_at = $1, ending = $2 WHERE impersonation_id = $3 AND ended_at IS NULL',
    ...[Math.min(now, open.expiresAt), ended.ending, open.id],
  );
  if (closed === 1) await recordEnd(db, ended, by?.address ?? '', now);
  await attach(db, sessionId, null);
  return ended;
}

export async function finishOverdue(db: Db, now: number): Promise<EndedImpersonation[]> {
  const overdue = await db.rows<EndedImpersonation>(
    `UPDATE impersonations SET ended_at = expires_at, ending = 'expired' WHERE ended_at IS NULL AND expires_at <= $1
     RETURNING admin_id, username, client_id, ending`,
    now,
  );
  for (const ended of overdue) await recordEnd(db, ended, '', now);
  return overdue;
}
