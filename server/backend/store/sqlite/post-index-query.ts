/**
 * Finds posts with the search index, for text searches and combined filters: it intersects lists of posts quickly. It
 * contains posts of deleted phrases too, which every query excludes.
 */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { PostSortColumn } from '../../../../shared/api/posts.ts';
import type { PageQuery } from '../page.ts';
import type { PostSelection } from './post-selection.ts';
import { cityTerm, copyOfPost, hasTerm, matchExpression, ownerTerm, wordTerm } from './search-terms.ts';

type Clause = { sql: string; params: SQLInputValue[] };

/** The index excludes a few phrases quickly. Above this number, checking each match's phrase is faster. */
const excludedTermsMax = 32;

/** For a single filter the table has an index. For two or more the search index is faster. */
export function needsSearchIndex({ query, words, ownerId, cityId }: PostSelection): boolean {
  const filters = ['only' in words, ownerId !== null, cityId !== null].filter(Boolean).length;
  return query !== null || filters > 1;
}

function whereMatches({ query, words, ownerId, cityId, fromId, toId }: PostSelection, ...wanted: string[]): Clause {
  if ('only' in words) wanted.push(hasTerm(...words.only.map(wordTerm)));
  if (ownerId !== null) wanted.push(hasTerm(ownerTerm(ownerId)));
  if (cityId !== null) wanted.push(hasTerm(cityTerm(cityId)));
  const except = 'except' in words ? words.except : [];
  const unwanted = except.length > 0 && except.length <= excludedTermsMax ? [hasTerm(...except.map(wordTerm))] : [];
  const clause: Clause = { sql: 'post_search MATCH ?', params: [matchExpression(query, wanted, unwanted)] };
  if (except.length > excludedTermsMax) {
    clause.sql += ` AND (SELECT word_id FROM posts WHERE id = post_search.rowid)
      NOT IN (SELECT value FROM json_each(?))`;
    clause.params.push(JSON.stringify(except));
  }
  if (fromId !== null) clause.sql += ` AND post_search.rowid >= ${fromId}`;
  if (toId !== null) clause.sql += ` AND post_search.rowid < ${toId}`;
  return clause;
}

/** Sorting by time reads one page only. Sorting by another column reads and sorts all matches. */
export function findIdsByIndex(
  db: DatabaseSync,
  selection: PostSelection,
  { limit, offset, orderBy, orderDirection }: PageQuery<PostSortColumn>,
): number[] {
  const { sql, params } = whereMatches(selection);
  const source =
    orderBy === 'post_dt'
      ? `SELECT rowid AS id FROM post_search WHERE ${sql} ORDER BY rowid ${orderDirection}`
      : `SELECT posts.id FROM post_search JOIN posts ON posts.id = post_search.rowid WHERE ${sql}
         ORDER BY posts.${orderBy} ${orderDirection}, posts.id ${orderDirection}`;
  return db
    .prepare(`${source} LIMIT ? OFFSET ?`)
    .all(...params, limit, offset)
    .map((row) => Number(row.id));
}

export function countByIndex(db: DatabaseSync, selection: PostSelection): number {
  const { sql, params } = whereMatches(selection);
  return Number(db.prepare(`SELECT count(*) AS total FROM post_search WHERE ${sql}`).get(...params)?.total);
}

/** The texts of the newest posts, of each post once. */
export function findDistinctTexts(db: DatabaseSync, selection: PostSelection, max: number): string[] {
  const { sql, params } = whereMatches(selection);
  const rows = db
    .prepare(
      `SELECT owner_id || ' ' || post_id AS post, post_texts.text
       FROM post_search JOIN posts ON posts.id = post_search.rowid JOIN post_texts ON post_texts.id = posts.id
       WHERE ${sql} AND post_texts.text IS NOT NULL ORDER BY post_search.rowid DESC`,
    )
    .iterate(...params);
  const texts = new Map<unknown, string>();
  for (const { post, text } of rows) {
    texts.set(post, String(text));
    if (texts.size === max) break;
  }
  return [...texts.values()];
}

/** Counts a post with several phrases once. */
export function countDistinctByIndex(db: DatabaseSync, selection: PostSelection): number {
  const { sql, params } = whereMatches(selection, hasTerm(copyOfPost));
  const copies = db
    .prepare(
      `SELECT count(*) AS stored, count(DISTINCT owner_id || ' ' || post_id) AS posts
       FROM post_search JOIN posts ON posts.id = post_search.rowid WHERE ${sql}`,
    )
    .get(...params);
  return countByIndex(db, selection) - Number(copies?.stored) + Number(copies?.posts);
}
