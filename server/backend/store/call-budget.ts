/** Access keys of the social network, and the calls made with them. Times are milliseconds since 1970. */
import { hourMs, minuteMs } from '../../../shared/durations.ts';
import type { KeyState, MethodRest } from '../rules/collection/quota.ts';
import { releaseEndedLeases } from './collection-phrases.ts';
import { endLostRuns } from './collection-runs.ts';
import type { KeyProblem } from './collection-store.ts';
import { countRows } from './page.ts';
import { createMethods, type Db } from './port.ts';

/** A collector that has not reported for this long counts as stopped. */
export const usesMs = 3 * minuteMs;

/** The network's quota applies to this rolling window. */
export const quotaMs = 24 * hourMs;

const noProblem: KeyProblem = { state: 'working', until: null, code: null, message: null, redirectUri: null };

/** A key works again when its rest has ended. */
const keyStateAt = (key: KeyState, now: number): KeyState =>
  key.state === 'resting' && key.until !== null && key.until <= now ? { ...key, ...noProblem } : key;

/** The method of a counted call. Each has its own quota. */
const methods = {
  search: 'newsfeed.search',
  lookUp: 'wall.getById',
  wall: 'wall.get',
  comments: 'wall.getComments',
} as const;
type Method = (typeof methods)[keyof typeof methods];
export const wallMethod = methods.wall;
export const commentMethod = methods.comments;

/** The methods without which a key goes on searching, and the beginnings of the names of their columns. */
const restedColumns = { lookUp: 'look_ups', wall: 'walls', comments: 'comments' } as const;
export type RestedUse = keyof typeof restedColumns;

/** The methods, by their use. */
export type VkUse = keyof typeof methods;

const countCalls = (db: Db, keyId: string, method: Method, now: number): Promise<number> =>
  countRows(db, 'FROM collection_calls WHERE key_id = $1 AND at > $2 AND method = $3', keyId, now - quotaMs, method);

const forgetExpired = (db: Db, keyId: string, now: number): Promise<number> =>
  db.run('DELETE FROM collection_calls WHERE key_id = $1 AND at <= $2', keyId, now - quotaMs);

/** Counts a call of the run. Returns false if the key has made `limit` calls in the last 24 hours. */
async function reserveCall(db: Db, keyId: string, runId: number | null, limit: number, now: number): Promise<boolean> {
  await db.lock('calls', keyId);
  if ((await countCalls(db, keyId, methods.search, now)) >= limit) return false;
  const counted = 'UPDATE collection_runs SET calls = calls + 1 WHERE run_id = $1 RETURNING client_id';
  const clientId = await db.value<string>(counted, runId);
  await db.run('INSERT INTO collection_calls (key_id, at, client_id) VALUES ($1, $2, $3)', keyId, now, clientId);
  await forgetExpired(db, keyId, now);
  return true;
}

/** What a call is for: a wall, and the client on whose turn it is read. */
export type CallSubject = { clientId: string | null; ownerId: number | null };

/**
 * Counts a call of a method that is not a search. Returns false if the key has made `limit` of them in the last 24 hours.
 */
async function reserveOther(
  db: Db,
  keyId: string,
  use: RestedUse,
  limit: number,
  now: number,
  { clientId, ownerId }: CallSubject = { clientId: null, ownerId: null },
): Promise<boolean> {
  await db.lock('calls', keyId);
  if ((await countCalls(db, keyId, methods[use], now)) >= limit) return false;
  const sql = 'INSERT INTO collection_calls (key_id, at, client_id, method, owner_id) VALUES ($1, $2, $3, $4, $5)';
  await db.run(sql, keyId, now, clientId, methods[use], ownerId);
  await forgetExpired(db, keyId, now);
  return true;
}

/** The caller holds the `words` lock, so that a phrase created concurrently gets the same state. */
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

/**
 * Sets the keys that the collector uses; none means that it has stopped. The collector calls this at least every `usesMs`. Keys
 * that no collector uses are deleted once their calls have expired. Phrases without a collected page, including phrases created
 * later, are `pending` while any collector has a key, and otherwise `ready`.
 */
async function setKeys(db: Db, collector: string, keyIds: readonly string[], now: number): Promise<void> {
  await db.lock('words');
  await forgetUses(db, collector, now);
  await db.run(
    `INSERT INTO collection_keys (key_id) SELECT DISTINCT key_id FROM ${db.dialect.elements('$1', 'text', 'key_id')} WHERE true
     ON CONFLICT DO NOTHING`,
    keyIds,
  );
  await db.run(
    `INSERT INTO collection_key_uses (collector, key_id, until) SELECT DISTINCT $1, key_id, CAST($3 AS bigint)
     FROM ${db.dialect.elements('$2', 'text', 'key_id')}`,
    collector,
    keyIds,
    now + usesMs,
  );
  await db.run(
    `DELETE FROM collection_keys WHERE key_id NOT IN (SELECT key_id FROM collection_key_uses)
       AND NOT EXISTS (SELECT 1 FROM collection_calls calls WHERE calls.key_id = collection_keys.key_id AND at > $1)`,
    now - quotaMs,
  );
  await setStates(db);
}

