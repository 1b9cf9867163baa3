/** The queries of posts. Each uses either the search index or the table's indexes. */
import { DatabaseSync } from 'node:sqlite';
import type { PostSortColumn } from '../../../shared/fields/posts.ts';
import type { TimeWindow } from '../rules/days.ts';
import type { Page, PageQuery } from '../store/page.ts';
import {
  noFilters,
  type PostPreview,
  type PostRow,
  type PostRowsJson,
  type PostRowsQuery,
  type PostTimes,
  type Viewing,
  type ViewingSince,
  withFilters,
} from '../store/posts-store.ts';
import { analysePosts, countOfOwners, countWordDays } from './analytics.ts';
import { findOldStories, findReading } from './earlier-stories.ts';
import { explainPosts } from './explanation.ts';
import {
  countInWindows,
  countOfClients,
  countOfTargets,
  listFirstPosts,
  previewChange,
  previewPosts,
} from './figures.ts';
import { isHiddenStory } from './hidden-stories.ts';
import { findMissingTime, findUncollected } from './missing-time.ts';
import { countNewStories, listArrivals, listArrivedStories } from './new-stories.ts';
import { automaticStories, type OwnStories, withOwnStories } from './own-stories.ts';
import { findIds, findPlaces, listShown, selectRealTimes } from './page-places.ts';
import { countFittingRows, fitTexts, listStems, readRows, readTextLengths, splitRows } from './page-rows.ts';
import { readPeriodReach } from './period-reach.ts';
import { countPosts, createHistogram } from './post-counts.ts';
import { selectPosts } from './post-selection.ts';
import { findText } from './post-text.ts';
import { writePosts, writeRows } from './present-post.ts';
import { diagnose } from './query-doctor.ts';
import { listFactRows, listReached } from './reached.ts';
import { countDistinctByIndex } from './row-queries.ts';
import { findMainStories, findNewSources } from './summary.ts';
import { readThread } from './thread.ts';
import { measureWords } from './word-measures.ts';
import { countWork, measureWork } from './work-counts.ts';

type PostPage = PageQuery<PostSortColumn>;

function findPage(db: DatabaseSync, own: OwnStories, viewing: Viewing, page: PostPage) {
  const reading = findReading(db, own, viewing);
  if (reading === null) return null;
  return { selection: reading.selection, ids: findIds(db, reading, page), total: countPosts(db, reading) };
}

function readPage(db: DatabaseSync, own: OwnStories, viewing: Viewing, page: PostPage): Page<PostRow> {
  const found = findPage(db, own, viewing, page);
  if (found === null) return { rows: [], total: 0 };
  const textMax = fitTexts(readTextLengths(db, found.ids));
  return { rows: readRows(db, own, viewing, { ...found, textMax }), total: found.total };
}

/** The first part of a page as JSON, and the IDs of the rows of the other parts. Texts over `textMax` are cut. */
function startPage(db: DatabaseSync, own: OwnStories, viewing: Viewing, page: PostPage) {
  const found = findPage(db, own, viewing, page);
  if (found === null) return { json: new Uint8Array(), total: 0, parts: [], textMax: 0 };
  const { selection, ids, total } = found;
  const lengths = readTextLengths(db, ids);
  const textMax = fitTexts(lengths);
  const [first = [], ...parts] = splitRows(ids, lengths, textMax);
  const rows = readRows(db, own, viewing, { selection, ids: first, textMax });
  return { json: writePosts(db, viewing, rows), total, parts, textMax };
}

/** Leaves out rows that were removed after the page was started. */
function continuePage(
  db: DatabaseSync,
  own: OwnStories,
  viewing: Viewing,
  ids: readonly number[],
  textMax: number,
): Uint8Array {
  // Only the counts of copies need the selection.
  const selection = !viewing.filter.copies ? selectPosts(db, own, viewing) : null;
  return writePosts(db, viewing, readRows(db, own, viewing, { selection, ids, textMax }));
}

/** The most rows that are read at once: a reply may have fewer than its limit. */
const rowsMax = 100;

function readRowsAfter(db: DatabaseSync, own: OwnStories, viewing: Viewing, query: PostRowsQuery): PostRowsJson {
  const selection = selectPosts(db, own, viewing);
  if (selection === null) return { json: new Uint8Array(), next: null };
  const limit = Math.min(query.limit, rowsMax);
  const found = findPlaces(db, viewing, selection, { ...query, limit });
  const lengths = readTextLengths(
    db,
    found.map(({ id }) => id),
  );
  const places = found.slice(0, countFittingRows(lengths));
  const ids = places.map(({ id }) => id);
  const textMax = fitTexts(lengths.slice(0, ids.length));
  const rows = readRows(db, own, viewing, { selection, ids, textMax });
  const old = findOldStories(db, selection);
  const isEnd = places.length === found.length && found.length < limit;
  const shown = rows.filter(({ storyId }) => !isHiddenStory(selection.hiddenStories, storyId) && !old.has(storyId));
  return { json: writeRows(viewing, shown), next: isEnd ? null : (places.at(-1) ?? null) };
}

function count(db: DatabaseSync, own: OwnStories, viewing: Viewing): number {
  const reading = findReading(db, own, viewing);
  return reading ? countPosts(db, reading) : 0;
}

