/**
 * Finds rows of posts. The search index serves text searches and combined filters: it intersects lists of posts quickly. It
 * contains posts of deleted phrases too, which every query excludes. The table's indexes serve the other queries: with at most
 * one filter and any dates, stories and arrivals.
 */
import type { DatabaseSync } from 'node:sqlite';
import { cutText } from '../../../shared/format.ts';
import { copyOfPost } from '../store/sqlite/post-indexer.ts';
import { allOf, type Condition, isOneOf, listNumbers, readNumber } from '../store/sqlite/sql.ts';
import {
  type ColumnNames,
  filtersOf,
  hasOnly,
  isFiltered,
  isSet,
  type ResolvedFilter,
  type Words,
  without,
} from './filters.ts';
import { type ListedIds, listCached, maskOfIds } from './list-cache.ts';
import { mutedTerms } from './mutes.ts';
import { postsOf, postsWhere } from './own-stories.ts';
import { readPackedIds } from './packed-ids.ts';
import { deletedWords, isAfter, type PostOrder } from './post-selection.ts';
import { countChunkRows, countRowsBetween } from './row-columns.ts';
import { hasTerm, matchExpression, type Terms } from './search-expression.ts';

/**
 * The table has an index for a single filter. The search index is faster for two or more, and for several phrases whose rows
 * are few because of a condition on stories or arrivals.
 */
export function needsSearchIndex(selection: ResolvedFilter): boolean {
  const { text, words, stories, arrivals, fewStories } = selection;
  const ofFewWords = 'only' in words && words.only.length > 1 && (stories !== null || arrivals !== null);
  const listed = filtersOf(selection).filter(({ selects, terms }) => selects(selection) === 'few' && terms(selection));
  const conditions = listed.length + Number(ofFewWords) + Number(isSet('mutes', selection));
  return text !== null || (conditions > 1 && fewStories === null);
}

const names: ColumnNames = { sign: '', id: 'post_search.rowid', story: 'posts.story_id', arrival: 'posts.arrival' };

/** Above this number of unwanted terms, checking the row of each match is faster. */
const unwantedMax = 256;

/** FROM and WHERE of the matches. `posts` is also joined when a condition needs it. */
function matches(selection: ResolvedFilter, wanted: readonly string[], withPosts: boolean): Condition {
  const all: Terms = { wanted: [...wanted], unwanted: [] };
  const [idConditions, rowConditions]: [Condition[], Condition[]] = [[], []];
  for (const { terms, rows, readsOnly } of filtersOf(selection)) {
    const found = terms(selection);
    if (found && found.unwanted.length <= unwantedMax) {
      all.wanted.push(...found.wanted);
      all.unwanted.push(...found.unwanted);
    } else (readsOnly === 'id' ? idConditions : rowConditions).push(...rows(selection, names));
  }
  const { sql, params } = allOf([
    { sql: 'post_search MATCH ?', params: [matchExpression(all)] },
    ...idConditions,
    ...rowConditions,
  ]);
  if (!withPosts && rowConditions.length === 0) return { sql: `post_search WHERE ${sql}`, params };
  return {
    sql: `post_search CROSS JOIN ${postsOf(selection.own)} ON posts.id = post_search.rowid WHERE ${sql}`,
    params,
  };
}

/** Matches with their rows of `posts`, and with `wanted` terms. */
const matchingRows = (selection: ResolvedFilter, ...wanted: string[]): Condition => matches(selection, wanted, true);

/** From this number of rows per match on, looking up the matches that the count has listed is faster than searching again. */
const rowsPerMatch = 20;

/** FROM and WHERE of the matches with their rows of `posts`. */
function matchedRows(db: DatabaseSync, selection: ResolvedFilter): Condition {
  const { length, fromId, toId, between } = listByIndex(db, selection);
  if (length * rowsPerMatch > countChunkRows(db, fromId, toId)) return matchingRows(selection);
  return postsWhere(selection.own, isOneOf('posts.id', [...between(fromId, toId)]));
}

/**
 * SQL of the matches in an order, with the columns `id` and, if wanted, `story_id`. By time, SQLite reads no further than the
 * requested rows; by another column it reads and sorts all matches.
 */
