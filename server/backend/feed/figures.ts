/** Counts posts outside the feed: by time window, client, source, author and search. */
import type { DatabaseSync } from 'node:sqlite';
import { hasBit } from '../rules/bits.ts';
import type { TimeWindow } from '../rules/days.ts';
import { excludedParts, negate } from '../rules/search/query-tree.ts';
import { boundPostId } from '../store/post-id.ts';
import {
  type CountedTarget,
  type FirstPosts,
  noFilters,
  type PostPreview,
  type Viewing,
  withFilters,
} from '../store/posts-store.ts';
import { allOf, readNumber } from '../store/sqlite/sql.ts';
import { findOldStories } from './earlier-stories.ts';
import type { ResolvedFilter, Words } from './filters.ts';
import { isOutsideOf, listHiddenAudiences } from './hidden-audiences.ts';
import { automaticStories, type OwnStories } from './own-stories.ts';
import { deletedWords, selectPosts, selectWords } from './post-selection.ts';
import { readChunks } from './row-columns.ts';
import { countDistinctByIndex, findDistinctTexts, ordered } from './row-queries.ts';

/** Both lists have an entry per row, oldest first. */
type RowList = { seconds: number[]; stories: number[] };

function readRows(db: DatabaseSync, selection: ResolvedFilter): RowList {
  const { sql, params } = ordered(db, selection, { orderBy: 'post_dt', orderDirection: 'ASC' }, true);
  const row = db
    .prepare(`SELECT json_group_array(id / 1048576) AS seconds, json_group_array(story_id) AS stories FROM (${sql})`)
    .get(...params);
  const list: RowList = { seconds: JSON.parse(String(row?.seconds)), stories: JSON.parse(String(row?.stories)) };
  const { hiddenStories } = selection;
  if (hiddenStories === null) return list;
  const isShown = (_: number, row: number): boolean => !hasBit(hiddenStories, list.stories[row] ?? 0);
  return { seconds: list.seconds.filter(isShown), stories: list.stories.filter(isShown) };
}

/** Neither the starts nor the ends of the windows may descend, so that each row is visited at most twice. */
export function countStories({ seconds, stories }: RowList, windows: readonly TimeWindow[]): number[] {
  const rowsOf = new Map<number, number>();
  const change = (row: number, by: 1 | -1): void => {
    const story = stories[row] ?? 0;
    const rows = (rowsOf.get(story) ?? 0) + by;
    if (rows === 0) rowsOf.delete(story);
    else rowsOf.set(story, rows);
  };
  const isBefore = (row: number, time: number): boolean => row < seconds.length && (seconds[row] ?? 0) * 1000 < time;
  let [first, end] = [0, 0];
  return windows.map(({ from, to }) => {
    while (isBefore(end, to)) change(end++, 1);
    while (first < end && isBefore(first, from)) change(first++, -1);
    return rowsOf.size;
  });
}

export function countInWindows(
  db: DatabaseSync,
  own: OwnStories,
  viewing: Viewing,
  windows: readonly TimeWindow[],
): number[] {
  const [first, last] = [windows[0], windows.at(-1)];
  if (first === undefined || last === undefined) return [];
  const from = Math.max(viewing.filter.from ?? 0, first.from);
  const to = Math.min(viewing.filter.to ?? Number.MAX_SAFE_INTEGER, last.to);
  const selection = selectPosts(db, own, withFilters(viewing, { from, to }));
  return countStories(selection === null ? { seconds: [], stories: [] } : readRows(db, selection), windows);
}

export function listFirstPosts(db: DatabaseSync, own: OwnStories, viewing: Viewing): FirstPosts[] {
  const selection = selectPosts(db, own, withFilters(viewing, { first: true }));
  if (selection === null) return [];
  const { seconds, stories } = readRows(db, selection);
  const met = findOldStories(db, selection);
  const list: FirstPosts[] = [];
  for (const [row, story] of stories.entries()) {
    if (met.has(story)) continue;
    met.add(story);
    const at = (seconds[row] ?? 0) * 1000;
    const last = list.at(-1);
    if (last?.at === at) last.count += 1;
    else list.push({ at, count: 1 });
  }
  return list;
}

