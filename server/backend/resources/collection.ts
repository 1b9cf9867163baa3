/** Calls beyond the specified ones: the state of the collection, its runs, and «Собрать сейчас». */
import * as v from 'valibot';
import { overviewFields, runFields, wordCollectionFields } from '../../../shared/api/collection.ts';
import * as messages from '../../../shared/messages.ts';
import { runsPageSize } from '../../../shared/rules/limits.ts';
import { conflict, unknownId } from '../../platform/app-error.ts';
import { collectsPosts } from '../../platform/settings.ts';
import { type Context, endpoint, existing } from '../http/endpoint.ts';
import { pageOf } from '../http/reply.ts';
import { idQuery, limitAndOffset } from '../http/schema-fields.ts';
import { type KeyState, quotaOf } from '../rules/collection/quota.ts';
import type { PhraseCollection } from '../store/collection-store.ts';
import type { WordRow } from '../store/words-store.ts';
import { findVisibleWord, namedWordId } from './words/word.ts';

/** The collection of a phrase that had other clients before, and has not been collected since. */
const uncollected = { lastRun: null, found: null, stored: 0, reason: null, cursor: null, windows: [] };

/** The collection as the client sees it. The last run before the client had the phrase counts as its first run. */
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

/** Whether this process or another one on the same database collects. */
export const isConfigured = async ({
  store,
  config,
  now,
}: Pick<Context, 'store' | 'config' | 'now'>): Promise<boolean> =>
  collectsPosts(config) || (await store.collection.keys(now)).length > 0;

const presentKey = ({ lookUps: { rest }, walls: _, comments: __, ...key }: KeyState, limit: number) => ({
  ...key,
  limit,
  lookUpsUntil: rest?.until ?? null,
  lookUpsCode: rest?.code ?? null,
  lookUpsMessage: rest?.message ?? null,
});

const state = endpoint('GET', '/vknf/collection', 'admin', {
  summary: 'Whether collection is set up, its keys, its queue, and how long the quota of calls lasts',
  reply: overviewFields,
  handle: async ({ store, config, now }) => {
    const { collection } = store;
    const [keys, queue, checks, walls, commentsDue] = await Promise.all([
      collection.keys(now),
      collection.queue(now),
      collection.checkQueue(now),
      collection.listWalls(now),
      collection.commentQueue(now),
    ]);
    const limit = config.COLLECTION_DAILY_CALLS;
    const useOf = (use: 'lookUps' | 'walls' | 'comments', perKey: number) => ({
      calls: keys.reduce((sum, key) => sum + key[use].calls, 0),
      limit: keys.length * perKey,
    });
    return {
      ...queue,
      ...quotaOf(keys, limit, queue.callsPerDay, now),
      configured: collectsPosts(config) || keys.length > 0,
      keys: keys.map((key) => presentKey(key, limit)),
      checks: {
        ...checks,
        ...useOf('lookUps', config.POST_CHECKS_DAILY_CALLS),
      },
      walls: walls.map(({ readAt, rest, ...wall }) => ({
        ...wall,
        readAt,
        lagMs: readAt === null ? null : Math.max(0, now - readAt),
        problem: rest?.message ?? null,
      })),
      wallUse: {
        walls: useOf('walls', config.WALL_DAILY_CALLS),
        comments: useOf('comments', config.COMMENT_DAILY_CALLS),
        due: commentsDue,
      },
    };
  },
});

const runs = endpoint('GET', '/vknf/collection/runs', 'admin', {
  summary: 'A page of runs: first the last failed one of each phrase in the state error, then the others, newest first',
  query: v.object(limitAndOffset(runsPageSize)),
  reply: pageOf('runs', runFields),
  handle: async ({ store, query }) => {
    const { rows, total } = await store.collection.runs(query);
    return { rows: rows.map((run) => ({ ...run, id: run.runId })), total };
  },
});

const ofWord = endpoint('GET', '/vknf/collection/words/{id}', 'signed-in', {
  summary: 'The collection of one phrase; for a client, one of its own',
  params: idQuery,
  reply: wordCollectionFields,
  handle: async ({ store, config, viewer, params, now }) => {
    const word = await findVisibleWord(store, viewer, params.id);
    const collection = existing(await store.collection.phrase(word.wordId, now));
    const { shownId: wordId, text, lastPostPosts: lastPostAt } = word;
    const { lastRun, cursor, ...own } = toOwnCollection(collection, word, now);
    return {
      ...own,
      // Without rows of walls that the viewer does not see.
      stored: word.totalPosts,
      wordId,
      lastPostAt,
      configured: await isConfigured({ store, config, now }),
      lastRun: lastRun && { ...lastRun, id: lastRun.runId, wordId, word: text },
      fullSearchReached: cursor?.to ?? null,
      fullSearchFrom: cursor?.from ?? null,
    };
  },
});

const start = endpoint('POST', '/vknf/collection/start', 'admin', {
  summary:
    'Collects a phrase as soon as possible; 409 without a key, for a frozen phrase, and while it is collected or waits',
  query: idQuery,
  handle: async ({ store, config, by, query: { id }, now }) => {
    if (!(await isConfigured({ store, config, now }))) throw conflict(messages.collectionOff);
    const outcome = await store.collection.request(await namedWordId(store, id), now, by);
    if (outcome === 'unknown') throw unknownId();
    if (outcome === 'frozen') throw conflict(messages.collectionFrozen);
    if (outcome === 'busy') throw conflict(messages.collectionBusy);
  },
});

export const collection = [state, runs, ofWord, start];
