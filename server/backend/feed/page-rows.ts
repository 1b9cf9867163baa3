/** Reads rows with everything that the feed shows of them, within the limits of a reply. */

import type { DatabaseSync } from 'node:sqlite';
import { hourMs } from '../../../shared/durations.ts';
import { cutText } from '../../../shared/format.ts';
import { lastRealTime } from '../../../shared/rules/real-times.ts';
import { spikeLimit } from '../rules/alerts/conditions.ts';
import { textMax as storedMax } from '../rules/clean-text.ts';
import { stemsOf } from '../rules/suggestions.ts';
import { noWork, type Work } from '../rules/work.ts';
import { boundPostId, timeOfPostId } from '../store/post-id.ts';
import type { PostRow, Reach, Viewing } from '../store/posts-store.ts';
import { allOf, listNumbers, readArrays } from '../store/sqlite/sql.ts';
import { readParts } from '../store/text-parts.ts';
import { isShownTo } from '../store/wall-visibility.ts';
import { shownWordsOf } from '../store/word-rows.ts';
import type { ResolvedFilter } from './filters.ts';
import { inStories, isOwnStory, type OwnStories, postsOf, postsWhere } from './own-stories.ts';
import { readReach, unknownReach } from './reach.ts';
import { readMarks } from './read-marks.ts';
import { storyRows } from './row-queries.ts';

type StoredWork = Omit<Work, 'tags' | 'overdue' | 'hidden'> & {
  storyId: number;
  overdue: number;
  hidden: number;
  tags: string;
};

type ShownWork = Work & { growing: boolean };

/** Reaction times and who changed the work last are not read. */
const worksSql = `
  SELECT story_id AS storyId, version, state, assignee, until_at AS untilAt, until_copies AS untilCopies, until_sources AS untilSources,
    reason, tone, notes, returned, overdue, hidden, changed_at AS changedAt,
    NULL AS seenArrival, NULL AS firstReactionAt, NULL AS closedAt, NULL AS changedBy,
    (SELECT json_group_array(tag_id) FROM story_tags tagged
     WHERE tagged.story_id = story_work.story_id AND tagged.client_id = story_work.client_id) AS tags
  FROM story_work WHERE client_id = ?1 AND story_id IN (SELECT value FROM json_each(?2))`;

const windowMs = 6 * hourMs;
/** The number of earlier windows with which the last one is compared. */
const baselineWindows = 8;

/**
 * The stories with a spike of rows of the client in the last window, by the baseline of alerts (rules/alerts/conditions.ts).
 */
function findGrowing(
  db: DatabaseSync,
  own: OwnStories,
  clientId: string,
  stories: readonly number[],
  now: number,
): Set<number> {
  const from = boundPostId(now - (baselineWindows + 1) * windowMs);
  const to = boundPostId(lastRealTime(now));
  const isRecent = {
    sql: `id BETWEEN ? AND ? AND +word_id IN (${shownWordsOf('?')}) AND ${isShownTo('?')}`,
    params: [from, to, clientId, clientId],
  };
  const { sql, params } = postsWhere(own, ...inStories(own, 'posts.story_id', stories), isRecent);
  const rows = readArrays<[number, number]>(db, `SELECT story_id, id FROM ${sql}`, params);
  const growing = new Set<number>();
  for (const [story, found] of Map.groupBy(rows, ([id]) => id)) {
    const counts = Array.from({ length: baselineWindows + 1 }, () => 0);
    for (const [, id] of found) {
      const window = Math.max(Math.floor((now - timeOfPostId(id)) / windowMs), 0);
      counts[window] = (counts[window] ?? 0) + 1;
    }
    const [last = 0, ...earlier] = counts;
    if (last >= spikeLimit(earlier).limit) growing.add(story);
  }
  return growing;
}

/** By story, for stories with work or a spike. */
function readWorks(
  db: DatabaseSync,
  own: OwnStories,
  clientId: string,
  stories: readonly { storyId: number; isCopy: number }[],
  now: number,
): ReadonlyMap<number, ShownWork> {
  const idsOf = (list: typeof stories) => [...new Set(list.map(({ storyId }) => storyId))];
  const rows = db.prepare(worksSql).all(clientId, JSON.stringify(idsOf(stories))) as StoredWork[];
  const growing = findGrowing(db, own, clientId, idsOf(stories.filter(({ isCopy }) => isCopy === 1)), now);
  const works = new Map<number, ShownWork>([...growing].map((storyId) => [storyId, { ...noWork, growing: true }]));
  for (const { storyId, overdue, hidden, tags, ...work } of rows) {
    const flags = { overdue: overdue === 1, hidden: hidden === 1, growing: growing.has(storyId) };
    works.set(storyId, { ...work, ...flags, tags: JSON.parse(tags) });
  }
  return works;
}

