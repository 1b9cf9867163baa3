/** Which collector uses which keys, in SQLite, and what that means for phrases that were never collected. */
import type { DatabaseSync } from 'node:sqlite';
import { type CallBudgetStore, quotaMs, usesMs } from '../call-budget-store.ts';
import type { CollectionLeases } from './collection-leases.ts';
import type { CollectionRuns } from './collection-runs.ts';
import { transaction } from './database.ts';

type Parts = { leases: CollectionLeases; runs: CollectionRuns };

export function createCollectionKeyUses(
  db: DatabaseSync,
  { leases, runs }: Parts,
): Pick<CallBudgetStore, 'setKeys' | 'endLost'> {
  const forgetUses = db.prepare('DELETE FROM collection_key_uses WHERE until <= ? OR collector = ?');
  const use = db.prepare('INSERT OR IGNORE INTO collection_key_uses (collector, key_id, until) VALUES (?, ?, ?)');
  const add = db.prepare('INSERT OR IGNORE INTO collection_keys (key_id) VALUES (?)');
  const forgetKeys = db.prepare(
    `DELETE FROM collection_keys WHERE key_id NOT IN (SELECT key_id FROM collection_key_uses)
       AND NOT EXISTS (SELECT 1 FROM collection_calls calls WHERE calls.key_id = collection_keys.key_id AND at > ?)`,
  );
  const isAnyUsed = db.prepare('SELECT 1 FROM collection_key_uses LIMIT 1');
  const setPending = db.prepare(
    `UPDATE words SET state = 'pending' WHERE state = 'ready'
       AND word_id IN (SELECT word_id FROM collection_phrases WHERE found IS NULL)`,
  );
  const clearPending = db.prepare("UPDATE words SET state = 'ready' WHERE state = 'pending'");

  const setStates = () => (isAnyUsed.get() ? setPending : clearPending).run();
  return {
    setKeys: async (collector, keyIds, now) =>
      transaction(db, () => {
        forgetUses.run(now, collector);
        for (const keyId of keyIds) {
          add.run(keyId);
          use.run(collector, keyId, now + usesMs);
        }
        forgetKeys.run(now - quotaMs);
        setStates();
      }),
    endLost: async (now) =>
      transaction(db, () => {
        forgetUses.run(now, '');
        runs.endLost(now);
        leases.releaseEnded(now);
        setStates();
      }),
  };
}
