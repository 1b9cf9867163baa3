/** Calls of the capability `collection`: its state, its runs, and «Собрать сейчас». */
import * as messages from '../../../shared/messages.ts';
import { conflict, unknownId } from '../../platform/app-error.ts';
import { collectsPosts } from '../../platform/settings.ts';
import { type Context, endpoint } from '../http/endpoint.ts';
import { done, ok } from '../http/schema-fields.ts';
import { quotaOf } from '../rules/collection/quota.ts';
import { toTimeOrNull } from '../rules/reply-values.ts';
import { findVisibleWord, namedWordId } from '../words/find-visible-word.ts';
import { wordParams } from '../words/schemas.ts';
import { presentKey, presentRun, presentWordCollection, toOwnCollection } from './present-collection.ts';
import { overviewReply, runsQuery, runsReply, startQuery, wordCollectionReply } from './schemas.ts';

/** Whether this process or another one on the same database collects. */
const isConfigured = async ({ store, config, now }: Pick<Context, 'store' | 'config' | 'now'>): Promise<boolean> =>
  collectsPosts(config) || (await store.collection.keys(now)).length > 0;

const state = endpoint({
  method: 'GET',
  path: '/vknf/collection',
  access: 'admin',
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

const runs = endpoint({
  method: 'GET',
  path: '/vknf/collection/runs',
  access: 'admin',
  summary: 'A page of runs, newest first',
  query: runsQuery,
  reply: runsReply,
  handle: async ({ store, query }) => {
    const { rows, total } = await store.collection.runs({ ...query, wordId: null });
    return { runs: rows.map(presentRun), total };
  },
});

const ofWord = endpoint({
  method: 'GET',
  path: '/vknf/collection/words/{id}',
  access: 'signed-in',
  summary: 'The collection of one phrase; for a client, one of its own',
  params: wordParams,
  reply: wordCollectionReply,
  handle: async ({ store, config, viewer, params, now }) => {
    const word = await findVisibleWord(store, viewer, params.id);
    const collection = await store.collection.phrase(word.wordId, now);
    if (!collection) throw unknownId();
    const configured = await isConfigured({ store, config, now });
    return presentWordCollection(toOwnCollection(collection, word, now), word, configured);
  },
});

const start = endpoint({
  method: 'POST',
  path: '/vknf/collection/start',
  access: 'admin',
  summary:
    'Collects a phrase as soon as possible; 409 without a key, for a frozen phrase, and while it is collected or waits',
  query: startQuery,
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
