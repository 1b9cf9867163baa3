/** Finds the hours of a range that were not collected completely. */
import type { DatabaseSync } from 'node:sqlite';
import type { MissingTime } from '../../../shared/api/analytics.ts';
import { hourMs } from '../../../shared/durations.ts';
import { adjacentMs, type CollectedWindow, visitMissingTime } from '../../../shared/rules/coverage.ts';
import { boundPostId } from '../store/post-id.ts';
import type { Viewing } from '../store/posts-store.ts';
import { allOf, isOneOf, listNumbers } from '../store/sqlite/sql.ts';
import { lastWord } from './analytics-rows.ts';
import { automaticStories } from './own-stories.ts';
import { packedIds, unpackIds } from './packed-ids.ts';
import { filteredWords, findVisibleWords } from './post-selection.ts';
import { readChunks } from './row-columns.ts';

type Range = { from: number; to: number };
type WordWindows = { wordId: number; windows: CollectedWindow[] };

const collectedWords = 'SELECT word_id FROM word_clients WHERE client_id = ? AND NOT awaits';

/** The windows of each phrase that has some, oldest first. */
function readWindows(db: DatabaseSync, viewing: Viewing): WordWindows[] {
  const wanted = filteredWords(viewing.filter);
  const visible = wanted && findVisibleWords(db, viewing.clientId, wanted).map(({ wordId }) => wordId);
  const { sql, params } = allOf([
    { sql: 'word_id NOT IN (SELECT word_id FROM words WHERE deleted_at IS NOT NULL)', params: [] },
    ...(visible === null ? [] : [isOneOf('word_id', visible)]),
    ...(viewing.clientId === null ? [] : [{ sql: `word_id IN (${collectedWords})`, params: [viewing.clientId] }]),
  ]);
  const lists = db
    .prepare(
      `SELECT ${packedIds('word_id')} AS words, ${packedIds('from_at')} AS starts, ${packedIds('to_at * 2 + complete')} AS ends
       FROM (SELECT * FROM collection_windows WHERE ${sql} ORDER BY word_id, from_at)`,
    )
    .get(...params);
  const [words, starts, ends] = [lists?.words, lists?.starts, lists?.ends].map((list) =>
    unpackIds(list as Uint8Array | null),
  ) as [Float64Array, Float64Array, Float64Array];
  const found: WordWindows[] = [];
  for (let index = 0, last: WordWindows | undefined; index < words.length; index += 1) {
    const wordId = words[index] ?? 0;
    const end = ends[index] ?? 0;
    if (last?.wordId !== wordId) {
      last = { wordId, windows: [] };
      found.push(last);
    }
    last.windows.push({ from: starts[index] ?? 0, to: Math.floor(end / 2), complete: end % 2 === 1 });
  }
  return found;
}

/** Up to this number of phrases, looking for a post of each is faster than reading the packed columns. */
const fewWords = 300;

/** The phrases with a row before their bound, which is a row ID. */
function findByIndex(db: DatabaseSync, bounds: ReadonlyMap<number, number>): Set<number> {
  const sql = `SELECT value ->> 0 FROM json_each(?)
    WHERE EXISTS (SELECT 1 FROM posts WHERE word_id = value ->> 0 AND id < value ->> 1)`;
  return new Set(listNumbers(db, sql, JSON.stringify([...bounds])));
}

function findByColumns(db: DatabaseSync, bounds: ReadonlyMap<number, number>): Set<number> {
  /** 0: found, or not wanted. */
  const boundOf = new Float64Array(lastWord(db) + 1);
  for (const [wordId, bound] of bounds) boundOf[wordId] = bound;
  let left = bounds.size;
  for (const { ids, words } of readChunks(db, automaticStories, ['words'], 0, Math.max(...bounds.values()))) {
    for (let row = 0; row < ids.length; row += 1) {
      const word = words[row] ?? 0;
      if ((ids[row] ?? 0) >= (boundOf[word] ?? 0)) continue;
      boundOf[word] = 0;
      left -= 1;
    }
    if (left === 0) break;
  }
  return new Set([...bounds.keys()].filter((wordId) => boundOf[wordId] === 0));
}