function orderedByIndex(
  db: DatabaseSync,
  selection: ResolvedFilter,
  order: PostOrder,
  withStories: boolean,
): Condition {
  const { orderBy, orderDirection } = order;
  if (orderBy === 'post_dt') {
    const { sql, params } = withStories ? matchingRows(selection) : matches(selection, [], false);
    const found = withStories ? 'post_search.rowid AS id, posts.story_id' : 'post_search.rowid AS id';
    return { sql: `SELECT ${found} FROM ${sql} ORDER BY post_search.rowid ${orderDirection}`, params };
  }
  const { sql, params } = allOf([matchedRows(db, selection), ...isAfter(order)]);
  const sorting = `posts.${orderBy} ${orderDirection}, posts.id ${orderDirection}`;
  return { sql: `SELECT posts.id, posts.story_id FROM ${sql} ORDER BY ${sorting}`, params };
}

/** In characters. The dialog of a phrase shows less. */
const shownTextMax = 10_000;

/** The beginnings of the texts of the newest posts, each post once. `without`: phrases whose posts are left out. */
export function findDistinctTexts(db: DatabaseSync, selection: ResolvedFilter, max: number, without: number[] = []) {
  const ofWords = isOneOf('own.word_id', without);
  const isExcluded = `EXISTS (SELECT 1 FROM posts own WHERE own.owner_id = posts.owner_id AND own.post_id = posts.post_id AND ${ofWords.sql})`;
  const other = without.length === 0 ? [] : [{ sql: `NOT ${isExcluded}`, params: ofWords.params }];
  const { sql, params } = allOf([matchingRows(selection), ...other]);
  const rows = db
    .prepare(
      `SELECT owner_id || ' ' || post_id AS post, (SELECT substr(text, 1, ?) FROM post_texts WHERE id = post_search.rowid) AS text
       FROM ${sql} ORDER BY post_search.rowid DESC`,
    )
    .iterate(shownTextMax + 1, ...params);
  const texts = new Map<unknown, string>();
  for (const { post, text } of rows) {
    if (text === null) continue;
    texts.set(post, cutText(String(text), shownTextMax));
    if (texts.size === max) break;
  }
  return [...texts.values()];
}

/** Which of the row IDs match. */
export function findMatching(db: DatabaseSync, selection: ResolvedFilter, ids: readonly number[]): number[] {
  const { sql, params } = allOf([matches(selection, [], false), isOneOf('post_search.rowid', ids)]);
  return listNumbers(db, `SELECT post_search.rowid FROM ${sql}`, ...params);
}

/** Equal for selections with the same matches at any dates. */
export const keyOfMatches = (selection: ResolvedFilter, wanted: readonly string[] = []): string =>
  JSON.stringify([matches(without(selection, 'dates'), wanted, false), selection.stories && selection.own.key]);

/** The row IDs of matches in ascending order. */
export function listByIndex(db: DatabaseSync, selection: ResolvedFilter, ...wanted: string[]): ListedIds {
  return listCached(db, keyOfMatches(selection, wanted), selection, {
    columns: [],
    run(range) {
      const ids = readPackedIds(db, 'post_search.rowid', matches({ ...selection, ...range }, wanted, false));
      return { ids, maskOf: (rows) => maskOfIds(rows.ids, ids) };
    },
  });
}

/** Listing takes longer than counting at first, but the list is cached. */
export const countByIndex = (db: DatabaseSync, selection: ResolvedFilter, ...wanted: string[]): number =>
  listByIndex(db, selection, ...wanted).length;

/** Counts a post with several phrases once. */
export function countDistinctByIndex(db: DatabaseSync, selection: ResolvedFilter): number {
  const { sql, params } = matchingRows(selection, hasTerm(copyOfPost));
  const copies = db
    .prepare(`SELECT count(*) AS stored, count(DISTINCT owner_id || ' ' || post_id) AS posts FROM ${sql}`)
    .get(...params);
  return countByIndex(db, selection) - Number(copies?.stored) + Number(copies?.posts);
}

/** Up to this number of rows, filtering and sorting is cheaper than scanning an index in the requested order. */
const sortMax = 5000;

/**
 * How SQLite executes a query. A unary plus before a column forbids the use of its index.
 * `natural`: SQLite chooses, because one index serves both filter and order.
 * `filterThenSort`: reads the rows from the filter's index, then sorts them.
 * `indexScan`: scans an index in the requested order and skips rows that the filters exclude.
 * `storyRows`: reads all rows of the selection's stories or arrivals.
 */
type Plan = 'natural' | 'filterThenSort' | 'indexScan' | 'storyRows';

