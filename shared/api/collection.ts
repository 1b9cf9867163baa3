/** API calls of our own backend (docs/product/collection.md). */
import { pageReader, type ReplyTable, type RowOf, rowReader } from '../fields/field.ts';
import * as messages from '../messages.ts';
import type { Page } from '../read.ts';
import { runsPageSize } from '../rules/limits.ts';
import { type Call, change, get, withQuery } from './call.ts';

/** `partial`: some posts were not read. `waiting`: interrupted, continues later. */
const outcomeLabels = {
  done: 'Собрано',
  partial: 'Собрано не всё',
  waiting: 'Прервано, продолжится',
  failed: 'Ошибка',
} as const;
export type RunOutcome = keyof typeof outcomeLabels;

/** `outcome` is null during a run. */
export const outcomeLabel = (outcome: RunOutcome | null): string =>
  outcome === null ? 'Идёт' : outcomeLabels[outcome];

/** `found` is the total that the network reports, `added` the number of new posts stored. `outcome` is null during the run. */
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

/** `resting`: unused until `until`. `broken`: refused until it is replaced. An unknown state is read as `working`. */
export const keyStateLabels = { resting: 'на паузе', broken: 'отклонён', working: 'работает' } as const;

/**
 * `id` does not reveal the key. `calls` counts the last 24 hours, `limit` is its maximum. `code`, `message` and `redirectUri`
 * belong to the network's error. `lookUpsUntil`: until then the key checks no posts, because of the error `lookUpsCode`.
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
  lookUpsUntil: { api: 'ChecksUntil', type: 'time' },
  lookUpsCode: { api: 'ChecksCode', type: 'figure' },
  lookUpsMessage: { api: 'ChecksMessage', type: 'plain' },
} as const satisfies ReplyTable;

export type CollectionKey = RowOf<typeof keyFields>;

/** Checks of posts. `calls` counts the last 24 hours, of at most `limit`; both are 0 when they are off. `due`: posts that wait. */
const checksFields = {
  calls: { api: 'Calls', type: 'count' },
  limit: { api: 'Limit', type: 'count' },
  due: { api: 'Due', type: 'count' },
  lateMs: { api: 'LateMs', type: 'count' },
} as const satisfies ReplyTable;

export type PostChecks = RowOf<typeof checksFields>;

/**
 * A wall that clients follow. `readAt`: the last complete reading, `lagMs` ago; null before the first. `calls` counts 24 hours.
 * `problem`: why the network refuses it. `idle`: no follower has a phrase or wants every post.
 */
const wallFields = {
  ownerId: { api: 'OwnerID', type: 'id' },
  name: { api: 'Name', type: 'nullable', named: true },
  readAt: { api: 'ReadAt', type: 'time' },
  lagMs: { api: 'LagMs', type: 'figure' },
  calls: { api: 'Calls', type: 'count' },
  problem: { api: 'Problem', type: 'plain' },
  isIdle: { api: 'Idle', type: 'boolean' },
} as const satisfies ReplyTable;

export type CollectedWall = RowOf<typeof wallFields>;

/** Calls of 24 hours, of at most `limit`. */
const usageFields = {
  calls: { api: 'Calls', type: 'count' },
  limit: { api: 'Limit', type: 'count' },
} as const satisfies ReplyTable;

/** The calls that read walls, and those that read comments. `due`: posts whose comments are to be read. */
const wallUseFields = {
  walls: { api: 'Walls', type: { row: usageFields } },
  comments: { api: 'Comments', type: { row: usageFields } },
  due: { api: 'Due', type: 'count' },
} as const satisfies ReplyTable;

export type WallUse = RowOf<typeof wallUseFields>;

/**
 * `due` counts the phrases that are due, `active` all collected ones. `callsPerDay` is the number of calls that they need,
 * `callsLeft` the number that is left for ordinary runs. `lastsUntil` is when the calls run out; null when they suffice or no
 * key works.
 */
export const overviewFields = {
  configured: { api: 'Configured', type: 'boolean' },
  keys: { api: 'Keys', type: { rows: keyFields } },
  due: { api: 'Due', type: 'count' },
  active: { api: 'Active', type: 'count' },
  callsPerDay: { api: 'CallsPerDay', type: 'decimal' },
  callsLeft: { api: 'CallsLeft', type: 'count' },
  lastsUntil: { api: 'LastsUntil', type: 'time' },
  checks: { api: 'Checks', type: { row: checksFields } },
  walls: { api: 'Walls', type: { rows: wallFields } },
  wallUse: { api: 'WallUse', type: { row: wallUseFields } },
} as const satisfies ReplyTable;

export type CollectionOverview = RowOf<typeof overviewFields>;

const windowFields = {
  from: { api: 'From', type: 'moment' },
  to: { api: 'To', type: 'moment' },
  complete: { api: 'Complete', type: 'boolean' },
} as const satisfies ReplyTable;

export type CollectedWindow = RowOf<typeof windowFields>;

/**
 * `configured`: whether the backend collects at all. `reason`: why the phrase is in the state `error`. A running full search
 * goes back in time: it has reached `fullSearchReached` and ends at `fullSearchFrom`. `windows`: up to 100, oldest first,
 * without overlaps, both bounds included; in one that is not `complete`, some posts could not be read.
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
