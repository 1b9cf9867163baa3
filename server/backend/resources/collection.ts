/** Calls of the capability `collection`: its state, its runs, and «Собрать сейчас». */
import * as v from 'valibot';
import { keyStates, runOutcomes } from '../../../shared/api/collection.ts';
import * as messages from '../../../shared/messages.ts';
import { runsPageSize } from '../../../shared/rules/limits.ts';
import { conflict, unknownId } from '../../platform/app-error.ts';
import { collectsPosts } from '../../platform/settings.ts';
import { type Context, endpoint } from '../http/endpoint.ts';
import { done, idQuery, limitAndOffset, ok, total } from '../http/schema-fields.ts';
import { type KeyState, quotaOf } from '../rules/collection/quota.ts';
import { time, toTime, toTimeOrNull } from '../rules/reply-values.ts';
import type { PhraseCollection, RunRow } from '../store/collection-store.ts';
import type { WordRow } from '../store/words-store.ts';
import { findVisibleWord, namedWordId } from './words/word.ts';

const count = v.pipe(v.number(), v.integer());

/** `KeyID` does not reveal the key. `Calls` are those of the last 24 hours, `Limit` their maximum. */
const keyReply = v.strictObject({
  KeyID: v.string(),
  Calls: count,
  Limit: count,
  State: v.picklist(keyStates),
  Until: v.nullable(time),
  Code: v.nullable(count),
  Message: v.nullable(v.string()),
  RedirectURI: v.nullable(v.string()),
});

/**
 * `Due` phrases wait for their run, `Active` ones are collected at all. `CallsPerDay` is what they need. `CallsLeft` are those
 * for ordinary runs. `LastsUntil` is null when the calls are enough.
 */
const overviewReply = v.strictObject({
  Configured: v.boolean(),
  Keys: v.array(keyReply),
  Due: count,
  Active: count,
  CallsPerDay: v.number(),
  CallsLeft: count,
  LastsUntil: v.nullable(time),
});

/** `Found` is the network's count of all posts, `Added` the number of new ones. `Outcome` is null while it is running. */
const runReply = v.strictObject({
  RunID: count,
  WordID: count,
  Word: v.string(),
  StartedAt: time,
  EndedAt: v.nullable(time),
  Found: v.nullable(count),
  Added: count,
  Calls: count,
  Outcome: v.nullable(v.picklist(runOutcomes)),
  Reason: v.nullable(v.string()),
});

/**
 * `Reason` is why the phrase is in the state `error`. A full search under way has reached `FullSearchReached` on its way back
 * to `FullSearchFrom`. Windows are oldest first, both bounds included, up to 100; not `Complete`: posts in it could not be read.
 */
const wordCollectionReply = v.strictObject({
  WordID: count,
  Configured: v.boolean(),
  LastRun: v.nullable(runReply),
  NextRunAt: v.nullable(time),
  Found: v.nullable(count),
  Stored: count,
  LastPostAt: v.nullable(time),
  Reason: v.nullable(v.string()),
  FullSearchReached: v.nullable(time),
  FullSearchFrom: v.nullable(time),
  Windows: v.array(v.strictObject({ From: time, To: time, Complete: v.boolean() })),
});

const presentKey = (key: KeyState, limit: number): v.InferOutput<typeof overviewReply>['Keys'][number] => ({
  KeyID: key.id,
  Calls: key.calls,
  Limit: limit,
  State: key.state,
  Until: toTimeOrNull(key.until),
  Code: key.code,
  Message: key.message,
  RedirectURI: key.redirectUri,
});

const presentRun = (run: RunRow): v.InferOutput<typeof runReply> => ({
  RunID: run.runId,
  WordID: run.wordId,
  Word: run.word,
  StartedAt: toTime(run.startedAt),
  EndedAt: toTimeOrNull(run.endedAt),
  Found: run.found,
  Added: run.added,
  Calls: run.calls,
  Outcome: run.outcome,
  Reason: run.reason,
});

/** Of a phrase that others have had before. */
const uncollected = { lastRun: null, found: null, stored: 0, reason: null, cursor: null, windows: [] };

