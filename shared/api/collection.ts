/** API calls of the capability `collection` (docs/product.md, section 17). */
import { pageReader, type ReplyTable, type RowOf, rowReader } from '../fields/field.ts';
import * as messages from '../messages.ts';
import type { Page } from '../read.ts';
import { runsPageSize } from '../rules/limits.ts';
import { type Call, change, get, withQuery } from './call.ts';

/** `partial`: posts were left out. `waiting`: interrupted, continues later. */
const outcomeLabels = {
  done: 'Собрано',
  partial: 'Собрано не всё',
  waiting: 'Прервано, продолжится',
  failed: 'Ошибка',
} as const;
export type RunOutcome = keyof typeof outcomeLabels;

/** `outcome` is null while a run is under way. */
export const outcomeLabel = (outcome: RunOutcome | null): string =>
  outcome === null ? 'Идёт' : outcomeLabels[outcome];

/**
 * `found` counts all posts of the network, `added` the new ones that were stored. `outcome` is null while the run is under way.
 */
export const runFields = {
  id: { api: 'RunID', type: 'id' },
  wordId: { api: 'WordID', type: 'id' },
  word: { api: 'Word', type: 'text' },
  startedAt: { api: 'StartedAt', type: 'moment' },
  endedAt: { api: 'EndedAt', type: 'time' },
  found: { api: 'Found', type: 'figure' },
  added: { api: 'Added', type: 'count' },
  calls: { api: 'Calls', type: 'count' },
  outcome: { api: 'Outcome', type: { labels: outcomeLabels, nullable: true } },
  reason: { api: 'Reason', type: 'plain' },
} as const satisfies ReplyTable;

export type Run = RowOf<typeof runFields>;

/** `resting`: not used until `until`. `broken`: refused until it is replaced. An unknown state is read as the last one. */
export const keyStateLabels = { resting: 'на паузе', broken: 'отклонён', working: 'работает' } as const;

/**
 * `id` does not reveal the key. `calls` are those of the last 24 hours, `limit` their maximum. `code`, `message` and
 * `redirectUri` belong to the network's error.
 */
const keyFields = {
  id: { api: 'KeyID', type: 'text' },
  calls: { api: 'Calls', type: 'count' },
  limit: { api: 'Limit', type: 'count' },
  state: { api: 'State', type: { labels: keyStateLabels } },
  until: { api: 'Until', type: 'time' },
  code: { api: 'Code', type: 'figure' },
  message: { api: 'Message', type: 'plain' },
  redirectUri: { api: 'RedirectURI', type: 'plain' },
} as const satisfies ReplyTable;

export type CollectionKey = RowOf<typeof keyFields>;

/**
 * `due` counts the phrases that are due now, `active` all that are collected. `callsPerDay` are what they need, `callsLeft` those
 * left for ordinary runs. `lastsUntil` is when they run out, null when they are enough.
 */
export const overviewFields = {
  configured: { api: 'Configured', type: 'boolean' },
  keys: { api: 'Keys', type: { rows: keyFields } },
  due: { api: 'Due', type: 'count' },
  active: { api: 'Active', type: 'count' },
  callsPerDay: { api: 'CallsPerDay', type: 'decimal' },
  callsLeft: { api: 'CallsLeft', type: 'count' },
  lastsUntil: { api: 'LastsUntil', type: 'time' },
} as const satisfies ReplyTable;

export type CollectionOverview = RowOf<typeof overviewFields>;

const windowFields = {
  from: { api: 'From', type: 'moment' },
  to: { api: 'To', type: 'moment' },
  complete: { api: 'Complete', type: 'boolean' },
} as const satisfies ReplyTable;

export type CollectedWindow = RowOf<typeof windowFields>;

/**
 * `configured`: whether the backend collects at all. `reason`: why the phrase is in the state `error`. A full search under way has
 * come back to `fullSearchReached` and goes on to `fullSearchFrom`. `windows` are the oldest first, without overlaps, both bounds
 * included, up to 100; not `complete`: posts in it could not be read.
 */
export const wordCollectionFields = {
  wordId: { api: 'WordID', type: 'count' },
  configured: { api: 'Configured', type: 'boolean' },
  lastRun: { api: 'LastRun', type: { row: runFields, nullable: true } },
  nextRunAt: { api: 'NextRunAt', type: 'time' },
  found: { api: 'Found', type: 'figure' },
  stored: { api: 'Stored', type: 'count' },
  lastPostAt: { api: 'LastPostAt', type: 'time' },
  reason: { api: 'Reason', type: 'plain' },
  fullSearchReached: { api: 'FullSearchReached', type: 'time' },
  fullSearchFrom: { api: 'FullSearchFrom', type: 'time' },
  windows: { api: 'Windows', type: { rows: windowFields } },
} as const satisfies ReplyTable;

export type WordCollection = RowOf<typeof wordCollectionFields>;

export const loadCollection = (): Call<CollectionOverview> =>
  get('/vknf/collection', rowReader(overviewFields), messages.loadCollection);

export const loadRunsPage = (offset: number): Call<Page<Run>> =>
  get(
    withQuery('/vknf/collection/runs', { limit: runsPageSize, offset }),
    pageReader('runs', runFields),
    messages.loadCollection,
  );

export const loadWordCollection = (wordId: number): Call<WordCollection> =>
  get(`/vknf/collection/words/${wordId}`, rowReader(wordCollectionFields), messages.loadCollection);

/** «Собрать сейчас», for administrators. */
export const collectNow = (wordId: number) =>
  change(withQuery('/vknf/collection/start', { id: wordId }), messages.collectNow);