const rowsSql = (posts: string): string => `
  SELECT posts.id AS postedAt, posts.owner_id AS ownerId, posts.post_id AS postId, coalesce(own.shown_id, posts.word_id) AS wordId,
    posts.user_id AS userId, posts.update_dt AS updatedAt, substr(post_texts.text, 1, ?3) AS text, post_texts.text_parts AS textParts, post_texts.photo_url AS photoUrl,
    coalesce(own.text, words.text) AS word, words.wall_id AS wallId, owners.name AS ownerName, owners.photo_url AS ownerPhotoUrl, owners.domain,
    owners.owner_type AS ownerType, cities.country, cities.name AS city, posts.city_id AS cityId,
    facts.parent_post_id AS parentPostId, facts.parent_text AS parentText, facts.thread_id AS threadId,
    posts.story_id AS storyId, posts.found_by_vk AS foundByVk, facts.changed_at AS changedAt, facts.deleted_at AS deletedAt,
    coalesce((SELECT rows > 1 FROM stories WHERE stories.story_id = posts.story_id), 1) AS isCopy
  FROM json_each(?1) AS wanted
  JOIN ${posts} ON posts.id = wanted.value
  JOIN post_texts ON post_texts.id = posts.id
  JOIN words ON words.word_id = posts.word_id
  LEFT JOIN word_clients own ON own.word_id = posts.word_id AND own.client_id = ?2
  LEFT JOIN owners ON owners.owner_id = posts.owner_id
  LEFT JOIN cities ON cities.city_id = posts.city_id
  LEFT JOIN post_facts facts ON facts.owner_id = posts.owner_id AND facts.post_id = posts.post_id
  ORDER BY wanted.key`;

type StoryFigures = Pick<PostRow, 'copies' | 'storyViews' | 'storyMeasured' | 'storyPosts'>;

type StoredRow = Omit<
  PostRow,
  keyof Reach | keyof StoryFigures | 'textParts' | 'read' | 'foundByVk' | 'work' | 'comment' | 'parentStoryId'
> & {
  textParts: string | null;
  parentPostId: number | null;
  parentText: string | null;
  threadId: number | null;
  isCopy: number;
  foundByVk: number;
};

/** By «owner number», the stories of the posts of comments, as far as the client sees the posts; an administrator sees all. */
function readParentStories(
  db: DatabaseSync,
  own: OwnStories,
  clientId: string | null,
  rows: readonly StoredRow[],
): ReadonlyMap<string, number> {
  const parents = rows.flatMap(({ ownerId, parentPostId }) => (parentPostId === null ? [] : [[ownerId, parentPostId]]));
  if (parents.length === 0) return new Map();
  const isSeen = `posts.word_id IN (${shownWordsOf('?2')}) AND ${isShownTo('?2')}`;
  const stories = readArrays<[string, number]>(
    db,
    `SELECT posts.owner_id || ' ' || posts.post_id, min(posts.story_id) FROM json_each(?1) AS wanted
       JOIN ${postsOf(own)} ON posts.owner_id = wanted.value ->> 0 AND posts.post_id = wanted.value ->> 1
     WHERE ?2 IS NULL OR ${isSeen} GROUP BY posts.owner_id, posts.post_id`,
    [JSON.stringify(parents), clientId],
  );
  return new Map(stories);
}

/** The rows of a story in the selection. `viewed`: the most viewed one, of several the newest. */
type StoryRows = StoryFigures & { viewed: number };

const oneRow: StoryFigures = { copies: 0, storyViews: null, storyMeasured: 0, storyPosts: 0 };

/** Callers need not pass stories with one row. */
function readStories(db: DatabaseSync, selection: ResolvedFilter, stories: readonly number[]): Map<number, StoryRows> {
  const found = new Map<number, StoryRows>();
  if (stories.length === 0) return found;
  const { sql, params } = allOf([storyRows(selection), ...inStories(selection.own, 'posts.story_id', stories)]);
  const views = `(SELECT views FROM post_facts facts
    WHERE facts.owner_id = posts.owner_id AND facts.post_id = posts.post_id)`;
  const rows = `SELECT posts.story_id, posts.id, posts.owner_id || ' ' || posts.post_id, ${views} AS views FROM ${sql}
    ORDER BY posts.story_id, views DESC, posts.id DESC`;
  const met = new Set<string>();
  for (const [story, id, post, views] of readArrays<[number, number, string, number | null]>(db, rows, params)) {
    const known = found.get(story) ?? { ...oneRow, copies: -1, viewed: id };
    found.set(story, known);
    known.copies += 1;
    if (met.has(post)) continue;
    met.add(post);
    known.storyPosts += 1;
    if (views === null) continue;
    known.storyMeasured += 1;
    known.storyViews = (known.storyViews ?? 0) + views;
  }
  return found;
}

