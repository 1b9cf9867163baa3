/** Finds posts by the table and its indexes: the feed without a text, with at most one filter and any dates. */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { PostSortColumn } from '../../../../shared/api/posts.ts';
import type { PageQuery } from '../page.ts';
import { deletedWords, type PostSelection, type Words } from './post-selection.ts';

type Clause = { sql: string; params: SQLInputValue[] };

/** Up to so many rows it is cheaper to gather and sort them than to walk an index in order and pick. */
const gatherMax = 5000;

/**
 * How SQLite is made to work, by unary plus, which takes a column from it as an index: `natural` leaves the choice,
 * because one index gives both filter and order; `gather` reads the filter's rows and sorts them; `walk` goes in order
 * and picks the rows that pass.
 */
type Plan = 'natural' | 'gather' | 'walk';

/** The test of the phrase; '' when every phrase may be seen. */
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
  const filter = plan === 'walk' ? '+' : '';
  const id = plan === 'walk' && !byTime ? '+id' : 'id';
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
  const { sql, params } = where(selection, 'gather', true);
  const row = db
    .prepare(`SELECT count(*) AS total FROM (SELECT 1 FROM posts ${sql} LIMIT ${gatherMax})`)
    .get(...params);
  return Number(row?.total) < gatherMax;
}

function choosePlan(db: DatabaseSync, selection: PostSelection, byTime: boolean): Plan {
  const { words, ownerId, cityId, fromId, toId } = selection;
  const filtered = 'only' in words || ownerId !== null || cityId !== null;
  const oneFilter = !('only' in words) || words.only.length === 1;
  if (byTime && (oneFilter || !filtered)) return 'natural';
  if (!filtered && fromId === null && toId === null) return 'walk';
  return isSmall(db, selection) ? 'gather' : 'walk';
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
  const order = columns.map((column) => `${plan === 'gather' ? '+' : ''}${column} ${orderDirection}`).join(', ');
  return db
    .prepare(`SELECT id FROM posts ${sql} ORDER BY ${order} LIMIT ? OFFSET ?`)
    .all(...params, limit, offset)
    .map((row) => Number(row.id));
}

function countRows(db: DatabaseSync, selection: PostSelection): number {
  const { sql, params } = where(selection, 'natural', true);
  return Number(db.prepare(`SELECT count(*) AS total FROM posts ${sql}`).get(...params)?.total);
}

/** The sum of the phrases' own counters, which are kept with every post. */
function sumCounters(db: DatabaseSync, words: Words): number {
  const statement =
    'only' in words
      ? db.prepare('SELECT sum(total_posts) AS total FROM words WHERE word_id IN (SELECT value FROM json_each(?))')
      : db.prepare('SELECT sum(total_posts) AS total FROM words WHERE deleted_at IS NULL');
  const row = 'only' in words ? statement.get(JSON.stringify(words.only)) : statement.get();
  return Number(row?.total ?? 0);
}

/** Hidden posts are counted apart and taken off: an index counts without a look at each row's phrase. */
export function countByTable(db: DatabaseSync, selection: PostSelection): number {
  const { words, ownerId, cityId, fromId, toId } = selection;
  if (ownerId === null && cityId === null && fromId === null && toId === null) return sumCounters(db, words);
  if ('only' in words || words.except.length === 0) return countRows(db, selection);
  const seen = countRows(db, { ...selection, words: { except: [] } });
  return seen - countRows(db, { ...selection, words: { only: deletedWords(db) } });
}