/** Removes collectors that have not reported for `usesMs`, and ends runs whose lease has ended. */
async function endLost(db: Db, now: number): Promise<void> {
  await db.lock('words');
  await db.lock('claims');
  await forgetUses(db, null, now);
  await endLostRuns(db, now);
  await releaseEndedLeases(db, now);
  await setStates(db);
}

/** When the oldest call of the last 24 hours expires; null without calls. */
async function nextCallExpiry(db: Db, keyId: string, use: VkUse, now: number): Promise<number | null> {
  const sql = 'SELECT min(at) FROM collection_calls WHERE key_id = $1 AND at > $2 AND method = $3';
  const oldest = await db.value<number>(sql, keyId, now - quotaMs, methods[use]);
  return oldest === null ? null : oldest + quotaMs;
}

/** Until then the key does not call the method. */
function setMethodRest(db: Db, keyId: string, use: RestedUse, { until, code, message }: MethodRest): Promise<number> {
  const columns = ['until', 'code', 'message'].map((name) => `${restedColumns[use]}_${name}`);
  return db.run(
    `INSERT INTO collection_keys (key_id, ${columns.join(', ')}) VALUES ($1, $2, $3, $4)
     ON CONFLICT (key_id) DO UPDATE SET ${columns.map((name) => `${name} = excluded.${name}`).join(', ')}`,
    keyId,
    until,
    code,
    message,
  );
}

/** `problem` null marks the key as working. */
async function setKeyProblem(db: Db, keyId: string, problem: KeyProblem | null): Promise<void> {
  const { state, until, code, message, redirectUri } = problem ?? noProblem;
  await db.run(
    `INSERT INTO collection_keys (key_id, state, until, code, message, redirect_uri) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (key_id) DO UPDATE SET state = excluded.state, until = excluded.until, code = excluded.code,
       message = excluded.message, redirect_uri = excluded.redirect_uri`,
    keyId,
    state,
    until,
    code,
    message,
    redirectUri,
  );
}

type StoredRest = { until: number | null; code: number | null; message: string | null };
type StoredKey = Omit<KeyState, 'lookUps' | 'walls' | 'comments'> & {
  lookUpCalls: number;
  lookUpsUntil: number | null;
  lookUpsCode: number | null;
  lookUpsMessage: string | null;
  wallCalls: number;
  wallsUntil: number | null;
  wallsCode: number | null;
  wallsMessage: string | null;
  commentCalls: number;
  commentsUntil: number | null;
  commentsCode: number | null;
  commentsMessage: string | null;
};

const restAt = ({ until, code, message }: StoredRest, now: number): MethodRest | null =>
  until !== null && until > now ? { until, code: code ?? 0, message: message ?? '' } : null;

function toKeyState(stored: StoredKey, now: number): KeyState {
  const {
    lookUpCalls,
    lookUpsUntil,
    lookUpsCode,
    lookUpsMessage,
    wallCalls,
    wallsUntil,
    wallsCode,
    wallsMessage,
    commentCalls,
    commentsUntil,
    commentsCode,
    commentsMessage,
    ...key
  } = stored;
  const lookUps = { until: lookUpsUntil, code: lookUpsCode, message: lookUpsMessage };
  const walls = { until: wallsUntil, code: wallsCode, message: wallsMessage };
  const comments = { until: commentsUntil, code: commentsCode, message: commentsMessage };
  return keyStateAt(
    {
      ...key,
      lookUps: { calls: lookUpCalls, rest: restAt(lookUps, now) },
      walls: { calls: wallCalls, rest: restAt(walls, now) },
      comments: { calls: commentCalls, rest: restAt(comments, now) },
    },
    now,
  );
}

/** The keys that collectors use. */
async function keys(db: Db, now: number): Promise<KeyState[]> {
  const callsOf = (method: string, since: string) =>
    `(SELECT count(*) FROM collection_calls calls WHERE calls.key_id = keys.key_id AND at > ${since} AND method = ${method})`;
  const used = await db.rows<StoredKey>(
    `SELECT key_id AS id, state, until, code, message, redirect_uri, look_ups_until, look_ups_code, look_ups_message,
       walls_until, walls_code, walls_message, comments_until, comments_code, comments_message,
       ${callsOf('$3', '$1')} AS calls, ${callsOf('$3', '$2')} AS calls_in_hour, ${callsOf('$4', '$1')} AS look_up_calls,
       ${callsOf('$5', '$1')} AS wall_calls, ${callsOf('$6', '$1')} AS comment_calls
     FROM collection_keys keys WHERE key_id IN (SELECT key_id FROM collection_key_uses) ORDER BY key_id`,
    now - quotaMs,
    now - hourMs,
    methods.search,
    methods.lookUp,
    methods.wall,
    methods.comments,
  );
  return used.map((key) => toKeyState(key, now));
}

export const createCallBudget = (db: Db) =>
  createMethods(
    db,
    { nextCallExpiry, keys },
    { reserveCall, reserveOther, setKeyProblem, setMethodRest, setKeys, endLost },
  );
