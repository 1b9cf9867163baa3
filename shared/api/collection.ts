/** API calls of the capability `collection` (docs/product.md, section 17). */
import * as messages from '../messages.ts';
import {
  type Page,
  readBoolean,
  readList,
  readNothing,
  readNullable,
  readNumber,
  readObject,
  readPage,
  readText,
  readTime,
} from '../read.ts';
import { runsPageSize } from '../rules/limits.ts';
import { type Call, get, post, withQuery } from './call.ts';

/** `partial`: posts were left out. `waiting`: interrupted, continues later. */
export const runOutcomes = ['done', 'partial', 'waiting', 'failed'] as const;
export type RunOutcome = (typeof runOutcomes)[number];

export type Run = {
  id: number;
  wordId: number;
  word: string;
  startedAt: string;
  endedAt: string | null;
  /** All posts that the network counted. */
  found: number | null;
  /** New posts that were stored. */
  added: number;
  /** Null while it is running. */
  outcome: RunOutcome | null;
  reason: string | null;
};
/** `resting`: not used until `until`. `broken`: refused until it is replaced. */
export const keyStates = ['working', 'resting', 'broken'] as const;
export type KeyStateName = (typeof keyStates)[number];

export type CollectionKey = {
  /** Does not reveal the key. */
  id: string;
  /** Calls of the last 24 hours, and their maximum. */
  calls: number;
  limit: number;
  state: KeyStateName;
  until: string | null;
  /** The network's error. */
  code: number | null;
  message: string | null;
  redirectUri: string | null;
};

export type CollectionOverview = {
  configured: boolean;
  keys: CollectionKey[];
  /** Phrases that are due now, and all that are collected. */
  due: number;
  active: number;
  /** Calls a day that the phrases need. */
  callsPerDay: number;
  /** Calls left for ordinary runs. */
  callsLeft: number;
  /** When the calls run out; null when they are enough. */
  lastsUntil: string | null;
};

export type CollectedWindow = { from: string; to: string; complete: boolean };

export type WordCollection = {
  /** Whether the backend collects at all. */
  configured: boolean;
  lastRun: Run | null;
  nextRunAt: string | null;
  found: number | null;
  stored: number;
  lastPostAt: string | null;
  /** Why the phrase is in the state `error`. */
  reason: string | null;
  /** How far back a full search that is under way has come, and how far it goes. */
  fullSearch: { reached: string; from: string } | null;
  /** Oldest first, without overlaps. */
  windows: CollectedWindow[];
};

/** A nullable number. */
const readCount = (value: unknown): number | null => (readNullable(value) === null ? null : readNumber(value));

const readRun = (raw: unknown): Run => {
  const fields = readObject(raw);
  return {
    id: readNumber(fields.RunID),
    wordId: readNumber(fields.WordID),
    word: readText(fields.Word),
    startedAt: readText(fields.StartedAt),
    endedAt: readTime(fields.EndedAt),
    found: readCount(fields.Found),
    added: readNumber(fields.Added, 0),
    outcome: runOutcomes.find((outcome) => outcome === fields.Outcome) ?? null,
    reason: readNullable(fields.Reason),
  };
};

const readKey = (raw: unknown): CollectionKey => {
  const fields = readObject(raw);
  return {
    id: readText(fields.KeyID),
    calls: readNumber(fields.Calls, 0),
    limit: readNumber(fields.Limit, 0),
    state: keyStates.find((state) => state === fields.State) ?? 'working',
    until: readTime(fields.Until),
    code: readCount(fields.Code),
    message: readNullable(fields.Message),
    redirectUri: readNullable(fields.RedirectURI),
  };
};

function readOverview(reply: unknown): CollectionOverview {
  const fields = readObject(reply);
  return {
    configured: readBoolean(fields.Configured),
    keys: readList(fields, 'Keys', readKey),
    due: readNumber(fields.Due, 0),
    active: readNumber(fields.Active, 0),
    callsPerDay: readNumber(fields.CallsPerDay, 0),
    callsLeft: readNumber(fields.CallsLeft, 0),
    lastsUntil: readTime(fields.LastsUntil),
  };
}

const readWindow = (raw: unknown): CollectedWindow => {
  const { From, To, Complete } = readObject(raw);
  return { from: readText(From), to: readText(To), complete: readBoolean(Complete) };
};

function readWordCollection(reply: unknown): WordCollection {
  const fields = readObject(reply);
  const reached = readTime(fields.FullSearchReached);
  return {
    configured: readBoolean(fields.Configured),
    lastRun: fields.LastRun ? readRun(fields.LastRun) : null,
    nextRunAt: readTime(fields.NextRunAt),
    found: readCount(fields.Found),
    stored: readNumber(fields.Stored, 0),
    lastPostAt: readTime(fields.LastPostAt),
    reason: readNullable(fields.Reason),
    fullSearch: reached === null ? null : { reached, from: readText(fields.FullSearchFrom) },
    windows: readList(fields, 'Windows', readWindow),
  };
}

export const loadCollection = (): Call<CollectionOverview> =>
  get('/vknf/collection', readOverview, messages.loadCollection);

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