/** As the client sees it: a run of before it could see the phrase is the first one for it. */
function toOwnCollection(collection: PhraseCollection, word: WordRow, now: number): PhraseCollection {
  const { state, running, awaits, collectedAt } = word;
  const nextRunAt = state === 'freeze' ? null : collection.nextRunAt;
  if (awaits) return { ...collection, ...uncollected, nextRunAt: nextRunAt === null || running ? null : now };
  const { lastRun, stored } = collection;
  const isEarlier = lastRun !== null && lastRun.endedAt !== null && lastRun.endedAt < (collectedAt ?? 0);
  if (!isEarlier) return { ...collection, nextRunAt };
  return {
    ...collection,
    nextRunAt,
    lastRun: { ...lastRun, startedAt: collectedAt ?? 0, endedAt: collectedAt, added: stored },
  };
}

const presentWordCollection = (
  collection: PhraseCollection,
  { shownId, text, lastPostPosts }: WordRow,
  configured: boolean,
): v.InferOutput<typeof wordCollectionReply> => ({
  WordID: shownId,
  Configured: configured,
  LastRun: collection.lastRun && presentRun({ ...collection.lastRun, wordId: shownId, word: text }),
  NextRunAt: toTimeOrNull(collection.nextRunAt),
  Found: collection.found,
  Stored: collection.stored,
  LastPostAt: toTimeOrNull(lastPostPosts),
  Reason: collection.reason,
  FullSearchReached: toTimeOrNull(collection.cursor?.to ?? null),
  FullSearchFrom: toTimeOrNull(collection.cursor?.from ?? null),
  Windows: collection.windows.map(({ from, to, complete }) => ({
    From: toTime(from),
    To: toTime(to),
    Complete: complete,
  })),
});

/** Whether this process or another one on the same database collects. */
const isConfigured = async ({ store, config, now }: Pick<Context, 'store' | 'config' | 'now'>): Promise<boolean> =>
  collectsPosts(config) || (await store.collection.keys(now)).length > 0;

const state = endpoint('GET', '/vknf/collection', 'admin', {
  summary: 'Whether collection is set up, its keys, its queue, and how long the quota of calls lasts',
  reply: overviewReply,
  handle: async ({ store, config, now }) => {
    const [keys, queue] = await Promise.all([store.collection.keys(now), store.collection.queue(now)]);
    const limit = config.COLLECTION_DAILY_CALLS;
    const { callsLeft, lastsUntil } = quotaOf(keys, limit, queue.callsPerDay, now);
    return {
      Configured: collectsPosts(config) || keys.length > 0,
      Keys: keys.map((key) => presentKey(key, limit)),
      Due: queue.due,
      Active: queue.active,
      CallsPerDay: queue.callsPerDay,
      CallsLeft: callsLeft,
      LastsUntil: toTimeOrNull(lastsUntil),
    };
  },
});

const runs = endpoint('GET', '/vknf/collection/runs', 'admin', {
  summary: 'A page of runs, newest first',
  query: v.object(limitAndOffset(runsPageSize)),
  reply: v.strictObject({ runs: v.array(runReply), total }),
  handle: async ({ store, query }) => {
    const { rows, total } = await store.collection.runs({ ...query, wordId: null });
    return { runs: rows.map(presentRun), total };
  },
});

const ofWord = endpoint('GET', '/vknf/collection/words/{id}', 'signed-in', {
  summary: 'The collection of one phrase; for a client, one of its own',
  params: idQuery,
  reply: wordCollectionReply,
  handle: async ({ store, config, viewer, params, now }) => {
    const word = await findVisibleWord(store, viewer, params.id);
    const collection = await store.collection.phrase(word.wordId, now);
    if (!collection) throw unknownId();
    const configured = await isConfigured({ store, config, now });
    return presentWordCollection(toOwnCollection(collection, word, now), word, configured);
  },
});

const start = endpoint('POST', '/vknf/collection/start', 'admin', {
  summary:
    'Collects a phrase as soon as possible; 409 without a key, for a frozen phrase, and while it is collected or waits',
  query: idQuery,
  reply: done,
  handle: async ({ store, config, by, query: { id }, now }) => {
    if (!(await isConfigured({ store, config, now }))) throw conflict(messages.collectionOff);
    const outcome = await store.collection.request(await namedWordId(store, id), now, by);
    if (outcome === 'unknown') throw unknownId();
    if (outcome === 'frozen') throw conflict(messages.collectionFrozen);
    if (outcome === 'busy') throw conflict(messages.collectionBusy);
    return ok;
  },
});

export const collection = [state, runs, ofWord, start];