/** The phrases whose first window begins after the range does, although they have posts before it. */
function findOlderPosts(db: DatabaseSync, words: readonly WordWindows[], { from, to }: Range): Set<number> {
  const bounds = new Map<number, number>();
  for (const { wordId, windows } of words) {
    const [first] = windows;
    if (first && first.from > from) bounds.set(wordId, boundPostId(Math.min(first.from, to)));
  }
  return bounds.size <= fewWords ? findByIndex(db, bounds) : findByColumns(db, bounds);
}

/** Counts the phrases with missing time in each hour of the range. */
function createHourCounts({ from, to }: Range) {
  const changes = new Int32Array(Math.ceil((to - from) / hourMs) + 1);
  return {
    /** Returns a function that adds a stretch of one phrase. Call it with the oldest first. */
    countWord() {
      let counted = 0;
      return (start: number, end: number): void => {
        const first = Math.max(counted, Math.floor((start - from) / hourMs));
        const next = Math.ceil((end - from) / hourMs);
        if (first >= next) return;
        changes[first] = (changes[first] ?? 0) + 1;
        changes[next] = (changes[next] ?? 0) - 1;
        counted = next;
      };
    },
    /** The number of phrases by hour. */
    list(): Int32Array {
      for (let hour = 1; hour < changes.length; hour += 1)
        changes[hour] = (changes[hour] ?? 0) + (changes[hour - 1] ?? 0);
      return changes.subarray(0, -1);
    },
  };
}

/** Merges consecutive hours with the same number of phrases. */
function joinHours(counts: Int32Array, { from, to }: Range): MissingTime[] {
  const time = (hour: number) => new Date(Math.min(from + hour * hourMs, to)).toISOString();
  const stretches: MissingTime[] = [];
  for (let start = 0, hour = 1; hour <= counts.length; hour += 1) {
    const words = counts[start] ?? 0;
    if (counts[hour] === words) continue;
    if (words > 0) stretches.push({ from: time(start), to: time(hour), words });
    start = hour;
  }
  return stretches;
}

/**
 * The stretches of the range in which a phrase was not collected completely; the time since its last window too, whether it is
 * frozen or the service was down. Phrases without a window after `since` have none: they are only imported, or given up.
 */
export function findUncollected(db: DatabaseSync, viewing: Viewing, range: Range, since: number): Range[] {
  const gaps: Range[] = [];
  for (const { windows } of readWindows(db, viewing)) {
    if ((windows.at(-1)?.to ?? 0) <= since) continue;
    let end = range.from;
    for (const { from, to, complete } of windows) {
      if (!complete || to <= end) continue;
      if (from > end + adjacentMs) gaps.push({ from: end, to: Math.min(from, range.to) });
      end = to;
      if (end >= range.to) break;
    }
    if (end + adjacentMs < range.to) gaps.push({ from: end, to: range.to });
  }
  return gaps.filter(({ from, to }) => from < to);
}

/** `words`: the stored IDs of the phrases with missing time. The range must begin on the hour. */
export function findMissingTime(
  db: DatabaseSync,
  viewing: Viewing,
  range: Range,
): { stretches: MissingTime[]; words: number[] } {
  if (range.from >= range.to) return { stretches: [], words: [] };
  const words = readWindows(db, viewing);
  const older = findOlderPosts(db, words, range);
  const hours = createHourCounts(range);
  const missing: number[] = [];
  for (const { wordId, windows } of words) {
    const count = hours.countWord();
    visitMissingTime(windows, range, older.has(wordId), (start, end) => {
      if (missing.at(-1) !== wordId) missing.push(wordId);
      count(start, end);
    });
  }
  return { stretches: joinHours(hours.list(), range), words: missing };
}