/** Every matching story, once, the newest first. */
function listStories(db: DatabaseSync, own: OwnStories, viewing: Viewing): number[] {
  const reading = findReading(db, own, viewing);
  return reading ? [...new Set(listShown(db, reading).stories.reverse())] : [];
}

const readDates = (db: DatabaseSync, own: OwnStories, viewing: Viewing, now: number): PostTimes =>
  selectRealTimes(db, own, viewing, now).times;

/** What a phrase finds does not depend on what an account has muted and rules have hidden. */
function preview(db: DatabaseSync, ofAccount: Viewing, window: TimeWindow, wordId: number | null): PostPreview {
  const viewing = withFilters({ ...ofAccount, account: null }, { state: 'any' });
  const selection = selectPosts(db, automaticStories, viewing);
  if (selection === null) {
    const none = { total: 0, examples: [] };
    return { ...none, recent: 0, excluded: [], change: wordId === null ? null : { leaving: none, coming: none } };
  }
  return {
    ...previewPosts(db, selection, window),
    change:
      wordId === null
        ? null
        : previewChange(
            db,
            selection,
            selectPosts(db, automaticStories, withFilters(viewing, { text: null, word: wordId })),
          ),
  };
}

function countMatching(db: DatabaseSync, text: string): number {
  const selection = selectPosts(db, automaticStories, {
    filter: { ...noFilters, text },
    clientId: null,
    account: null,
    shownWork: null,
  });
  return selection === null || selection.text === null ? 0 : countDistinctByIndex(db, selection);
}

/** Runs a client's query with the client's own stories. Several filters belong to one account. */
const withClientStories =
  <Seen extends Viewing | readonly ViewingSince[], Values extends unknown[], Result>(
    query: (db: DatabaseSync, own: OwnStories, viewing: Seen, ...values: Values) => Result,
  ) =>
  (db: DatabaseSync, viewing: Seen, ...values: Values): Result => {
    const [first] = [viewing].flat();
    return withOwnStories(db, first?.clientId ?? null, (own) => query(db, own, viewing, ...values));
  };

export const postQueries = {
  page: withClientStories(readPage),
  startPage: withClientStories(startPage),
  continuePage: withClientStories(continuePage),
  rows: withClientStories(readRowsAfter),
  count: withClientStories(count),
  dates: withClientStories(readDates),
  histogram: withClientStories(createHistogram),
  analytics: withClientStories(analysePosts),
  periodReach: withClientStories(readPeriodReach),
  explanation: withClientStories(explainPosts),
  mainStories: withClientStories(findMainStories),
  text: findText,
  thread: withClientStories(readThread),
  newSources: withClientStories(findNewSources),
  missingTime: findMissingTime,
  uncollected: findUncollected,
  wordDays: withClientStories(countWordDays),
  preview,
  diagnose: withClientStories(diagnose),
  countMatching,
  countOfTargets,
  countOfClients,
  ownerFigures: withClientStories(countOfOwners),
  countNewStories: withClientStories(countNewStories),
  listStories: withClientStories(listStories),
  listStems,
  listArrivals: withClientStories(listArrivals),
  listArrivedStories: withClientStories(listArrivedStories),
  listReached: withClientStories(listReached),
  listFactRows: withClientStories(listFactRows),
  listFirstPosts: withClientStories(listFirstPosts),
  countInWindows: withClientStories(countInWindows),
  measureWords,
  countWork: withClientStories(countWork),
  measureWork: withClientStories(measureWork),
};

type Queries = typeof postQueries;
export type QueryName = keyof Queries;
export type QueryValues<Name extends QueryName> =
  Parameters<Queries[Name]> extends [DatabaseSync, ...infer Values] ? Values : never;
export type QueryResult<Name extends QueryName> = ReturnType<Queries[Name]>;
/** A query as plain data, which is sent to a reader thread. */
export type PostQuery<Name extends QueryName = QueryName> = { name: Name; values: QueryValues<Name> };

function runPostQuery<Name extends QueryName>(db: DatabaseSync, { name, values }: PostQuery<Name>) {
  const run = postQueries[name] as (db: DatabaseSync, ...values: unknown[]) => unknown;
  return run(db, ...values) as QueryResult<Name>;
}

/** Errors are plain objects, because a structured clone of an `Error` loses SQLite's `errcode`. */
export type ReaderReply =
  | { result: unknown }
  | { error: { name: string; message: string; stack: string; errcode?: number } };

/**
 * Runs queries one after another on its own read-only connection, in a thread (reader-thread.ts) or, in most tests, without
 * one.
 */
export function openReader(file: string) {
  const db = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  db.exec('PRAGMA temp_store = MEMORY');

  /** All statements of a query read the same snapshot of the database. */
  function runInSnapshot(query: PostQuery): unknown {
    db.exec('BEGIN');
    try {
      return runPostQuery(db, query);
    } finally {
      db.exec('ROLLBACK');
    }
  }

  return {
    answer(query: PostQuery): ReaderReply {
      try {
        return { result: runInSnapshot(query) };
      } catch (error) {
        const { name, message, stack = '', errcode } = error as Error & { errcode?: number };
        return { error: { name, message, stack, ...(errcode === undefined ? {} : { errcode }) } };
      }
    },
    close: () => db.close(),
  };
}
