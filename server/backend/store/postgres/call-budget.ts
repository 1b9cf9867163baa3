/** The budget of calls and the keys in PostgreSQL. */
import { hourMs } from '../../../platform/durations.ts';
import { keyStateAt, noProblem, quotaMs } from '../call-budget-rules.ts';
import type { CallBudgetStore, KeyState } from '../call-budget-store.ts';
import type { Db } from './database.ts';

async function reserveCall(db: Db, keyId: string, runId: number | null, limit: number, now: number): Promise<boolean> {
  await db.lock('calls', keyId);
  const made = await db.row<{ calls: number }>(
    'SELECT count(*) AS calls FROM collection_calls WHERE key_id = $1 AND at > $2',
    ...[keyId, now - quotaMs],
  );
  if ((made?.calls ?? 0) >= limit) return false;
  const run = await db.row<{ clientId: string | null }>(
    'UPDATE collection_runs SET calls = calls + 1 WHERE run_id = $1 RETURNING client_id',
    runId,
  );
  const insert = 'INSERT INTO collection_calls (key_id, at, client_id) VALUES ($1, $2, $3)';
  await db.run(insert, keyId, now, run?.clientId ?? null);
  await db.run('DELETE FROM collection_calls WHERE key_id = $1 AND at <= $2', keyId, now - quotaMs);
  return true;
}

export const createCallBudget = (db: Db): Omit<CallBudgetStore, 'setKeys' | 'endLost'> => ({
  reserveCall: (keyId, runId, limit, now) => db.transaction((tx) => reserveCall(tx, keyId, runId, limit, now)),
  nextCallExpiry: async (keyId, now) => {
    const sql = 'SELECT min(at) AS at FROM collection_calls WHERE key_id = $1 AND at > $2';
    const oldest = await db.row<{ at: number | null }>(sql, keyId, now - quotaMs);
    return typeof oldest?.at === 'number' ? oldest.at + quotaMs : null;
  },
  setKeyProblem: async (keyId, problem) => {
    const { state, until, code, message, redirectUri } = problem ?? noProblem;
    await db.run(
      `INSERT INTO collection_keys (key_id, state, until, code, message, redirect_uri) VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (key_id) DO UPDATE SET state = excluded.state, until = excluded.until, code = excluded.code,
         message = excluded.message, redirect_uri = excluded.redirect_uri`,
      ...[keyId, state, until, code, message, redirectUri],
    );
  },
  keys: async (now) => {
    const keys = await db.rows<KeyState>(
      `SELECT key_id AS id, state, until, code, message, redirect_uri,
         (SELECT count(*) FROM collection_calls calls WHERE calls.key_id = keys.key_id AND at > $1) AS calls,
         (SELECT count(*) FROM collection_calls calls WHERE calls.key_id = keys.key_id AND at > $2) AS calls_in_hour
       FROM collection_keys keys WHERE key_id IN (SELECT key_id FROM collection_key_uses) ORDER BY key_id`,
      ...[now - quotaMs, now - hourMs],
    );
    return keys.map((key) => keyStateAt(key, now));
  },
});
