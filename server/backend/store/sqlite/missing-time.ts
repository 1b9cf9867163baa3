/** The hours of a range that were not collected completely. */
import type { DatabaseSync } from 'node:sqlite';
import type { MissingTime } from '../../../../shared/api/analytics.ts';
import { missingTime, type TimeWindow } from '../../../../shared/rules/coverage.ts';
import { hourMs } from '../../../platform/durations.ts';
import { boundPostId } from '../post-id.ts';
import type { PostScope } from '../posts-store.ts';
import { packedIds, unpackIds } from './packed-ids.ts';
import { filteredWords } from './post-selection.ts';
import { readChunks } from './row-columns.ts';
import { allOf, isOneOf, isTrackedBy } from './row-conditions.ts';

type Range = { from: number; to: number };
type Windows = ReadonlyMap<number, readonly TimeWindow[]>;

/** By phrase, oldest first. */
function readWindows(db: DatabaseSync, scope: PostScope): Windows {
  const wanted = filteredWords(scope);
  const { sql, params } = allOf([
    { sql: 'word_id NOT IN (SELECT word_id FROM words WHERE deleted_at IS NOT NULL)', params: [] },
    ...(wanted === null ? [] : [isOneOf('word_id', wanted)]),
    ...(scope.clientId === null ? [] : [isTrackedBy(scope.clientId)]),
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
  const windows = new Map<number, TimeWindow[]>();
  for (const [index, wordId] of words.entries()) {
    const end = ends[index] ?? 0;
    const window = { from: starts[index] ?? 0, to: Math.floor(end / 2), complete: end % 2 === 1 };
    const ofWord = windows.get(wordId);
    if (ofWord) ofWord.push(window);
    else windows.set(wordId, [window]);
  }
  return windows;
}

/** Up to this number of phrases, looking for a post of each is faster than reading the packed columns. */
const fewWords = 300;

/** Those of the phrases that have a row before their ID. */
function findByIndex(db: DatabaseSync, bounds: ReadonlyMap<number, number>): Set<number> {
  const rows = db
    .prepare(
      `SELECT value ->> 0 AS word_id FROM json_each(?)
       WHERE EXISTS (SELECT 1 FROM posts WHERE word_id = value ->> 0 AND id < value ->> 1)`,
    )
    .all(JSON.stringify([...bounds]));
  return new Set(rows.map(({ word_id }) => Number(word_id)));
}

function findByColumns(db: DatabaseSync, bounds: ReadonlyMap<number, number>): Set<number> {
  const boundOf = new Float64Array(Math.max(...bounds.keys()) + 1);
  for (const [wordId, bound] of bounds) boundOf[wordId] = bound;
  const found = new Uint8Array(boundOf.length);
  for (const { ids, words } of readChunks(db, ['words'], 0, Math.max(...bounds.values()))) {
    for (let row = 0; row < ids.length; row += 1) {
      const word = words[row] ?? 0;
      if ((ids[row] ?? 0) < (boundOf[word] ?? 0)) found[word] = 1;
    }
  }
  return new Set([...bounds.keys()].filter((wordId) => found[wordId] === 1));
}

/** Of the phrases whose first window begins within the range, those with posts before it. */
function findOlderPosts(db: DatabaseSync, windows: Windows, { from, to }: Range): Set<number> {
  const bounds = new Map<number, number>();
  for (const [wordId, [first]] of windows) {
    if (first && first.from > from) bounds.set(wordId, boundPostId(Math.min(first.from, to)));
  }
  return bounds.size <= fewWords ? findByIndex(db, bounds) : findByColumns(db, bounds);
}

/** The number of phrases in each hour from `from` on. */
function countWords(missing: ReadonlyMap<number, readonly Range[]>, from: number, hours: number): Int32Array {
  const changes = new Int32Array(hours + 1);
  for (const stretches of missing.values()) {
    let counted = 0;
    for (const stretch of stretches) {
      const start = Math.max(counted, Math.floor((stretch.from - from) / hourMs));
      const end = Math.ceil((stretch.to - from) / hourMs);
      if (start >= end) continue;
      changes[start] = (changes[start] ?? 0) + 1;
      changes[end] = (changes[end] ?? 0) - 1;
      counted = end;
    }
  }
  for (let hour = 1; hour < hours; hour += 1) changes[hour] = (changes[hour] ?? 0) + (changes[hour - 1] ?? 0);
  return changes.subarray(0, hours);
}

/** Joins hours with the same number of phrases. */
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

/** `words` are the phrases with missing time. The range begins with an hour. */
export function findMissingTime(
  db: DatabaseSync,
  scope: PostScope,
  range: Range,
): { stretches: MissingTime[]; words: number[] } {
  if (range.from >= range.to) return { stretches: [], words: [] };
  const windows = readWindows(db, scope);
  const older = findOlderPosts(db, windows, range);
  const missing = new Map<number, Range[]>();
  for (const [wordId, ofWord] of windows) {
    const stretches = missingTime(ofWord, range, older.has(wordId));
    if (stretches.length > 0) missing.set(wordId, stretches);
  }
  const counts = countWords(missing, range.from, Math.ceil((range.to - range.from) / hourMs));
  return { stretches: joinHours(counts, range), words: [...missing.keys()] };
}
