/** Finds the rows of a page. */
import type { DatabaseSync } from 'node:sqlite';
import type { PostSortColumn } from '../../../shared/fields/posts.ts';
import type { PageQuery } from '../store/page.ts';
import { timeOfPostId } from '../store/post-id.ts';
import type { PostCursor, PostRowsQuery, PostTimes } from '../store/posts-store.ts';
import type { Condition } from '../store/sqlite/sql.ts';
import type { PostView } from './account-state.ts';
import type { PostSelection } from './filters.ts';
import type { PostOrder } from './post-selection.ts';
import { needsSearchIndex, orderedByIndex } from './search-index-query.ts';
import { orderedByTable } from './table-query.ts';

type PostPage = PageQuery<PostSortColumn>;

/** SQL of the rows in an order, with the columns `id` and, if wanted, `story_id`. */
export const ordered = (
  db: DatabaseSync,
  selection: PostSelection,
  page: PostOrder,
  withStories: boolean,
): Condition =>
  needsSearchIndex(selection)
    ? orderedByIndex(selection, page, withStories)
    : orderedByTable(db, selection, page, withStories);

function listIds(db: DatabaseSync, selection: PostSelection, page: PostPage): number[] {
  const { sql, params } = ordered(db, selection, page, false);
  return db
    .prepare(`${sql} LIMIT ? OFFSET ?`)
    .all(...params, page.limit, page.offset)
    .map(({ id }) => Number(id));
}

/** In the order of time the ID alone is the place, so that the cursor is a bound of the selection. */
function narrowByTime(selection: PostSelection, { after, orderDirection }: PostRowsQuery): PostSelection {
  if (after === null) return selection;
  const { fromId, toId } = selection;
  return orderDirection === 'ASC'
    ? { ...selection, fromId: Math.max(fromId ?? 0, after.id + 1) }
    : { ...selection, toId: Math.min(toId ?? Number.MAX_SAFE_INTEGER, after.id) };
}

/** The places of the rows after the cursor. */
export function findPlaces(db: DatabaseSync, selection: PostSelection, query: PostRowsQuery): PostCursor[] {
  const { orderBy, orderDirection, limit, after } = query;
  const byTime = orderBy === 'post_dt';
  const order = { orderBy, orderDirection, after: byTime ? null : after };
  const narrowed = byTime ? narrowByTime(selection, query) : selection;
  const { sql, params } = ordered(db, narrowed, order, false);
  const value = byTime ? '0' : `(SELECT ${orderBy} FROM posts WHERE posts.id = found.id)`;
  return db
    .prepare(`SELECT id, ${value} AS value FROM (${sql} LIMIT ?) AS found`)
    .all(...params, limit)
    .map((row) => ({ value: Number(row.value), id: Number(row.id) }));
}

/** SQLite returns lists: a call per row is slow. */
function listStories(db: DatabaseSync, { sql, params }: Condition, limit: number, offset: number) {
  const row = db
    .prepare(`SELECT json_group_array(id) AS ids, json_group_array(story_id) AS stories FROM (${sql} LIMIT ? OFFSET ?)`)
    .get(...params, limit, offset);
  return { ids: JSON.parse(String(row?.ids)) as number[], stories: JSON.parse(String(row?.stories)) as number[] };
}

/** Removes rows of hidden stories and, when copies are hidden, all rows of a story but the first. */
function createFilter({ hideCopies, marks, old }: PostView): (storyId: number) => boolean {
  const met = new Set<number>();
  return (storyId) => {
    if (marks?.has(storyId) || old.has(storyId) || met.has(storyId)) return false;
    if (hideCopies) met.add(storyId);
    return true;
  };
}

/** Reads the list from its start, because the rows that are shown before the page decide which ones follow. */
export function findIds(db: DatabaseSync, selection: PostSelection, view: PostView, page: PostPage): number[] {
  if (!view.hideCopies && view.marks === null && view.old.size === 0) return listIds(db, selection, page);
  const source = ordered(db, selection, page, true);
  const end = page.offset + page.limit;
  const isShown = createFilter(view);
  const shown: number[] = [];
  let offset = 0;
  for (let limit = end * 2; ; limit *= 2) {
    const { ids, stories } = listStories(db, source, limit, offset);
    for (const [index, id] of ids.entries()) if (isShown(stories[index] ?? 0)) shown.push(id);
    if (shown.length >= end || ids.length < limit) return shown.slice(page.offset, end);
    offset += limit;
  }
}

/** The times of the first and the last row. Copies have no effect on them. */
export function findTimes(db: DatabaseSync, selection: PostSelection, view: PostView): PostTimes {
  const end = (orderDirection: 'ASC' | 'DESC'): number | null => {
    const page: PostPage = { limit: 1, offset: 0, orderBy: 'post_dt', orderDirection };
    const [id] = findIds(db, selection, { ...view, hideCopies: false }, page);
    return id === undefined ? null : timeOfPostId(id);
  };
  return { min: end('ASC'), max: end('DESC') };
}
