/** Converts a scope to phrase IDs, row ID bounds and a parsed search, for the queries of posts. */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { PostSortColumn } from '../../../shared/fields/posts.ts';
import { type LocalTimes, listOffsets } from '../rules/local-hours.ts';
import { exclusionOf, type SearchQuery } from '../rules/search/query-tree.ts';
import { parseSearchQuery } from '../rules/search/search-query.ts';
import type { PageQuery } from '../store/page.ts';
import { boundPostId, secondOfPostId } from '../store/post-id.ts';
import type { PostCursor, PostScope } from '../store/posts-store.ts';
import { readReindexed } from '../store/sqlite/post-indexer.ts';
import type { Condition } from '../store/sqlite/sql.ts';
import { type Marks, readMarks, readMutes } from './account-state.ts';
import { isFiltered, type PostSelection, plainValues, type Words } from './filters.ts';
import { isOneOf } from './row-conditions.ts';
import { checkQuery } from './search-expression.ts';
import { type NarrowedRows, narrow } from './story-conditions.ts';
import { findVisibleWords } from './visible-words.ts';

/** The zone of the bars of histograms and of local times. */
export const readZone = (db: DatabaseSync): string => String(db.prepare('SELECT name FROM time_zone').get()?.name);

const readIds = (db: DatabaseSync, sql: string, ...params: SQLInputValue[]): number[] =>
  db
    .prepare(sql)
    .all(...params)
    .map((row) => Number(row.word_id));

/** Deleted phrases with posts. No query may return these posts. */
export const deletedWords = (db: DatabaseSync): number[] =>
  readIds(db, 'SELECT word_id FROM words WHERE deleted_at IS NOT NULL AND total_posts > 0');

/** The phrases that both filters select; null without them. */
export function filteredWords({ wordId, wordIds }: Pick<PostScope, 'wordId' | 'wordIds'>): readonly number[] | null {
  if (wordId === null) return wordIds;
  return wordIds === null || wordIds.includes(wordId) ? [wordId] : [];
}

/** The phrases whose posts the scope may see. */
export function selectWords(
  db: DatabaseSync,
  { clientId, ...filters }: Pick<PostScope, 'clientId' | 'wordId' | 'wordIds'>,
): Words {
  const wanted = filteredWords(filters);
  if (clientId !== null) {
    // A client names its phrases by its own IDs.
    const { sql, params } = wanted === null ? { sql: '1', params: [] } : isOneOf('shown_id', wanted);
    const tracked = readIds(
      db,
      `SELECT word_id FROM word_clients JOIN words USING (word_id)
       WHERE client_id = ? AND deleted_at IS NULL AND total_posts > 0 AND ${sql}`,
      ...[clientId, ...params],
    );
    return { only: tracked };
  }
  if (wanted === null) return { except: deletedWords(db) };
  return { only: findVisibleWords(db, null, wanted).map(({ wordId }) => wordId) };
}

/** `after` leaves out all rows up to it, in an order by another column than time. */
export type PostOrder = Pick<PageQuery<PostSortColumn>, 'orderBy' | 'orderDirection'> & { after?: PostCursor | null };

/** The condition on the rows after the cursor. */
export const isAfter = ({ orderBy, orderDirection, after }: PostOrder): Condition[] =>
  after
    ? [
        {
          sql: `(posts.${orderBy}, posts.id) ${orderDirection === 'ASC' ? '>' : '<'} (?, ?)`,
          params: [after.value, after.id],
        },
      ]
    : [];

/** With the offsets of the time zone in the range, else of all rows. */
function selectLocalTimes(
  db: DatabaseSync,
  { weekday, hour }: PostScope,
  { fromId, toId }: Pick<NarrowedRows, 'fromId' | 'toId'>,
): LocalTimes | null {
  if (weekday === null && hour === null) return null;
  const stored = db.prepare('SELECT (SELECT min(id) FROM posts) AS first, (SELECT max(id) FROM posts) AS last').get();
  const first = Math.max(fromId ?? 0, Number(stored?.first));
  const last = Math.min(toId ?? Number.MAX_SAFE_INTEGER, Number(stored?.last));
  return { weekday, hour, offsets: listOffsets(secondOfPostId(first), secondOfPostId(last), readZone(db)) };
}

/** Null when nothing can match: no visible phrase, no such story, or a text without a word. Throws an `UnsearchableError`. */
export function selectPosts(db: DatabaseSync, scope: PostScope): PostSelection | null {
  const text = scope.text?.trim() ?? '';
  const query = text === '' ? null : parseSearchQuery(text);
  if (text !== '' && query === null) return null;
  if (query) checkQuery(query);
  const words = selectWords(db, scope);
  if ('only' in words && words.only.length === 0) return null;
  const narrowed = narrow(db, scope);
  if (narrowed === null) return null;
  const localTimes = selectLocalTimes(db, scope, narrowed);
  const firstId = scope.first && scope.from !== null ? boundPostId(scope.from) : null;
  return {
    words,
    ...plainValues(scope),
    localTimes,
    firstId,
    query,
    reindexed: readReindexed(db),
    ...narrowed,
    mutes: readMutes(db, scope.account),
  };
}

/**
 * A search by exclusion alone matches nearly all posts. Counting what it excludes is faster. Returns the selection without
 * such a search, and what it excludes. The selection has no condition on stories and arrivals.
 */
export function splitExclusion(selection: PostSelection): { rest: PostSelection; excluded: SearchQuery | null } {
  const excluded = selection.query === null ? null : exclusionOf(selection.query);
  const rest = { ...selection, query: null };
  return excluded !== null && !isFiltered(rest) ? { rest, excluded } : { rest: selection, excluded: null };
}

/** The marks by which rows have to be skipped; null when the selection has unread stories only. */
export const marksToSkip = (
  db: DatabaseSync,
  { stories }: PostSelection,
  { unread, account, storyId }: PostScope,
): Marks | null => (unread && (stories === null || storyId !== null) ? readMarks(db, account) : null);
