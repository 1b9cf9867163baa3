/** The queries of posts. Each uses either the search index or the table's indexes. */
import type { DatabaseSync } from 'node:sqlite';
import type { Analytics, WordDays } from '../../../../shared/api/analytics.ts';
import type { Histogram } from '../../../../shared/api/histogram.ts';
import type { PostSortColumn } from '../../../../shared/api/posts.ts';
import type { Days } from '../../../../shared/days.ts';
import type { Page, PageQuery } from '../page.ts';
import {
  type CountedTarget,
  everyPost,
  type PostPreview,
  type PostRow,
  type PostRows,
  type PostRowsQuery,
  type PostScope,
  type PostTimes,
  type StoriesScope,
  type StoryArrivals,
  type WindowsQuery,
} from '../posts-store.ts';
import type { MeasuredWord } from '../word-health-store.ts';
import { analysePosts } from './analytics.ts';
import { countOfClients } from './client-counts.ts';
import { findKnown } from './known-stories.ts';
import { countNewStories } from './new-stories.ts';
import { createHistogram } from './post-histogram.ts';
import { countDistinctByIndex } from './post-index-query.ts';
import { readMarks } from './post-marks.ts';
import { readRows } from './post-page-rows.ts';
import { findIds, findPlaces, findTimes } from './post-pages.ts';
import { previewPosts } from './post-preview.ts';
import { marksToSkip, type PostSelection, selectPosts } from './post-selection.ts';
import { countPosts, type PostView } from './post-totals.ts';
import { listArrivals } from './story-arrivals.ts';
import { countOfTargets } from './target-counts.ts';
import { countInWindows } from './window-counts.ts';
import { countWordDays } from './word-days.ts';
import { measureWords } from './word-measures.ts';

type PostPage = PageQuery<PostSortColumn>;

/** A query as plain data, which is sent to a reader thread. */
export type PostQuery =
  | { name: 'page'; scope: PostScope; page: PostPage }
  | { name: 'rows'; scope: PostScope; query: PostRowsQuery }
  | { name: 'count'; scope: PostScope }
  | { name: 'dates'; scope: PostScope }
  | { name: 'histogram'; scope: PostScope }
  | { name: 'analytics'; scope: PostScope; days: Days; now: number }
  | { name: 'wordDays'; scope: PostScope; wordIds: readonly number[]; days: Days }
  | { name: 'preview'; scope: PostScope; since: number }
  | { name: 'countMatching'; text: string }
  | { name: 'countOfTargets'; targets: readonly CountedTarget[]; since: number }
  | { name: 'countOfClients'; clientIds: readonly string[]; since: number }
  | { name: 'countNewStories'; account: string; scopes: readonly StoriesScope[] }
  | { name: 'listArrivals'; account: string; scopes: readonly StoriesScope[]; until: number }
  | { name: 'countInWindows'; scope: PostScope; query: WindowsQuery }
  | { name: 'measureWords'; now: number };

/** What each query returns, by its name. */
export type PostResults = {
  page: Page<PostRow>;
  rows: PostRows;
  count: number;
  dates: PostTimes;
  histogram: Histogram;
  analytics: Analytics;
  wordDays: WordDays['words'];
  preview: PostPreview;
  countMatching: number;
  countOfTargets: number[];
  countOfClients: Record<string, number>;
  countNewStories: number[];
  listArrivals: StoryArrivals[][];
  countInWindows: number[];
  measureWords: MeasuredWord[];
};

const viewOf = (db: DatabaseSync, selection: PostSelection, scope: PostScope): PostView => ({
  hideCopies: scope.hideCopies,
  marks: marksToSkip(db, selection, scope),
  known: findKnown(db, selection),
});

function readPage(db: DatabaseSync, scope: PostScope, page: PostPage): Page<PostRow> {
  const selection = selectPosts(db, scope);
  if (selection === null) return { rows: [], total: 0 };
  const view = viewOf(db, selection, scope);
  const ids = findIds(db, selection, view, page);
  const marks = readMarks(db, scope.account);
  const rows = readRows(db, ids, { selection, hideCopies: scope.hideCopies, marks });
  return { rows, total: countPosts(db, selection, view) };
}

function readRowsAfter(db: DatabaseSync, scope: PostScope, query: PostRowsQuery): PostRows {
  const selection = selectPosts(db, scope);
  if (selection === null) return { rows: [], next: null };
  const places = findPlaces(db, selection, query);
  const ids = places.map(({ id }) => id);
  const rows = readRows(db, ids, { selection, hideCopies: false, marks: readMarks(db, scope.account) });
  const known = findKnown(db, selection);
  return {
    rows: rows.filter(({ read, storyId }) => !(scope.unread && read) && !known.has(storyId)),
    next: places.length < query.limit ? null : (places.at(-1) ?? null),
  };
}

function count(db: DatabaseSync, scope: PostScope): number {
  const selection = selectPosts(db, scope);
  return selection === null ? 0 : countPosts(db, selection, viewOf(db, selection, scope));
}

function readDates(db: DatabaseSync, scope: PostScope): PostTimes {
  const selection = selectPosts(db, scope);
  return selection === null ? { min: null, max: null } : findTimes(db, selection, viewOf(db, selection, scope));
}

/** What a phrase finds does not depend on what an account has muted. */
function preview(db: DatabaseSync, scope: PostScope, since: number): PostPreview {
  const selection = selectPosts(db, { ...scope, account: null });
  return selection === null ? { total: 0, recent: 0, examples: [], excluded: [] } : previewPosts(db, selection, since);
}

function countMatching(db: DatabaseSync, text: string): number {
  const selection = selectPosts(db, { ...everyPost, text });
  return selection === null || selection.query === null ? 0 : countDistinctByIndex(db, selection);
}

export function runPostQuery(db: DatabaseSync, query: PostQuery): PostResults[PostQuery['name']] {
  switch (query.name) {
    case 'page':
      return readPage(db, query.scope, query.page);
    case 'rows':
      return readRowsAfter(db, query.scope, query.query);
    case 'count':
      return count(db, query.scope);
    case 'dates':
      return readDates(db, query.scope);
    case 'histogram': {
      const selection = selectPosts(db, query.scope);
      const shown = selection && { selection, view: viewOf(db, selection, query.scope) };
      return createHistogram(db, query.scope, shown);
    }
    case 'analytics':
      return analysePosts(db, query.scope, query.days, query.now);
    case 'wordDays':
      return countWordDays(db, query.scope, query.wordIds, query.days);
    case 'preview':
      return preview(db, query.scope, query.since);
    case 'countMatching':
      return countMatching(db, query.text);
    case 'countOfTargets':
      return countOfTargets(db, query.targets, query.since);
    case 'countOfClients':
      return countOfClients(db, query.clientIds, query.since);
    case 'countNewStories':
      return countNewStories(db, query.account, query.scopes);
    case 'listArrivals':
      return listArrivals(db, query.account, query.scopes, query.until);
    case 'countInWindows':
      return countInWindows(db, query.scope, query.query);
    case 'measureWords':
      return measureWords(db, query.now);
  }
}
