/**
 * Resolves a filter for one viewer: phrase IDs, row ID bounds and a parsed search. Finds the phrases that a viewer may see.
 */

import type { DatabaseSync } from 'node:sqlite';
import type { PostSortColumn, ReachSortColumn } from '../../../shared/fields/posts.ts';
import { listOffsets } from '../../platform/zone-offset.ts';
import type { LocalTimes } from '../rules/local-hours.ts';
import { exclusionOf, type SearchQuery } from '../rules/search/query-tree.ts';
import { parseSearchQuery } from '../rules/search/search-query.ts';
import type { PageQuery } from '../store/page.ts';
import { boundPostId, secondOfPostId } from '../store/post-id.ts';
import type { FeedFilter, PostCursor, Viewing } from '../store/posts-store.ts';
import { allOf, type Condition, isOneOf, listNumbers } from '../store/sqlite/sql.ts';
import { namedWord } from '../store/word-rows.ts';
import { givenFilters, isFiltered, type ResolvedFilter, type Words, without } from './filters.ts';
import { listHiddenAudiences } from './hidden-audiences.ts';
import { readMutes } from './mutes.ts';
import { type NarrowedRows, narrow } from './narrow-rows.ts';
import type { OwnStories } from './own-stories.ts';
import { listByRatio } from './reach.ts';

/** `wordId`: the stored ID. `id`, `name`: the ID and the spelling that the viewer sees. */
export type VisibleWord = { wordId: number; id: number; name: string };

/** The visible phrases that meet the condition. A client has its own IDs and spellings. */
function readVisible(db: DatabaseSync, clientId: string | null, condition: Condition): VisibleWord[] {
  const ofClient = 'word_clients own JOIN words w USING (word_id)';
  const [source, columns] =
    clientId === null
      ? ['words w', 'w.word_id AS id, w.text AS name']
      : [ofClient, 'own.shown_id AS id, own.text AS name'];
  const { sql, params } = allOf([
    { sql: 'w.deleted_at IS NULL', params: [] },
    ...(clientId === null ? [] : [{ sql: 'own.client_id = ?', params: [clientId] }]),
    condition,
  ]);
  return db
    .prepare(`SELECT w.word_id AS wordId, ${columns} FROM ${source} WHERE ${sql}`)
    .all(...params) as VisibleWord[];
}

/** The stored IDs of the phrases that an administrator names, each once. */
function readNamed(db: DatabaseSync, ids: readonly number[]): number[] {
  const find = db.prepare(`SELECT ${namedWord('?1')} AS wordId`);
  return [...new Set(ids.map((id) => Number(find.get(id)?.wordId)))];
}

/** Takes IDs as the viewer sees them, and keeps their order. */
export function findVisibleWords(db: DatabaseSync, clientId: string | null, ids: readonly number[]): VisibleWord[] {
  const named = clientId === null ? readNamed(db, ids) : ids;
  const words = readVisible(db, clientId, isOneOf(clientId === null ? 'w.word_id' : 'own.shown_id', named));
  const byId = new Map(words.map((word) => [word.id, word]));
  return named.flatMap((id) => byId.get(id) ?? []);
}

/** By stored ID. */
export const nameWords = (db: DatabaseSync, clientId: string | null, wordIds: readonly number[]) =>
  new Map(readVisible(db, clientId, isOneOf('w.word_id', wordIds)).map((word) => [word.wordId, word]));

/** The time zone of histogram bars and local times. */
export const readZone = (db: DatabaseSync): string => String(db.prepare('SELECT name FROM time_zone').get()?.name);

/** Deleted phrases with posts. No query may return these posts. */
export const deletedWords = (db: DatabaseSync): number[] =>
  listNumbers(db, 'SELECT word_id FROM words WHERE deleted_at IS NOT NULL AND total_posts > 0');

/** The phrases that both filters select; null without them. */
export function filteredWords({ word, words }: FeedFilter): readonly number[] | null {
  if (word === null) return words;
  return words === null || words.includes(word) ? [word] : [];
}