/**
 * Rows by phrase, and of walls also by audience; no entry: none. One pass is faster than a search for each phrase of each client.
 */
function countRows(db: DatabaseSync, { from, to }: TimeWindow) {
  const counts = { words: [] as number[], audiences: [] as number[] };
  const names = ['words', 'audiences'] as const;
  for (const rows of readChunks(db, automaticStories, names, boundPostId(from), boundPostId(to))) {
    for (const name of names) for (const id of rows[name]) counts[name][id] = (counts[name][id] ?? 0) + 1;
  }
  for (const word of deletedWords(db)) counts.words[word] = 0;
  return counts;
}

export function countOfClients(db: DatabaseSync, clientIds: readonly string[], window: TimeWindow) {
  const { words: ofWords, audiences } = countRows(db, window);
  const rows = db
    .prepare(`
      SELECT client_id AS clientId, json_group_array(word_id) AS words
      FROM word_clients WHERE client_id IN (SELECT value FROM json_each(?)) GROUP BY client_id`)
    .all(JSON.stringify(clientIds));
  const sum = (counts: number[], ids: number[]) => ids.reduce((total, id) => total + (counts[id] ?? 0), 0);
  return Object.fromEntries(
    rows.map(({ clientId, words }) => {
      const hidden = sum(audiences, listHiddenAudiences(db, String(clientId)));
      return [String(clientId), sum(ofWords, JSON.parse(String(words))) - hidden];
    }),
  );
}

const columns = { owner: 'owner_id', user: 'user_id' } as const;

/** A post with several phrases counts once. */
export function countOfTargets(db: DatabaseSync, targets: readonly CountedTarget[], { from, to }: TimeWindow) {
  const seenBy = new Map<string | null, { words: Words; hidden: readonly number[] }>();
  return targets.map(({ clientId, kind, targetId }) => {
    const seen = seenBy.get(clientId) ?? {
      words: selectWords(db, { clientId, filter: noFilters }),
      hidden: listHiddenAudiences(db, clientId),
    };
    seenBy.set(clientId, seen);
    const { words } = seen;
    const isSeen = allOf(isOutsideOf(seen.hidden));
    const [operator, ids] = 'only' in words ? ['IN', words.only] : ['NOT IN', words.except];
    const sql = `SELECT count(*) FROM (SELECT DISTINCT owner_id, post_id FROM posts
      WHERE ${columns[kind]} = ? AND id >= ? AND id < ? AND +word_id ${operator} (SELECT value FROM json_each(?)) AND ${isSeen.sql})`;
    return readNumber(db, sql, targetId, boundPostId(from), boundPostId(to), JSON.stringify(ids), ...isSeen.params);
  });
}

const examplesMax = 10;
const changedExamplesMax = 3;

/**
 * `phrase` selects the stored posts of a phrase, null if it has none; `selection` the posts that match its new text. A post with
 * several phrases counts once.
 */
export function previewChange(db: DatabaseSync, selection: ResolvedFilter, phrase: ResolvedFilter | null) {
  const { text } = selection;
  if (text === null) return null;
  const own = phrase && 'only' in phrase.words ? phrase.words.only : [];
  const left = phrase && { ...phrase, text: negate(text, '') };
  const count = (each: ResolvedFilter | null) => (each ? countDistinctByIndex(db, each) : 0);
  return {
    leaving: { total: count(left), examples: left ? findDistinctTexts(db, left, changedExamplesMax) : [] },
    coming: {
      total: count(selection) - count(phrase && { ...phrase, text }),
      examples: findDistinctTexts(db, selection, changedExamplesMax, own),
    },
  };
}

export function previewPosts(
  db: DatabaseSync,
  selection: ResolvedFilter,
  window: TimeWindow,
): Omit<PostPreview, 'change'> {
  const { text } = selection;
  const total = countDistinctByIndex(db, selection);
  return {
    total,
    recent: countDistinctByIndex(db, {
      ...selection,
      fromId: boundPostId(window.from),
      toId: boundPostId(window.to),
    }),
    examples: findDistinctTexts(db, selection, examplesMax),
    excluded: (text ? excludedParts(text) : []).map((part) => ({
      text: part.text,
      removed: countDistinctByIndex(db, { ...selection, text: part.rest }) - total,
    })),
  };
}
