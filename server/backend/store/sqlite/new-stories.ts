/** Counts the new stories of many scopes at once: reads the new rows once, and compares each with all scopes. */
import type { DatabaseSync } from 'node:sqlite';
import { dayMs } from '../../../platform/durations.ts';
import { isWanted, slotAt } from '../../posts/local-hours.ts';
import type { SearchQuery } from '../../search/query-tree.ts';
import type { PostScope, StoriesScope } from '../posts-store.ts';
import { firstPostId, secondOfPostId } from './post-id.ts';
import { orderedByIndex } from './post-index-query.ts';
import { type Marks, readMarks } from './post-marks.ts';
import { isNotMuted, readMutes } from './post-mutes.ts';
import { type PostSelection, selectPosts } from './post-selection.ts';
import { allOf } from './row-conditions.ts';
import { hasQuery } from './search-terms.ts';

/** Bounds the time of a count for an account that was away for months. */
const newStoriesMax = 20_000;

export type NewRow = [id: number, storyId: number, wordId: number, ownerId: number, cityId: number | null];

/** The rows of stories after `since` up to `until` that the account has not muted, the newest story first. */
export function readNewRows(db: DatabaseSync, account: string, since: number, until: number): NewRow[] {
  const isNew = { sql: 'story_id BETWEEN ? AND ?', params: [since + 1, until] };
  const { sql, params } = allOf([isNew, ...isNotMuted(readMutes(db, account))]);
  const statement = db.prepare(
    `SELECT id, story_id, word_id, owner_id, city_id FROM posts WHERE ${sql} ORDER BY story_id DESC`,
  );
  statement.setReturnArrays(true);
  return statement.all(...params) as unknown as NewRow[];
}

/** Matches all filters of a selection but its text. */
function createFilter({ words, ownerId, cityId, localTimes, fromId, toId }: PostSelection): (row: NewRow) => boolean {
  const [ids, isListed] = 'only' in words ? [new Set(words.only), true] : [new Set(words.except), false];
  return ([id, , wordId, owner, city]) =>
    ids.has(wordId) === isListed &&
    (ownerId === null || owner === ownerId) &&
    (cityId === null || (city ?? 0) === cityId) &&
    (localTimes === null || isWanted(localTimes, slotAt(secondOfPostId(id), localTimes.offsets))) &&
    (fromId === null || id >= fromId) &&
    (toId === null || id < toId);
}

/** Rows may be much older than the others, because a story can gain old posts. The search index is asked for each of a few. */
const singleRows = 20;
const recentIds = firstPostId(2 * dayMs);

/**
 * The text is matched by the search index, from the first of the newer rows on. The phrases of a client are compared here, because
 * many terms slow the index down.
 */
function findMatches(
  db: DatabaseSync,
  selection: PostSelection,
  query: SearchQuery,
  rows: readonly NewRow[],
): Set<number> {
  const ids = rows.map(([id]) => id).sort((a, b) => a - b);
  const newest = ids.at(-1) ?? 0;
  const single = ids.slice(0, singleRows).filter((id) => id < newest - recentIds);
  const first = ids[single.length] ?? Number.MAX_SAFE_INTEGER;
  const newer = { ...selection, words: { except: [] }, fromId: Math.max(first, selection.fromId ?? 0) };
  const { sql, params } = orderedByIndex(newer, { orderBy: 'post_dt', orderDirection: 'DESC' }, false);
  const list = db.prepare(`SELECT json_group_array(id) AS list FROM (${sql})`).get(...params)?.list;
  const found = db
    .prepare(
      'SELECT rowid AS id FROM post_search WHERE post_search MATCH ? AND rowid IN (SELECT value FROM json_each(?))',
    )
    .all(hasQuery(query), JSON.stringify(single));
  return new Set([...(JSON.parse(String(list)) as number[]), ...found.map(({ id }) => Number(id))]);
}

function createMatcher(db: DatabaseSync, selection: PostSelection, rows: readonly NewRow[]): (row: NewRow) => boolean {
  const passes = createFilter(selection);
  if (selection.query === null) return passes;
  const found = findMatches(db, selection, selection.query, rows);
  return (row) => found.has(row[0]) && passes(row);
}

/** The stories of the rows that match the scope, but for its marks. The rows are limited to new ones that are not muted. */
export function findNewStories(db: DatabaseSync, scope: PostScope, rows: readonly NewRow[]): Set<number> {
  const selection =
    rows.length === 0
      ? null
      : selectPosts(db, { ...scope, account: null, storyId: null, since: null, until: null, unread: false });
  if (selection === null) return new Set();
  const matches = createMatcher(db, selection, rows);
  const isWanted = (storyId: number): boolean =>
    (scope.storyId === null || storyId === scope.storyId) && (scope.until === null || storyId <= scope.until);
  return new Set(rows.flatMap((row) => (isWanted(row[1]) && matches(row) ? row[1] : [])));
}

function countStories(db: DatabaseSync, scope: PostScope, rows: readonly NewRow[], marks: Marks): number {
  const stories = [...findNewStories(db, scope, rows)];
  return scope.unread ? stories.filter((storyId) => !marks.has(storyId)).length : stories.length;
}

/** The newest story first: those after `since`. */
export function rowsAfter(rows: readonly NewRow[], since: number): readonly NewRow[] {
  const old = rows.findIndex(([, storyId]) => storyId <= since);
  return old === -1 ? rows : rows.slice(0, old);
}

/** The scopes are of this account. */
export function countNewStories(db: DatabaseSync, account: string, scopes: readonly StoriesScope[]): number[] {
  const newest = Number(db.prepare('SELECT coalesce(max(story_id), 0) AS story FROM stories').get()?.story);
  const bounds = scopes.map(({ since }) => Math.max(since, newest - newStoriesMax));
  const rows = readNewRows(db, account, Math.min(...bounds), newest);
  const marks = readMarks(db, account);
  return scopes.map((scope, index) => countStories(db, scope, rowsAfter(rows, bounds[index] ?? newest), marks));
}
