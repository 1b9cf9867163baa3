/** Reads rows with everything that the feed shows of them, within the limits of a reply. */
import type { DatabaseSync } from 'node:sqlite';
import { cutText } from '../../../shared/format.ts';
import { timeOfPostId } from '../store/post-id.ts';
import type { PostRow, PostScope } from '../store/posts-store.ts';
import { allOf, listNumbers, readArrays } from '../store/sqlite/sql.ts';
import type { PostSelection } from './filters.ts';
import { readMarks } from './left-out.ts';
import { isOfStories, isOwnStory } from './own-stories.ts';
import { storyRows } from './row-queries.ts';
import { noWorks, readWorks } from './story-work.ts';

const rowsSql = `
  SELECT posts.id AS postedAt, posts.owner_id AS ownerId, posts.post_id AS postId, coalesce(own.shown_id, posts.word_id) AS wordId,
    posts.user_id AS userId, posts.update_dt AS updatedAt, substr(post_texts.text, 1, ?3) AS text, post_texts.photo_url AS photoUrl,
    coalesce(own.text, words.text) AS word, owners.name AS ownerName, owners.photo_url AS ownerPhotoUrl, owners.domain,
    owners.owner_type AS ownerType, cities.country, cities.name AS city, posts.city_id AS cityId,
    posts.story_id AS storyId, posts.found_by_vk AS foundByVk,
    coalesce((SELECT rows > 1 FROM stories WHERE stories.story_id = posts.story_id), 1) AS isCopy
  FROM json_each(?1) AS wanted
  JOIN posts ON posts.id = wanted.value
  JOIN post_texts ON post_texts.id = posts.id
  JOIN words ON words.word_id = posts.word_id
  LEFT JOIN word_clients own ON own.word_id = posts.word_id AND own.client_id = ?2
  LEFT JOIN owners ON owners.owner_id = posts.owner_id
  LEFT JOIN cities ON cities.city_id = posts.city_id
  ORDER BY wanted.key`;

type StoredRow = Omit<PostRow, 'copies' | 'read' | 'foundByVk' | 'work'> & { isCopy: number; foundByVk: number };

/** The number of rows that the selection has of each story. Stories with one row need not be asked for. */
function countStoryRows(db: DatabaseSync, selection: PostSelection, stories: readonly number[]): Map<number, number> {
  if (stories.length === 0) return new Map();
  const { sql, params } = allOf([storyRows(selection), ...isOfStories('posts.story_id', stories)]);
  const counts = `SELECT posts.story_id, count(*) FROM ${sql} GROUP BY posts.story_id`;
  return new Map(readArrays<[number, number]>(db, counts, params));
}

/**
 * A client sees its own IDs and spellings of phrases. When copies are hidden, `copies` counts the further rows that the selection has of
 * each story. Longer texts than `textMax` are cut.
 */
export function readRows(
  db: DatabaseSync,
  scope: PostScope,
  { selection, ids, textMax }: { selection: PostSelection | null; ids: readonly number[]; textMax: number },
): PostRow[] {
  const { clientId, shownWork, account, hideCopies } = scope;
  // The columns have the names of PostRow's fields; STRICT tables guarantee their types.
  const stored = db.prepare(rowsSql).all(JSON.stringify(ids), clientId, textMax + 1) as StoredRow[];
  const rows = stored.map((row) => (isOwnStory(row.storyId) ? { ...row, isCopy: 1 } : row));
  const folded = rows.filter(({ isCopy }) => isCopy === 1).map(({ storyId }) => storyId);
  const counts = hideCopies && selection ? countStoryRows(db, selection, folded) : new Map<number, number>();
  const marks = readMarks(db, account);
  const works = shownWork && clientId !== null ? readWorks(db, clientId, rows, shownWork.now) : noWorks;
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
