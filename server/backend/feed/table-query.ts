/** Finds posts with the table's indexes: without a text search, with at most one filter and any dates, stories and arrivals. */
import type { DatabaseSync } from 'node:sqlite';
import { allOf, type Condition } from '../store/sqlite/sql.ts';
import {
  type ColumnNames,
  filtersOf,
  hasMutes,
  hasWordsOnly,
  isFiltered,
  type PostSelection,
  type Words,
} from './filters.ts';
import { deletedWords, isAfter, type PostOrder } from './post-selection.ts';
import { countByIndex, withoutMutes } from './search-index-query.ts';

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

function where(selection: PostSelection, plan: Plan, byTime: boolean): Condition {
  const readsStories = plan === 'storyRows';
  const names: ColumnNames = {
    sign: plan === 'indexScan' || readsStories ? '+' : '',
    id: readsStories || (plan === 'indexScan' && !byTime) ? '+posts.id' : 'posts.id',
    story: readsStories ? 'posts.story_id' : '+posts.story_id',
    arrival: readsStories && selection.stories === null ? 'posts.arrival' : '+posts.arrival',
  };
  return allOf(filtersOf(selection).flatMap(({ rows }) => rows(selection, names)));
}

/** The condition on rows of posts that other tables lead to by their story. */
export const whereStoryRow = (selection: PostSelection): Condition => where(selection, 'storyRows', false);

function isSmall(db: DatabaseSync, selection: PostSelection): boolean {
  const { sql, params } = where(selection, 'filterThenSort', true);
  const row = db
    .prepare(`SELECT count(*) AS total FROM (SELECT 1 FROM posts WHERE ${sql} LIMIT ${sortMax})`)
    .get(...params);
  return Number(row?.total) < sortMax;
}

function choosePlan(db: DatabaseSync, selection: PostSelection, byTime: boolean): Plan {
  const { words, fromId, toId, fewStories } = selection;
  if (fewStories !== null) return 'storyRows';
  const filtered = isFiltered(selection);
  const oneFilter = !('only' in words) || words.only.length === 1;
  if (byTime && (oneFilter || !filtered)) return 'natural';
  if (!filtered && fromId === null && toId === null) return 'indexScan';
  return isSmall(db, selection) ? 'filterThenSort' : 'indexScan';
}

/** SQL of the rows in an order, with the columns `id` and, if wanted, `story_id`. */
export function orderedByTable(
  db: DatabaseSync,
  selection: PostSelection,
  postOrder: PostOrder,
  withStories: boolean,
): Condition {
  const { orderBy, orderDirection } = postOrder;
  const byTime = orderBy === 'post_dt';
  const plan = choosePlan(db, selection, byTime);
  const { sql, params } = allOf([where(selection, plan, byTime), ...isAfter(postOrder)]);
  const columns = byTime ? ['posts.id'] : [`posts.${orderBy}`, 'posts.id'];
  const sign = plan === 'filterThenSort' || plan === 'storyRows' ? '+' : '';
  const order = columns.map((column) => `${sign}${column} ${orderDirection}`).join(', ');
  return { sql: `SELECT id${withStories ? ', story_id' : ''} FROM posts WHERE ${sql} ORDER BY ${order}`, params };
}

function countRows(db: DatabaseSync, selection: PostSelection): number {
  const { sql, params } = where(selection, 'natural', true);
  return Number(db.prepare(`SELECT count(*) AS total FROM posts WHERE ${sql}`).get(...params)?.total);
}

/** The sum of the phrases' counters, which are updated in the same transaction as the posts. */
function sumCounters(db: DatabaseSync, words: Words): number {
  const statement =
    'only' in words
      ? db.prepare('SELECT sum(total_posts) AS total FROM words WHERE word_id IN (SELECT value FROM json_each(?))')
      : db.prepare('SELECT sum(total_posts) AS total FROM words WHERE deleted_at IS NULL');
  const row = 'only' in words ? statement.get(JSON.stringify(words.only)) : statement.get();
  return Number(row?.total ?? 0);
}

/**
 * Without a condition on stories and arrivals. Subtracts the counts of hidden posts, because counting is faster without a check of each row.
 */
export function countByTable(db: DatabaseSync, selection: PostSelection): number {
  const { words } = selection;
  if (hasMutes(selection)) {
    const [rest, muted] = withoutMutes(selection);
    return countByTable(db, rest) - countByIndex(db, rest, muted);
  }
  if (hasWordsOnly(selection)) return sumCounters(db, words);
  if ('only' in words || words.except.length === 0) return countRows(db, selection);
  const all = countRows(db, { ...selection, words: { except: [] } });
  return all - countRows(db, { ...selection, words: { only: deletedWords(db) } });
}
