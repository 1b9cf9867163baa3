/**
 * Finds posts with the search index, for text searches and combined filters: it intersects lists of posts quickly. It
 * contains posts of deleted phrases too, which every query excludes.
 */
import type { DatabaseSync } from 'node:sqlite';
import { cutText } from '../../../shared/format.ts';
import { cityTerm, copyOfPost, ownerTerm, wordTerm } from '../store/sqlite/post-indexer.ts';
import { allOf, type Condition } from '../store/sqlite/sql.ts';
import { isNotMuted, mutedTerms, noMutes } from './account-state.ts';
import { listCached } from './list-cache.ts';
import { hasMutes, isAfter, type PostOrder, type PostSelection } from './post-selection.ts';
import { packedIds, unpackIds } from './row-columns.ts';
import { isAtLocalTime, isInCity, isNoneOf, isWithin } from './row-conditions.ts';
import { hasTerm, matchExpression } from './search-expression.ts';
import { inArrivals, inStories } from './story-conditions.ts';

/** The index excludes a few phrases quickly. Above this number, checking each match's phrase is faster. */
const excludedWordsMax = 32;
/** Above this number, checking the source and the author of each match is faster. */
const excludedMutesMax = 256;

const hasCityTerm = ({ cityId }: PostSelection): boolean => cityId !== null && cityId !== 0;

/**
 * For a single filter the table has an index. For two or more the search index is faster, and for several phrases whose rows
 * are few because of a condition on stories or arrivals.
 */
export function needsSearchIndex(selection: PostSelection): boolean {
  const { query, words, ownerId, stories, arrivals, fewStories } = selection;
  const ofFewWords = 'only' in words && words.only.length > 1 && (stories !== null || arrivals !== null);
  const conditions = ['only' in words, ofFewWords, ownerId !== null, hasCityTerm(selection), hasMutes(selection)];
  const filters = conditions.filter(Boolean).length;
  return query !== null || (filters > 1 && fewStories === null);
}

/** FROM and WHERE of the matches. `posts` is also joined when a condition needs it. */
function matches(selection: PostSelection, wanted: readonly string[], withPosts: boolean): Condition {
  const { query, reindexed, words, ownerId, cityId, localTimes, fromId, toId, stories, arrivals, mutes } = selection;
  const terms = [...wanted];
  if ('only' in words) terms.push(hasTerm(...words.only.map(wordTerm)));
  if (ownerId !== null) terms.push(hasTerm(ownerTerm(ownerId)));
  if (cityId !== null && cityId !== 0) terms.push(hasTerm(cityTerm(cityId)));
  const except = 'except' in words ? words.except : [];
  const muted = mutedTerms(mutes);
  const unwanted = [
    ...(except.length <= excludedWordsMax ? except.map(wordTerm) : []),
    ...(muted.length <= excludedMutesMax ? muted : []),
  ];
  const rowConditions = [
    ...(cityId === 0 ? isInCity('posts.city_id', cityId) : []),
    ...(except.length <= excludedWordsMax ? [] : isNoneOf('posts.word_id', except)),
    ...(muted.length <= excludedMutesMax ? [] : isNotMuted(mutes)),
    ...inStories('posts.story_id', stories),
    ...inArrivals('posts.arrival', arrivals),
  ];
  const expression = matchExpression(query, reindexed, terms, unwanted.length === 0 ? [] : [hasTerm(...unwanted)]);
  const { sql, params } = allOf([
    { sql: 'post_search MATCH ?', params: [expression] },
    ...isWithin('post_search.rowid', fromId, toId),
    ...isAtLocalTime('post_search.rowid', localTimes),
    ...rowConditions,
  ]);
  const join = withPosts || rowConditions.length > 0 ? 'CROSS JOIN posts ON posts.id = post_search.rowid' : '';
  return { sql: `post_search ${join} WHERE ${sql}`, params };
}

/** Matches with their rows of `posts`, and with `wanted` terms. */
const matchingRows = (selection: PostSelection, ...wanted: string[]): Condition => matches(selection, wanted, true);

/**
 * SQL of the matches in an order, with the columns `id` and, if wanted, `story_id`. By time, SQLite reads no further than the
 * requested rows; by another column it reads and sorts all matches.
 */
export function orderedByIndex(selection: PostSelection, order: PostOrder, withStories: boolean): Condition {
  const { orderBy, orderDirection } = order;
  const byTime = orderBy === 'post_dt';
  const matching = withStories || !byTime ? matchingRows(selection) : matches(selection, [], false);
  const { sql, params } = allOf([matching, ...isAfter(order)]);
  const columns = byTime ? ['post_search.rowid'] : [`posts.${orderBy}`, 'posts.id'];
  const sorting = columns.map((column) => `${column} ${orderDirection}`).join(', ');
  const found = withStories ? 'post_search.rowid AS id, posts.story_id' : 'post_search.rowid AS id';
  return { sql: `SELECT ${found} FROM ${sql} ORDER BY ${sorting}`, params };
}

export function countByIndex(db: DatabaseSync, selection: PostSelection, ...wanted: string[]): number {
  const { sql, params } = matches(selection, wanted, false);
  return Number(db.prepare(`SELECT count(*) AS total FROM ${sql}`).get(...params)?.total);
}

/** In characters. The dialog of a phrase shows less. */
const shownTextMax = 10_000;

/** The beginnings of the texts of the newest posts, of each post once. */
export function findDistinctTexts(db: DatabaseSync, selection: PostSelection, max: number): string[] {
  const { sql, params } = matchingRows(selection);
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

/** The row IDs of matches in ascending order. */
export function listByIndex(db: DatabaseSync, selection: PostSelection, ...wanted: string[]): Float64Array {
  const key = matches({ ...selection, fromId: null, toId: null }, wanted, false);
  return listCached(db, JSON.stringify([key, selection.reindexed]), selection, (range) => {
    const { sql, params } = matches({ ...selection, ...range }, wanted, false);
    const row = db.prepare(`SELECT ${packedIds('post_search.rowid')} AS ids FROM ${sql}`).get(...params);
    return unpackIds(row?.ids as Uint8Array | null);
  });
}

/** The term of rows that mutes hide, and the selection in which to search them. */
export const withoutMutes = (selection: PostSelection): [PostSelection, string] => [
  { ...selection, mutes: noMutes },
  hasTerm(...mutedTerms(selection.mutes)),
];

/** Counts a post with several phrases once. */
export function countDistinctByIndex(db: DatabaseSync, selection: PostSelection): number {
  const { sql, params } = matchingRows(selection, hasTerm(copyOfPost));
  const copies = db
    .prepare(`SELECT count(*) AS stored, count(DISTINCT owner_id || ' ' || post_id) AS posts FROM ${sql}`)
    .get(...params);
  return countByIndex(db, selection) - Number(copies?.stored) + Number(copies?.posts);
}
