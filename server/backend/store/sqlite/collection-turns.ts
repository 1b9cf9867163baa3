/** Selects the phrase that is collected next. */
import type { DatabaseSync } from 'node:sqlite';
import { quotaMs } from '../call-budget-store.ts';

/** `clientId`: on whose turn it is; null for «Собрать сейчас», which uses no client's share. */
export type Turn = { wordId: number; clientId: string | null };

const isFree = "p.run_id IS NULL AND w.deleted_at IS NULL AND w.state <> 'freeze'";
const isDue = `p.due_at <= :now AND ${isFree}`;

/**
 * Each statement stops at its first hit or reads one client's phrases. Sorting all due phrases of all clients would take ten
 * times as long.
 */
export function createCollectionTurns(db: DatabaseSync) {
  const requested = db.prepare(
    `SELECT p.word_id AS wordId, NULL AS clientId FROM collection_phrases p JOIN words w USING (word_id)
     WHERE p.requested_at IS NOT NULL AND ${isFree}
       AND EXISTS (SELECT 1 FROM word_clients wc WHERE wc.word_id = p.word_id AND NOT wc.frozen)
     ORDER BY p.requested_at LIMIT 1`,
  );
  const anyDue = db.prepare(
    `SELECT 1 FROM collection_phrases p JOIN words w USING (word_id)
     WHERE ${isDue} AND EXISTS (SELECT 1 FROM word_clients wc WHERE wc.word_id = p.word_id AND NOT wc.frozen)
     LIMIT 1`,
  );
  // The limit keeps SQLite from testing all clients before it sorts them.
  const nextClient = db.prepare(
    `WITH shares AS MATERIALIZED (
       SELECT client_id, count(*) AS calls FROM collection_calls WHERE at > :quotaStart GROUP BY client_id),
     turns AS MATERIALIZED (
       SELECT client_id FROM clients LEFT JOIN shares USING (client_id)
       ORDER BY coalesce(calls, 0), client_no LIMIT -1)
     SELECT client_id AS clientId FROM turns WHERE EXISTS (
       SELECT 1 FROM word_clients wc CROSS JOIN collection_phrases p USING (word_id) JOIN words w USING (word_id)
       WHERE wc.client_id = turns.client_id AND NOT wc.frozen AND ${isDue})
     LIMIT 1`,
  );
  const longestDue = db.prepare(
    `SELECT p.word_id AS wordId, wc.client_id AS clientId
     FROM word_clients wc CROSS JOIN collection_phrases p USING (word_id) JOIN words w USING (word_id)
     WHERE wc.client_id = :clientId AND NOT wc.frozen AND ${isDue} ORDER BY p.due_at, p.word_id LIMIT 1`,
  );
  // Clients get a phrase that is not due without a call.
  const endWaiting = db.prepare(
    `UPDATE word_clients SET awaits = 0, collected_at = :now WHERE awaits AND NOT frozen AND EXISTS (
       SELECT 1 FROM collection_phrases p JOIN words w USING (word_id)
       WHERE p.word_id = word_clients.word_id AND p.due_at > :now AND p.requested_at IS NULL AND ${isFree})`,
  );
  return (now: number, urgentOnly: boolean): Turn | null => {
    const urgent = requested.get() as Turn | undefined;
    if (!urgentOnly) endWaiting.run({ now });
    if (urgent) return urgent;
    if (urgentOnly || !anyDue.get({ now })) return null;
    const client = nextClient.get({ now, quotaStart: now - quotaMs });
    if (!client) return null;
    return longestDue.get({ now, clientId: client.clientId as string }) as Turn;
  };
}
