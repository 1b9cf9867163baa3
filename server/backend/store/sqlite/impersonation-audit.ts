/** The impersonation audit in SQLite: administrator, client, times and ending. A session refers to its open entry. */
import type { DatabaseSync } from 'node:sqlite';
import type { AdminIdentity, EndedImpersonation, ImpersonationEnding } from '../sessions-store.ts';

type CurrentRecord = Omit<EndedImpersonation, 'ending'> & {
  id: number;
  expiresAt: number;
  ending: ImpersonationEnding | null;
};

export function createImpersonationAudit(db: DatabaseSync) {
  const insert = db.prepare(`
    INSERT INTO impersonations (admin_id, username, client_id, started_at, expires_at) VALUES (?, ?, ?, ?, ?)
    RETURNING impersonation_id AS id`);
  const attach = db.prepare('UPDATE sessions SET impersonation_id = ? WHERE session_id = ?');
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
  return {
    /** False: the session impersonates a client already. */
    begin(
      sessionId: number,
      admin: AdminIdentity,
      target: { clientId: string; expiresAt: number },
      now: number,
    ): boolean {
      if (current.get(sessionId)) return false;
      const entry = insert.get(admin.adminId, admin.username, target.clientId, now, target.expiresAt);
      attach.run(Number(entry?.id), sessionId);
      return true;
    },
    /** An impersonation that had already expired is closed as `expired`, regardless of `ending`. */
    finish(sessionId: number, ending: ImpersonationEnding, now: number): EndedImpersonation | null {
      const record = current.get(sessionId) as CurrentRecord | undefined;
      if (!record) return null;
      const { id, expiresAt, adminId, username, clientId } = record;
      const ended = record.ending ?? (expiresAt <= now ? 'expired' : ending);
      closeOne.run(Math.min(now, expiresAt), ended, id);
      attach.run(null, sessionId);
      return { adminId, username, clientId, ending: ended };
    },
    finishOverdue: (now: number) => closeOverdue.all(now) as EndedImpersonation[],
  };
}