/**
 * A client sees its own IDs and spellings of phrases. When copies are hidden, `copies` counts the other rows of the story in
 * the selection. Texts over `textMax` are cut.
 */
export function readRows(
  db: DatabaseSync,
  own: OwnStories,
  viewing: Viewing,
  { selection, ids, textMax }: { selection: ResolvedFilter | null; ids: readonly number[]; textMax: number },
): PostRow[] {
  const { filter, clientId, shownWork, account } = viewing;
  // The columns have the names of PostRow's fields; STRICT tables guarantee their types.
  const stored = db.prepare(rowsSql(postsOf(own))).all(JSON.stringify(ids), clientId, textMax + 1) as StoredRow[];
  const rows = stored.map((row) => (isOwnStory(own, row.storyId) ? { ...row, isCopy: 1 } : row));
  const folded = rows.filter(({ isCopy }) => isCopy === 1).map(({ storyId }) => storyId);
  const stories = !filter.copies && selection ? readStories(db, selection, folded) : new Map<number, StoryRows>();
  const viewedOf = (row: Pick<StoredRow, 'storyId' | 'postedAt'>): number =>
    stories.get(row.storyId)?.viewed ?? row.postedAt;
  const figuresOf = (storyId: number): StoryFigures => {
    const { viewed: _, ...figures } = stories.get(storyId) ?? { ...oneRow, viewed: 0 };
    return figures.copies === 0 ? oneRow : figures;
  };
  const reach = readReach(db, rows.map(viewedOf));
  const parentStories = readParentStories(db, own, clientId, rows);
  const isRead = readMarks(db, account);
  const works = shownWork && clientId !== null ? readWorks(db, own, clientId, rows, shownWork.now) : null;
  return rows.map(({ isCopy, parentPostId, parentText, threadId, ...row }) => ({
    ...row,
    ...(reach.get(viewedOf(row)) ?? unknownReach),
    postedAt: timeOfPostId(row.postedAt),
    text: row.text && cutText(row.text, textMax),
    textParts: readParts(row.textParts),
    foundByVk: row.foundByVk === 1,
    comment: parentPostId === null ? null : { parentPostId, parentText: parentText ?? '', threadId },
    parentStoryId: parentStories.get(`${row.ownerId} ${parentPostId}`) ?? null,
    ...figuresOf(row.storyId),
    read: isRead(row.storyId),
    work: works?.get(row.storyId) ?? null,
  }));
}

/** In bytes of UTF-8. As JSON, once plain and once highlighted, they take less than the 8 MiB that the console reads. */
const replyTextsMax = 3_000_000;

/** The lengths of the texts in bytes, without reading them; 0 without a text. */
export function readTextLengths(db: DatabaseSync, ids: readonly number[]): number[] {
  const sql = `SELECT coalesce(octet_length(post_texts.text), 0)
    FROM json_each(?) AS wanted LEFT JOIN post_texts ON post_texts.id = wanted.value ORDER BY wanted.key`;
  return listNumbers(db, sql, JSON.stringify(ids));
}

/** The greatest text length at which all texts fit into a reply. Only the longest are cut. */
export function fitTexts(lengths: readonly number[]): number {
  let rest = replyTextsMax;
  const ascending = lengths.toSorted((a, b) => a - b);
  for (const [index, length] of ascending.entries()) {
    const share = Math.floor(rest / (ascending.length - index));
    if (length > share) return Math.min(share, storedMax);
    rest -= length;
  }
  return storedMax;
}

/** How many of the first rows fit into a reply; at least one. */
export function countFittingRows(lengths: readonly number[]): number {
  let rest = replyTextsMax;
  const end = lengths.findIndex((length) => {
    rest -= Math.min(length, storedMax);
    return rest < 0;
  });
  return end < 0 ? lengths.length : Math.max(end, 1);
}

/** A part of a page takes about 10 ms. Smaller parts make the whole page slower. */
const partRows = 100;
const partTextsMax = 200_000;

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

/** The stems of the first text of each story, from which suggestions are trained. A story without a text has none. */
export function listStems(db: DatabaseSync, storyIds: readonly number[]): string[][] {
  const rows = db
    .prepare(
      `SELECT text FROM json_each(?) AS wanted LEFT JOIN post_texts ON post_texts.id = (
         SELECT id FROM posts WHERE story_id = wanted.value ORDER BY arrival LIMIT 1)
       ORDER BY wanted.key`,
    )
    .all(JSON.stringify(storyIds)) as { text: string | null }[];
  return rows.map(({ text }) => stemsOf(text ?? ''));
}
