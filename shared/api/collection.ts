/** API calls of the capability `collection` (docs/product.md, section 17). */
import { type ReadTable, type RowOf, readRow } from '../fields/field.ts';
import * as messages from '../messages.ts';
import { type Page, readNothing, readObject, readPage, readText, readTime } from '../read.ts';
import { runsPageSize } from '../rules/limits.ts';
import { type Call, get, post, withQuery } from './call.ts';

/** `partial`: posts were left out. `waiting`: interrupted, continues later. */
export const runOutcomes = ['done', 'partial', 'waiting', 'failed'] as const;
export type RunOutcome = (typeof runOutcomes)[number];

/**
 * `found` counts all posts of the network, `added` the new ones that were stored. `outcome` is null while the run is under way.
 */
const runFields = {
  id: { api: 'RunID', type: 'id' },
  wordId: { api: 'WordID', type: 'id' },
  word: { api: 'Word', type: 'text' },
  startedAt: { api: 'StartedAt', type: 'text' },
  endedAt: { api: 'EndedAt', type: 'time' },
  found: { api: 'Found', type: 'figure' },
  added: { api: 'Added', type: 'count' },
  reason: { api: 'Reason', type: 'nullable' },
} as const satisfies ReadTable;

export type Run = RowOf<typeof runFields> & { outcome: RunOutcome | null };

const readRun = (raw: unknown): Run => ({
  ...readRow(runFields, raw),
  outcome: runOutcomes.find((outcome) => outcome === readObject(raw).Outcome) ?? null,
});

/** `resting`: not used until `until`. `broken`: refused until it is replaced. An unknown state is read as the last one. */
export const keyStateLabels = { resting: 'на паузе', broken: 'отклонён', working: 'работает' };
export const keyStates = ['working', 'resting', 'broken'] as const;

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
  message: { api: 'Message', type: 'nullable' },
  redirectUri: { api: 'RedirectURI', type: 'nullable' },
} as const satisfies ReadTable;

export type CollectionKey = RowOf<typeof keyFields>;

/**
 * `due` counts the phrases that are due now, `active` all that are collected. `callsPerDay` are what they need, `callsLeft` those
 * left for ordinary runs. `lastsUntil` is when they run out, null when they are enough.
 */
const overviewFields = {
  configured: { api: 'Configured', type: 'boolean' },
  keys: { api: 'Keys', type: { rows: keyFields } },
  due: { api: 'Due', type: 'count' },
  active: { api: 'Active', type: 'count' },
  callsPerDay: { api: 'CallsPerDay', type: 'count' },
  callsLeft: { api: 'CallsLeft', type: 'count' },
  lastsUntil: { api: 'LastsUntil', type: 'time' },
} as const satisfies ReadTable;

export type CollectionOverview = RowOf<typeof overviewFields>;

const windowFields = {
  from: { api: 'From', type: 'text' },
  to: { api: 'To', type: 'text' },
  complete: { api: 'Complete', type: 'boolean' },
} as const satisfies ReadTable;

export type CollectedWindow = RowOf<typeof windowFields>;

/**
 * `configured`: whether the backend collects at all. `reason`: why the phrase is in the state `error`. `windows` are the oldest
 * first, without overlaps.
 */
const wordCollectionFields = {
  configured: { api: 'Configured', type: 'boolean' },
  nextRunAt: { api: 'NextRunAt', type: 'time' },
  found: { api: 'Found', type: 'figure' },
  stored: { api: 'Stored', type: 'count' },
  lastPostAt: { api: 'LastPostAt', type: 'time' },
  reason: { api: 'Reason', type: 'nullable' },
  windows: { api: 'Windows', type: { rows: windowFields } },
} as const satisfies ReadTable;

export type WordCollection = RowOf<typeof wordCollectionFields> & {
  lastRun: Run | null;
  /** How far back a full search that is under way has come, and how far it goes. */
  fullSearch: { reached: string; from: string } | null;
};

function readWordCollection(reply: unknown): WordCollection {
  const { LastRun, FullSearchReached, FullSearchFrom } = readObject(reply);
  const reached = readTime(FullSearchReached);
  return {
    ...readRow(wordCollectionFields, reply),
    lastRun: LastRun ? readRun(LastRun) : null,
    fullSearch: reached === null ? null : { reached, from: readText(FullSearchFrom) },
  };
}

export const loadCollection = (): Call<CollectionOverview> =>
  get('/vknf/collection', (reply) => readRow(overviewFields, reply), messages.loadCollection);

export const loadRunsPage = (offset: number): Call<Page<Run>> =>
  get(
    withQuery('/vknf/collection/runs', { limit: runsPageSize, offset }),
    (reply) => readPage(reply, 'runs', readRun),
    messages.loadCollection,
  );

export const loadWordCollection = (wordId: number): Call<WordCollection> =>
  get(`/vknf/collection/words/${wordId}`, readWordCollection, messages.loadCollection);

/** «Собрать сейчас», for administrators. */
export const collectNow = (wordId: number): Call<null> =>
  post(withQuery('/vknf/collection/start', { id: wordId }), undefined, readNothing, messages.collectNow);

const outcomeLabels: Record<RunOutcome, string> = {
  done: 'Собрано',
  partial: 'Собрано не всё',
  waiting: 'Прервано, продолжится',
  failed: 'Ошибка',
};

/** `outcome` is null while a run is under way. */
export const outcomeLabel = (outcome: RunOutcome | null): string =>
  outcome === null ? 'Идёт' : outcomeLabels[outcome];
