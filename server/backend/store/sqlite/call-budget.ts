/** The budget of calls and the keys in SQLite. */
import type { DatabaseSync } from 'node:sqlite';
import { hourMs } from '../../../platform/durations.ts';
import { keyStateAt, noProblem, quotaMs } from '../call-budget-rules.ts';
import type { CallBudgetStore, KeyState } from '../call-budget-store.ts';
import { transaction } from './database.ts';

export function createCallBudget(db: DatabaseSync): Omit<CallBudgetStore, 'setKeys' | 'endLost'> {
  const forget = db.prepare('DELETE FROM collection_calls WHERE at <= ?');
  const count = db.prepare('SELECT count(*) AS calls FROM collection_calls WHERE key_id = ? AND at > ?');
  const countOfRun = db.prepare(
    'UPDATE collection_runs SET calls = calls + 1 WHERE run_id = ? RETURNING client_id AS clientId',
  );
  const insert = db.prepare('INSERT INTO collection_calls (key_id, at, client_id) VALUES (?, ?, ?)');
  const oldest = db.prepare('SELECT min(at) AS at FROM collection_calls WHERE key_id = ? AND at > ?');
  const setProblem = db.prepare(
    `INSERT INTO collection_keys (key_id, state, until, code, message, redirect_uri) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (key_id) DO UPDATE SET state = excluded.state, until = excluded.until, code = excluded.code,
       message = excluded.message, redirect_uri = excluded.redirect_uri`,
  );
  const list = db.prepare(
    `SELECT key_id AS id, state, until, code, message, redirect_uri AS redirectUri,
       (SELECT count(*) FROM collection_calls calls WHERE calls.key_id = keys.key_id AND at > :dayAgo) AS calls,
       (SELECT count(*) FROM collection_calls calls WHERE calls.key_id = keys.key_id AND at > :hourAgo) AS callsInHour
     FROM collection_keys keys WHERE key_id IN (SELECT key_id FROM collection_key_uses) ORDER BY key_id`,
  );
  return {
    reserveCall: async (keyId, runId, limit, now) =>
      transaction(db, () => {
        if (Number(count.get(keyId, now - quotaMs)?.calls) >= limit) return false;
        const clientId = runId === null ? null : (countOfRun.get(runId)?.clientId ?? null);
        insert.run(keyId, now, clientId);
        forget.run(now - quotaMs);
        return true;
      }),
    nextCallExpiry: async (keyId, now) => {
      const at = oldest.get(keyId, now - quotaMs)?.at;
      return typeof at === 'number' ? at + quotaMs : null;
    },
    setKeyProblem: async (keyId, problem) => {
      const { state, until, code, message, redirectUri } = problem ?? noProblem;
      setProblem.run(keyId, state, until, code, message, redirectUri);
    },
    keys: async (now) => {
      const keys = list.all({ dayAgo: now - quotaMs, hourAgo: now - hourMs }) as KeyState[];
      return keys.map((key) => keyStateAt(key, now));
    },
  };
}
