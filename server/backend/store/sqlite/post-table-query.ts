/** Finds posts with the table's indexes: without a text search, with at most one filter and any dates. */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { PostSortColumn } from '../../../../shared/api/posts.ts';
import type { PageQuery } from '../page.ts';
import { deletedWords, type PostSelection, type Words } from './post-selection.ts';

type Clause = { sql: string; params: SQLInputValue[] };

/** Up to this number of rows, filtering and sorting is cheaper than scanning an index in the requested order. */
const sortMax = 5000;

/**
 * How SQLite executes a query. A unary plus before a column forbids the use of its index.
 * `natural`: SQLite chooses, because one index serves both filter and order.
 * `filterThenSort`: reads the rows from the filter's index, then sorts them.
 * `indexScan`: scans an index in the requested order and skips rows that the filters exclude.
 */
type Plan = 'natural' | 'filterThenSort' | 'indexScan';

/** The condition on the phrase; '' when all phrases are visible. */
function whereWords(words: Words, column: string): Clause {
  if ('except' in words) {
    if (words.except.length === 0) return { sql: '', params: [] };
    return { sql: '+word_id NOT IN (SELECT value FROM json_each(?))', params: [JSON.stringify(words.except)] };
  }
  const [first, ...others] = words.only;
  if (first !== undefined && others.length === 0) return { sql: `${column} = ?`, params: [first] };
  return { sql: `${column} IN (SELECT value FROM json_each(?))`, params: [JSON.stringify(words.only)] };
}

function where({ words, ownerId, cityId, fromId, toId }: PostSelection, plan: Plan, byTime: boolean): Clause {
  const filter = plan === 'indexScan' ? '+' : '';
  const id = plan === 'indexScan' && !byTime ? '+id' : 'id';
  const clauses = [whereWords(words, `${filter}word_id`)];
  if (ownerId !== null) clauses.push({ sql: `${filter}owner_id = ?`, params: [ownerId] });
  if (cityId !== null) clauses.push({ sql: `${filter}city_id = ?`, params: [cityId] });
  if (fromId !== null) clauses.push({ sql: `${id} >= ?`, params: [fromId] });
  if (toId !== null) clauses.push({ sql: `${id} < ?`, params: [toId] });
  const used = clauses.filter((clause) => clause.sql !== '');
  return {
    sql: used.length === 0 ? '' : `WHERE ${used.map((clause) => clause.sql).join(' AND ')}`,
    params: used.flatMap((clause) => clause.params),
  };
}

function isSmall(db: DatabaseSync, selection: PostSelection): boolean {
  const { sql, params } = where(selection, 'filterThenSort', true);
  const row = db.prepare(`SELECT count(*) AS total FROM (SELECT 1 FROM posts ${sql} LIMIT ${sortMax})`).get(...params);
  return Number(row?.total) < sortMax;
}

function choosePlan(db: DatabaseSync, selection: PostSelection, byTime: boolean): Plan {
  const { words, ownerId, cityId, fromId, toId } = selection;
  const filtered = 'only' in words || ownerId !== null || cityId !== null;
  const oneFilter = !('only' in words) || words.only.length === 1;
  if (byTime && (oneFilter || !filtered)) return 'natural';
  if (!filtered && fromId === null && toId === null) return 'indexScan';
  return isSmall(db, selection) ? 'filterThenSort' : 'indexScan';
}

export function findIdsByTable(
  db: DatabaseSync,
  selection: PostSelection,
  { limit, offset, orderBy, orderDirection }: PageQuery<PostSortColumn>,
): number[] {
  const byTime = orderBy === 'post_dt';
  const plan = choosePlan(db, selection, byTime);
  const { sql, params } = where(selection, plan, byTime);
  const columns = byTime ? ['id'] : [orderBy, 'id'];
  const order = columns
    .map((column) => `${plan === 'filterThenSort' ? '+' : ''}${column} ${orderDirection}`)
    .join(', ');
  return db
    .prepare(`SELECT id FROM posts ${sql} ORDER BY ${order} LIMIT ? OFFSET ?`)
    .all(...params, limit, offset)
    .map((row) => Number(row.id));
}

function countRows(db: DatabaseSync, selection: PostSelection): number {
  const { sql, params } = where(selection, 'natural', true);
  return Number(db.prepare(`SELECT count(*) AS total FROM posts ${sql}`).get(...params)?.total);
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

/** Subtracts the count of hidden posts, because counting is faster without a check of each row's phrase. */
export function countByTable(db: DatabaseSync, selection: PostSelection): number {
  const { words, ownerId, cityId, fromId, toId } = selection;
  if (ownerId === null && cityId === null && fromId === null && toId === null) return sumCounters(db, words);
  if ('only' in words || words.except.length === 0) return countRows(db, selection);
  const all = countRows(db, { ...selection, words: { except: [] } });
  return all - countRows(db, { ...selection, words: { only: deletedWords(db) } });
}
