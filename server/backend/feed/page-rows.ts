/** Finds the rows of a page, and reads them with everything that the feed shows of them, within the limits of a reply. */
import type { DatabaseSync } from 'node:sqlite';
import type { PostSortColumn } from '../../../shared/fields/posts.ts';
import { cutText } from '../../../shared/format.ts';
import type { PageQuery } from '../store/page.ts';
import { timeOfPostId } from '../store/post-id.ts';
import type { PostCursor, PostRow, PostRowsQuery, PostScope, PostTimes } from '../store/posts-store.ts';
import { allOf, type Condition, isOneOf, listNumbers, readArrays } from '../store/sqlite/sql.ts';
import type { PostSelection } from './filters.ts';
import { ordered, storyRows } from './row-queries.ts';
import type { Marks, PostView } from './scope-conditions.ts';
import { noWorks, readWorks } from './story-work.ts';

type PostPage = PageQuery<PostSortColumn>;

function listIds(db: DatabaseSync, selection: PostSelection, page: PostPage): number[] {
  const { sql, params } = ordered(db, selection, page, false);
  return listNumbers(db, `${sql} LIMIT ? OFFSET ?`, ...params, page.limit, page.offset);
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

const rowsSql = `
  SELECT posts.id AS postedAt, posts.owner_id AS ownerId, posts.post_id AS postId, coalesce(own.shown_id, posts.word_id) AS wordId,
    posts.user_id AS userId, posts.update_dt AS updatedAt, substr(post_texts.text, 1, ?3) AS text, post_texts.photo_url AS photoUrl,
    coalesce(own.text, words.text) AS word, owners.name AS ownerName, owners.photo_url AS ownerPhotoUrl, owners.domain,
    owners.owner_type AS ownerType, cities.country, cities.name AS city, posts.city_id AS cityId,
    posts.story_id AS storyId, posts.found_by_vk AS foundByVk, stories.rows > 1 AS isCopy
  FROM json_each(?1) AS wanted
  JOIN posts ON posts.id = wanted.value
  JOIN post_texts ON post_texts.id = posts.id
  JOIN stories ON stories.story_id = posts.story_id
  JOIN words ON words.word_id = posts.word_id
  LEFT JOIN word_clients own ON own.word_id = posts.word_id AND own.client_id = ?2
  LEFT JOIN owners ON owners.owner_id = posts.owner_id
  LEFT JOIN cities ON cities.city_id = posts.city_id
  ORDER BY wanted.key`;

type StoredRow = Omit<PostRow, 'copies' | 'read' | 'foundByVk' | 'work'> & { isCopy: number; foundByVk: number };

/** The number of rows that the selection has of each story. Stories with one row need not be asked for. */
function countStoryRows(db: DatabaseSync, selection: PostSelection, stories: readonly number[]): Map<number, number> {
  if (stories.length === 0) return new Map();
  const { sql, params } = allOf([storyRows(selection), isOneOf('posts.story_id', stories)]);
  const counts = `SELECT posts.story_id, count(*) FROM ${sql} GROUP BY posts.story_id`;
  return new Map(readArrays<[number, number]>(db, counts, params));
}

type RowsOptions = {
  scope: Pick<PostScope, 'clientId' | 'workNames'>;
  copiesIn: PostSelection | null;
  marks: Marks;
  textMax: number;
};

/**
 * A client sees its own IDs and spellings of phrases. `copies` counts the further rows of each story in `copiesIn`; null: copies are
 * not hidden. Longer texts than `textMax` are cut.
 */
export function readRows(db: DatabaseSync, ids: readonly number[], { scope, copiesIn, marks, textMax }: RowsOptions) {
  // The columns have the names of PostRow's fields; STRICT tables guarantee their types.
  const rows = db.prepare(rowsSql).all(JSON.stringify(ids), scope.clientId, textMax + 1) as StoredRow[];
  const folded = rows.filter(({ isCopy }) => isCopy === 1).map(({ storyId }) => storyId);
  const counts = copiesIn ? countStoryRows(db, copiesIn, folded) : new Map<number, number>();
  const works = scope.workNames && scope.clientId !== null ? readWorks(db, scope.clientId, rows) : noWorks;
  return rows.map(({ isCopy, ...row }) => ({
    ...row,
    postedAt: timeOfPostId(row.postedAt),
    text: row.text && cutText(row.text, textMax),
    foundByVk: row.foundByVk === 1,
    copies: (counts.get(row.storyId) ?? 1) - 1,
    read: marks.has(row.storyId),
    work: works.get(row.storyId) ?? null,
  }));
}

/** In characters: the longest text that collection and import store. */
const textMax = 100_000;

/** In bytes of UTF-8. As JSON, once plain and once highlighted, they take less than the 8 MiB that the console reads. */
const replyTextsMax = 3_000_000;

/** The length of a text in bytes, without reading it; 0 without a text. */
export function readTextLengths(db: DatabaseSync, ids: readonly number[]): number[] {
  const sql = `SELECT coalesce(octet_length(post_texts.text), 0)
    FROM json_each(?) AS wanted LEFT JOIN post_texts ON post_texts.id = wanted.value ORDER BY wanted.key`;
  return listNumbers(db, sql, JSON.stringify(ids));
}

/** The greatest length of a text with which all fit into a reply. Only the longest texts are cut. */
export function fitTexts(lengths: readonly number[]): number {
  let rest = replyTextsMax;
  const ascending = lengths.toSorted((a, b) => a - b);
  for (const [index, length] of ascending.entries()) {
    const share = Math.floor(rest / (ascending.length - index));
    if (length > share) return Math.min(share, textMax);
    rest -= length;
  }
  return textMax;
}

/** How many rows fit into a reply that may have fewer; at least one. */
export function countFittingRows(lengths: readonly number[]): number {
  let rest = replyTextsMax;
  const end = lengths.findIndex((length) => {
    rest -= Math.min(length, textMax);
    return rest < 0;
  });
  return end < 0 ? lengths.length : Math.max(end, 1);
}

/** A part of a page takes about 10 ms. Smaller parts make the whole page slower. */
const partRows = 100;
const partTextsMax = 200_000;

/** Splits the rows of a page. */
export function splitRows(ids: readonly number[], lengths: readonly number[], longest: number): number[][] {
  const parts: number[][] = [];
  let room = 0;
  for (const [index, id] of ids.entries()) {
    const length = Math.min(lengths[index] ?? 0, longest);
    const part = parts.at(-1);
    room -= length;
    if (part && part.length < partRows && room >= 0) part.push(id);
    else {
      parts.push([id]);
      room = partTextsMax - length;
    }
  }
  return parts;
}
