/** The impersonation audit in SQLite: administrator, client, mode, times and ending. A session refers to its open entry. */
import type { DatabaseSync } from 'node:sqlite';
import { describeImpersonation, endingLabels } from '../../journal/describe.ts';
import type { Author } from '../journal-store.ts';
import { endOf, type OpenImpersonation } from '../open-impersonation.ts';
import type { AdminIdentity, EndedImpersonation, ImpersonationEnding, ImpersonationStart } from '../sessions-store.ts';
import { createJournalWriter } from './journal-writer.ts';

export function createImpersonationAudit(db: DatabaseSync) {
  const insert = db.prepare(`
    INSERT INTO impersonations (admin_id, username, client_id, started_at, expires_at, reason, read_only)
    VALUES (?, ?, ?, ?, ?, ?, ?)
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
  const record = createJournalWriter(db);

  const recordEnd = ({ username, clientId, ending }: EndedImpersonation, address: string, at: number) =>
    record({ who: username, onBehalfOf: clientId, address, at }, 'impersonation-ended', endingLabels[ending]);
  return {
    /** False: the session impersonates a client already. */
    begin(
      sessionId: number,
      admin: AdminIdentity,
      { clientId, expiresAt, reason, readOnly }: ImpersonationStart,
      now: number,
      by: Author | null,
    ): boolean {
      if (current.get(sessionId)) return false;
      const entry = insert.get(admin.adminId, admin.username, clientId, now, expiresAt, reason, Number(readOnly));
      attach.run(Number(entry?.id), sessionId);
      record(by && { ...by, onBehalfOf: clientId }, 'impersonation-started', describeImpersonation(reason, readOnly));
      return true;
    },
    /** An impersonation that had already expired is closed as `expired`, regardless of `ending`. */
    finish(sessionId: number, ending: ImpersonationEnding, now: number, by: Author | null): EndedImpersonation | null {
      const open = current.get(sessionId) as OpenImpersonation | undefined;
      if (!open) return null;
      const ended = endOf(open, ending, now);
      const isClosed = closeOne.run(Math.min(now, open.expiresAt), ended.ending, open.id).changes === 1;
      if (isClosed) recordEnd(ended, by?.address ?? '', now);
      attach.run(null, sessionId);
      return ended;
    },
    finishOverdue(now: number): EndedImpersonation[] {
      const overdue = closeOverdue.all(now) as EndedImpersonation[];
      for (const ended of overdue) recordEnd(ended, '', now);
      return overdue;
    },
  };
}