function where(selection: ResolvedFilter, plan: Plan, byTime: boolean): Condition {
  const readsStories = plan === 'storyRows';
  const names: ColumnNames = {
    sign: plan === 'indexScan' || readsStories ? '+' : '',
    id: readsStories || (plan === 'indexScan' && !byTime) ? '+posts.id' : 'posts.id',
    story: readsStories ? 'posts.story_id' : '+posts.story_id',
    arrival: readsStories && selection.stories === null ? 'posts.arrival' : '+posts.arrival',
  };
  return allOf(filtersOf(selection).flatMap(({ rows }) => rows(selection, names)));
}

/** FROM and WHERE of the plan `storyRows`. */
export const storyRows = (selection: ResolvedFilter): Condition =>
  postsWhere(selection.own, where(selection, 'storyRows', false));

function isSmall(db: DatabaseSync, selection: ResolvedFilter): boolean {
  const { sql, params } = postsWhere(selection.own, where(selection, 'filterThenSort', true));
  const limited = `SELECT 1 FROM ${sql} LIMIT ${sortMax}`;
  return readNumber(db, `SELECT count(*) FROM (${limited})`, ...params) < sortMax;
}

function choosePlan(db: DatabaseSync, selection: ResolvedFilter, byTime: boolean): Plan {
  const { words, fromId, toId, fewStories } = selection;
  if (fewStories !== null) return 'storyRows';
  const filtered = isFiltered(selection);
  const oneFilter = !('only' in words) || words.only.length === 1;
  if (byTime && (oneFilter || !filtered)) return 'natural';
  if (!filtered && fromId === null && toId === null) return 'indexScan';
  return isSmall(db, selection) ? 'filterThenSort' : 'indexScan';
}

function orderedByTable(db: DatabaseSync, selection: ResolvedFilter, postOrder: PostOrder, withStories: boolean) {
  const { orderBy, orderDirection } = postOrder;
  const byTime = orderBy === 'post_dt';
  const plan = choosePlan(db, selection, byTime);
  const { sql, params } = postsWhere(selection.own, where(selection, plan, byTime), ...isAfter(postOrder));
  const columns = byTime ? ['posts.id'] : [`posts.${orderBy}`, 'posts.id'];
  const sign = plan === 'filterThenSort' || plan === 'storyRows' ? '+' : '';
  const order = columns.map((column) => `${sign}${column} ${orderDirection}`).join(', ');
  return { sql: `SELECT id${withStories ? ', story_id' : ''} FROM ${sql} ORDER BY ${order}`, params };
}

function countRows(db: DatabaseSync, selection: ResolvedFilter): number {
  if (hasOnly(selection, 'dates')) return countRowsBetween(db, selection);
  const { sql, params } = where(selection, 'natural', true);
  return readNumber(db, `SELECT count(*) FROM posts WHERE ${sql}`, ...params);
}

/** The sum of the phrases' counters, which are updated in the same transaction as the posts. */
export function sumCounters(db: DatabaseSync, words: Words): number {
  const { sql, params } = 'only' in words ? isOneOf('word_id', words.only) : { sql: 'deleted_at IS NULL', params: [] };
  return readNumber(db, `SELECT sum(total_posts) FROM words WHERE ${sql}`, ...params);
}

/**
 * The selection must have no condition on stories and arrivals. Subtracts the counts of muted posts, because counting is faster
 * without a check of each row.
 */
export function countByTable(db: DatabaseSync, selection: ResolvedFilter): number {
  const { words } = selection;
  if (isSet('mutes', selection)) {
    const rest = without(selection, 'mutes');
    return countByTable(db, rest) - countByIndex(db, rest, hasTerm(...mutedTerms(selection.mutes)));
  }
  if (hasOnly(selection, 'words')) return sumCounters(db, words);
  if ('only' in words || words.except.length === 0) return countRows(db, selection);
  const all = countRows(db, without(selection, 'words'));
  return all - countRows(db, { ...selection, words: { only: deletedWords(db) } });
}

/** SQL of the rows in an order, with the columns `id` and, if wanted, `story_id`. */
export const ordered = (db: DatabaseSync, selection: ResolvedFilter, page: PostOrder, withStories: boolean) =>
  needsSearchIndex(selection)
    ? orderedByIndex(db, selection, page, withStories)
    : orderedByTable(db, selection, page, withStories);
