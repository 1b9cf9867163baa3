/** The keys of the social network and the calls that they have made. Times are milliseconds since 1970. */
import { hourMs, minuteMs } from '../../platform/durations.ts';
import type { KeyState } from '../rules/collection/quota.ts';
import type { Db } from './port.ts';

/** A collector that has not reported for this time has stopped. */
export const usesMs = 3 * minuteMs;

export type KeyProblem = Pick<KeyState, 'state' | 'until' | 'code' | 'message' | 'redirectUri'>;

export interface CallBudgetStore {
  /** Counts a call of the run. False: the key has made `limit` calls in the last 24 hours. */
  reserveCall(keyId: string, runId: number | null, limit: number, now: number): Promise<boolean>;
  /** Null removes the problem. */
  setKeyProblem(keyId: string, problem: KeyProblem | null): Promise<void>;
  /**
   * The collector uses exactly these keys; without keys it has stopped. It reports them at least every `usesMs`. Keys that no
   * collector uses are deleted when their calls have expired. Phrases without a collected page are `pending` while
   * any collector has a key, also those created later, and `ready` while none has.
   */
  setKeys(collector: string, keyIds: readonly string[], now: number): Promise<void>;
  /** Removes collectors that have not reported for `usesMs`, and ends runs whose lease has ended. */
  endLost(now: number): Promise<void>;
  /** The keys that collectors use. */
  keys(now: number): Promise<KeyState[]>;
  /** When the oldest call of the last 24 hours expires; null without calls. */
  nextCallExpiry(keyId: string, now: number): Promise<number | null>;
}

/** The network counts calls in this rolling time. */
export const quotaMs = 24 * hourMs;

const noProblem: KeyProblem = { state: 'working', until: null, code: null, message: null, redirectUri: null };

/** A key works again when its rest has ended. */
const keyStateAt = (key: KeyState, now: number): KeyState =>
  key.state === 'resting' && key.until !== null && key.until <= now ? { ...key, ...noProblem } : key;

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
