/** Selects the phrase that is collected next. */
import { quotaMs } from '../call-budget-store.ts';
import type { Db } from '../port.ts';

/** `clientId`: on whose turn it is; null for «Собрать сейчас», which uses no client's share. */
export type Turn = { wordId: number; clientId: string | null };

const isFree = "p.run_id IS NULL AND w.deleted_at IS NULL AND w.state <> 'freeze'";

/**
 * Clients get a phrase that is not due without a call. Runs by itself: a transaction that also locks phrases could wait for one that
 * changes this phrase and its links.
 */
export const endWaitingOfCollected = (db: Db, now: number): Promise<number> =>
  db.run(
    `UPDATE word_clients SET awaits = false, collected_at = $1 WHERE id IN (
       SELECT wc.id FROM word_clients wc JOIN collection_phrases p USING (word_id) JOIN words w USING (word_id)
       WHERE wc.awaits AND NOT wc.frozen AND p.due_at > $1 AND p.requested_at IS NULL AND ${isFree}
       FOR UPDATE OF wc SKIP LOCKED)`,
    now,
  );

/** The caller holds the lock of claims. The row is locked too, against changes of the phrase. */
export async function nextTurn(db: Db, now: number, urgentOnly: boolean): Promise<Turn | null> {
  const urgent = await db.row<Turn>(
    `SELECT p.word_id, NULL AS client_id FROM collection_phrases p JOIN words w USING (word_id)
     WHERE p.requested_at IS NOT NULL AND ${isFree}
       AND EXISTS (SELECT 1 FROM word_clients wc WHERE wc.word_id = p.word_id AND NOT wc.frozen)
     ORDER BY p.requested_at LIMIT 1 FOR UPDATE OF p SKIP LOCKED`,
  );
  if (urgent || urgentOnly) return urgent;
  const client = await db.row<{ clientId: string }>(
    `WITH shares AS MATERIALIZED (
       SELECT client_id, count(*) AS calls FROM collection_calls WHERE at > $2 GROUP BY client_id),
     due AS MATERIALIZED (
       SELECT DISTINCT wc.client_id FROM collection_phrases p JOIN words w USING (word_id)
         JOIN word_clients wc USING (word_id) WHERE p.due_at <= $1 AND NOT wc.frozen AND ${isFree})
     SELECT client_id FROM due JOIN clients USING (client_id) LEFT JOIN shares USING (client_id)
     ORDER BY coalesce(calls, 0), client_no LIMIT 1`,
    ...[now, now - quotaMs],
  );
  if (!client) return null;
  return db.row<Turn>(
    `SELECT p.word_id, wc.client_id
     FROM word_clients wc JOIN collection_phrases p USING (word_id) JOIN words w USING (word_id)
     WHERE wc.client_id = $1 AND NOT wc.frozen AND p.due_at <= $2 AND ${isFree} ORDER BY p.due_at, p.word_id LIMIT 1
     FOR UPDATE OF p SKIP LOCKED`,
    ...[client.clientId, now],
  );
}
