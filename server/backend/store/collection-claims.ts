/** Claims of phrases, from the choice of the next one until its run ends or loses its lease. */
import { quotaMs } from './call-budget.ts';
import {
  afterRun,
  getPhrase,
  holdsLease,
  releaseEndedLeases,
  releaseLease,
  releaseLeasesOf,
  takeLease,
} from './collection-phrases.ts';
import { endLostRuns, endRun, startRun } from './collection-runs.ts';
import type { Claim, RunEnd } from './collection-store.ts';
import { createMethods, type Db } from './port.ts';
import { endWaiting } from './word-links.ts';

/** `clientId`: the client whose turn it is; null for «Собрать сейчас», which counts towards no client's share. */
type Turn = { wordId: number; clientId: string | null };

const isFree = "p.run_id IS NULL AND w.deleted_at IS NULL AND w.state <> 'freeze'";
/** The unary plus keeps SQLite from reading all due phrases for each client through an index. */
const isDue = `NOT wc.frozen AND +p.due_at <= $1 AND ${isFree}`;
const hasClient = 'EXISTS (SELECT 1 FROM word_clients wc WHERE wc.word_id = p.word_id AND NOT wc.frozen)';

/**
 * A phrase that is not due is assigned to its waiting clients without a call. Runs in its own transaction: one that also locks
 * phrases could wait for one that changes this phrase and its links.
 */
const endWaitingOfCollected = (db: Db, now: number): Promise<number> =>
  db.run(
    `UPDATE word_clients SET awaits = false, collected_at = $1 WHERE id IN (
       SELECT wc.id FROM word_clients wc JOIN collection_phrases p USING (word_id) JOIN words w USING (word_id)
       WHERE wc.awaits AND NOT wc.frozen AND +p.due_at > $1 AND p.requested_at IS NULL AND ${isFree}
       ${db.dialect.locking('UPDATE OF wc SKIP LOCKED')})`,
    now,
  );

/**
 * The caller holds the `claims` lock. Also locks the row against changes of the phrase. Each statement stops at its first row
 * or reads one client's phrases: sorting all due phrases of all clients would take ten times as long.
 */
export async function nextTurn(db: Db, now: number, urgentOnly: boolean): Promise<Turn | null> {
  const urgent = await db.row<Turn>(
    `SELECT p.word_id, NULL AS client_id FROM collection_phrases p JOIN words w USING (word_id)
     WHERE p.requested_at IS NOT NULL AND ${isFree} AND ${hasClient}
     ORDER BY p.requested_at LIMIT 1 ${db.dialect.locking('UPDATE OF p SKIP LOCKED')}`,
  );
  if (urgent || urgentOnly) return urgent;
  const anyDue = await db.row(
    `SELECT 1 FROM collection_phrases p JOIN words w USING (word_id)
     WHERE p.due_at <= $1 AND ${isFree} AND ${hasClient} LIMIT 1`,
    now,
  );
  if (!anyDue) return null;
  // LIMIT makes the CTE keep its order, in which clients are tested until one has a due phrase.
  const clientId = await db.value<string>(
    `WITH shares AS MATERIALIZED (
       SELECT client_id, count(*) AS calls FROM collection_calls WHERE at > $2 AND method = 'newsfeed.search' GROUP BY client_id),
     turns AS MATERIALIZED (
       SELECT client_id FROM clients LEFT JOIN shares USING (client_id)
       ORDER BY coalesce(calls, 0), client_no LIMIT 1000000)
     SELECT client_id FROM turns WHERE EXISTS (
       SELECT 1 FROM word_clients wc JOIN collection_phrases p USING (word_id) JOIN words w USING (word_id)
       WHERE wc.client_id = turns.client_id AND ${isDue})
     LIMIT 1`,
    now,
    now - quotaMs,
  );
  if (clientId === null) return null;
  return db.row<Turn>(
    `SELECT p.word_id, wc.client_id
     FROM word_clients wc JOIN collection_phrases p USING (word_id) JOIN words w USING (word_id)
     WHERE wc.client_id = $2 AND ${isDue} ORDER BY p.due_at, p.word_id LIMIT 1 ${db.dialect.locking('UPDATE OF p SKIP LOCKED')}`,
    now,
    clientId,
  );
}

/**
 * `urgentOnly`: claims urgent requests only, when only their reserve of the budget is left. `collector` will hold the lease.
 */
type ClaimOptions = { now: number; leaseMs: number; urgentOnly: boolean; collector?: string | undefined };

async function start(db: Db, { wordId, clientId }: Turn, { now, leaseMs, collector }: ClaimOptions): Promise<Claim> {
  const runId = await startRun(db, wordId, clientId, now);
  await takeLease(db, { wordId, runId, until: now + leaseMs, collector: collector ?? null });
  const { text, fullSearch, requestedAt, collectedTo, cursor, found } = await getPhrase(db, wordId, now);
  return { runId, wordId, text, fullSearch, urgent: requestedAt !== null, collectedTo, cursor, found };
}

/** Ends the run and the lease, clears `Running` and sets state and next run. Returns false if the lease was lost. */
async function finish(db: Db, claim: Claim, end: RunEnd, now: number): Promise<boolean> {
  await db.lock('words');
  if (!(await holdsLease(db, claim))) return false;
  const { wordId, runId } = claim;
  const hasSaved = await endRun(db, runId, end, now);
  const { state, intervalMs, reason } = afterRun(await getPhrase(db, wordId, now), end, hasSaved, now);
  await releaseLease(db, wordId);
  await db.run(
    `UPDATE collection_phrases SET due_at = $1, requested_at = NULL, interval_ms = coalesce($2, interval_ms), reason = $3
     WHERE word_id = $4`,
    end.dueAt,
    intervalMs,
    reason,
    wordId,
  );
  await db.run(
    'UPDATE words SET update_dt = coalesce($1, update_dt), state = $2 WHERE word_id = $3',
    hasSaved ? now : null,
    state,
    wordId,
  );
  if (hasSaved || end.outcome !== 'waiting') await endWaiting(db, wordId, now);
  return true;
}

/**
 * Claims the due phrase of the client with the fewest calls in the last 24 hours, the longest overdue first; urgent requests
 * come before all others. Sets `Running` and starts a run, whose calls count for that client only, even if others track the
 * phrase. Ends runs whose lease has ended, and prunes old runs.
 */
async function claim(db: Db, options: ClaimOptions): Promise<Claim | null> {
  const { now, urgentOnly } = options;
  if (!urgentOnly) await endWaitingOfCollected(db, now);
  return db.transaction(async (tx) => {
    // Claims are serialised, so that the shares stay fair.
    await tx.lock('claims');
    await endLostRuns(tx, now);
    await releaseEndedLeases(tx, now);
    const turn = await nextTurn(tx, now, urgentOnly);
    return turn && start(tx, turn, options);
  });
}

/** Ends the leases and runs of collectors that have ended, before the leases expire. */
async function takeBack(db: Db, collectors: readonly string[], now: number): Promise<void> {
  await db.lock('words');
  await db.lock('claims');
  await releaseLeasesOf(db, collectors);
  await endLostRuns(db, now);
}

/** Returns false if the lease was lost. */
async function extend(db: Db, { wordId, runId }: Claim, now: number, leaseMs: number): Promise<boolean> {
  const sql = 'UPDATE collection_phrases SET lease_until = $1 WHERE word_id = $2 AND run_id = $3';
  return (await db.run(sql, now + leaseMs, wordId, runId)) === 1;
}

export const createCollectionClaims = (db: Db) => createMethods(db, { claim }, { takeBack, extend, finish });
