/** Which collector uses which keys, in PostgreSQL, and what that means for phrases that were never collected. */
import { type CallBudgetStore, quotaMs, usesMs } from '../call-budget-store.ts';
import { releaseEndedLeases } from '../collection-leases.ts';
import type { Db } from '../port.ts';
import { endLostRuns } from './collection-runs.ts';

/** The caller holds the lock of words: a phrase that is created meanwhile gets the same state. */
async function setStates(db: Db): Promise<void> {
  const isAnyUsed = await db.row('SELECT 1 FROM collection_key_uses LIMIT 1');
  await db.run(
    isAnyUsed
      ? `UPDATE words SET state = 'pending' WHERE state = 'ready'
           AND word_id IN (SELECT word_id FROM collection_phrases WHERE found IS NULL)`
      : "UPDATE words SET state = 'ready' WHERE state = 'pending'",
  );
}

const forgetUses = (db: Db, collector: string | null, now: number) =>
  db.run('DELETE FROM collection_key_uses WHERE until <= $1 OR collector = $2', now, collector);

async function setKeys(db: Db, collector: string, keyIds: readonly string[], now: number): Promise<void> {
  await db.lock('words');
  await forgetUses(db, collector, now);
  await db.run(
    'INSERT INTO collection_keys (key_id) SELECT DISTINCT unnest($1::text[]) ON CONFLICT DO NOTHING',
    keyIds,
  );
  await db.run(
    `INSERT INTO collection_key_uses (collector, key_id, until) SELECT DISTINCT $1, key_id, $3::bigint
     FROM unnest($2::text[]) AS key_id`,
    ...[collector, keyIds, now + usesMs],
  );
  await db.run(
    `DELETE FROM collection_keys WHERE key_id NOT IN (SELECT key_id FROM collection_key_uses)
       AND NOT EXISTS (SELECT 1 FROM collection_calls calls WHERE calls.key_id = collection_keys.key_id AND at > $1)`,
    now - quotaMs,
  );
  await setStates(db);
}

async function endLost(db: Db, now: number): Promise<void> {
  await db.lock('words');
  await db.lock('claims');
  await forgetUses(db, null, now);
  await endLostRuns(db, now);
  await releaseEndedLeases(db, now);
  await setStates(db);
}

export const createCollectionKeyUses = (db: Db): Pick<CallBudgetStore, 'setKeys' | 'endLost'> => ({
  setKeys: (collector, keyIds, now) => db.transaction((tx) => setKeys(tx, collector, keyIds, now)),
  endLost: (now) => db.transaction((tx) => endLost(tx, now)),
});