/** The phrases whose posts the viewer may see. */
export function selectWords(db: DatabaseSync, { filter, clientId }: Pick<Viewing, 'filter' | 'clientId'>): Words {
  const wanted = filteredWords(filter);
  if (clientId !== null) {
    // A client names its phrases by its own IDs.
    const { sql, params } = wanted === null ? { sql: '1', params: [] } : isOneOf('shown_id', wanted);
    // One value, because a row per phrase takes three times as long: 5 instead of 2 ms for 5,000.
    const tracked = db
      .prepare(
        `SELECT json_group_array(word_id) AS ids FROM word_clients JOIN words USING (word_id)
         WHERE client_id = ? AND deleted_at IS NULL AND total_posts > 0 AND ${sql}`,
      )
      .get(clientId, ...params);
    return { only: JSON.parse(String(tracked?.ids)) as number[] };
  }
  if (wanted === null) return { except: deletedWords(db) };
  return { only: findVisibleWords(db, null, wanted).map(({ wordId }) => wordId) };
}

/** A column of the table of posts, and time. */
export type StoredSortColumn = Exclude<PostSortColumn, ReachSortColumn>;

/** `after`: skips the rows up to the cursor, in an order by another column than time. */
export type PostOrder = Pick<PageQuery<StoredSortColumn>, 'orderBy' | 'orderDirection'> & {
  after?: PostCursor | null;
};

export const isAfter = ({ orderBy, orderDirection, after }: PostOrder): Condition[] =>
  after
    ? [
        {
          sql: `(posts.${orderBy}, posts.id) ${orderDirection === 'ASC' ? '>' : '<'} (?, ?)`,
          params: [after.value, after.id],
        },
      ]
    : [];

/** With the zone's UTC offsets in the range, or in the range of all rows. */
function selectLocalTimes(
  db: DatabaseSync,
  { weekday, hour }: FeedFilter,
  { fromId, toId }: Pick<NarrowedRows, 'fromId' | 'toId'>,
): LocalTimes | null {
  if (weekday === null && hour === null) return null;
  const stored = db.prepare('SELECT (SELECT min(id) FROM posts) AS first, (SELECT max(id) FROM posts) AS last').get();
  const first = Math.max(fromId ?? 0, Number(stored?.first));
  const last = Math.min(toId ?? Number.MAX_SAFE_INTEGER, Number(stored?.last));
  return { weekday, hour, offsets: listOffsets(secondOfPostId(first), secondOfPostId(last), readZone(db)) };
}

/** Null when nothing can match: no visible phrase, no such story, or a text without a word. */
export function selectPosts(db: DatabaseSync, own: OwnStories, viewing: Viewing): ResolvedFilter | null {
  const { filter } = viewing;
  const searched = filter.text?.trim() ?? '';
  const text = searched === '' ? null : parseSearchQuery(searched);
  if (searched !== '' && text === null) return null;
  const words = selectWords(db, viewing);
  if ('only' in words && words.only.length === 0) return null;
  const narrowed = narrow(db, own, viewing);
  if (narrowed === null) return null;
  const localTimes = selectLocalTimes(db, filter, narrowed);
  const firstId = filter.first && filter.from !== null ? boundPostId(filter.from) : null;
  return {
    own,
    words,
    ...givenFilters(filter),
    localTimes,
    ratioIds: filter.ratio === null ? null : listByRatio(db, filter.ratio),
    hiddenAudiences: listHiddenAudiences(db, viewing.clientId),
    firstId,
    text,
    ...narrowed,
    mutes: readMutes(db, viewing.account),
  };
}

/**
 * A search that only excludes matches nearly all posts; counting what it excludes is faster. Returns the selection without such
 * a search, and the excluded part. The selection must have no condition on stories and arrivals.
 */
export function splitExclusion(selection: ResolvedFilter): { rest: ResolvedFilter; excluded: SearchQuery | null } {
  const excluded = selection.text === null ? null : exclusionOf(selection.text);
  const rest = without(selection, 'text');
  return excluded !== null && !isFiltered(rest) ? { rest, excluded } : { rest: selection, excluded: null };
}
