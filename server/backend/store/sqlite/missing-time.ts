/** The hours of a range that were not collected completely. */
import type { DatabaseSync } from 'node:sqlite';
import type { MissingTime } from '../../../../shared/api/analytics.ts';
import { missingTime, type TimeWindow } from '../../../../shared/rules/coverage.ts';
import { hourMs } from '../../../platform/durations.ts';
import { boundPostId } from '../post-id.ts';
import type { PostScope } from '../posts-store.ts';
import { filteredWords } from './post-selection.ts';
import { allOf, isOneOf, isTrackedBy } from './row-conditions.ts';

type Range = { from: number; to: number };
type Windows = ReadonlyMap<number, readonly TimeWindow[]>;
type WindowValues = [wordId: number, from: number, to: number, complete: number];

/** By phrase, oldest first. SQLite returns a list: a call per row is slow. */
function readWindows(db: DatabaseSync, scope: PostScope): Windows {
  const wanted = filteredWords(scope);
  const { sql, params } = allOf([
    { sql: 'deleted_at IS NULL', params: [] },
    ...(wanted === null ? [] : [isOneOf('word_id', wanted)]),
    ...(scope.clientId === null ? [] : [isTrackedBy(scope.clientId)]),
  ]);
  const list = db
    .prepare(
      `SELECT json_group_array(json_array(word_id, from_at, to_at, complete)) AS windows FROM (
         SELECT word_id, from_at, to_at, complete FROM collection_windows JOIN words USING (word_id)
         WHERE ${sql} ORDER BY word_id, from_at)`,
    )
    .get(...params)?.windows;
  const windows = new Map<number, TimeWindow[]>();
  for (const [wordId, from, to, complete] of JSON.parse(String(list)) as WindowValues[]) {
    const ofWord = windows.get(wordId) ?? [];
    ofWord.push({ from, to, complete: complete === 1 });
    windows.set(wordId, ofWord);
  }
  return windows;
}

/** Of the phrases whose first window begins within the range, those with posts before it. */
function findOlderPosts(db: DatabaseSync, windows: Windows, { from, to }: Range): Set<number> {
  const firsts = [...windows].flatMap(([wordId, [first]]) =>
    first && first.from > from ? [[wordId, boundPostId(Math.min(first.from, to))]] : [],
  );
  const rows = db
    .prepare(
      `SELECT value ->> 0 AS word_id FROM json_each(?)
       WHERE EXISTS (SELECT 1 FROM posts WHERE word_id = value ->> 0 AND id < value ->> 1)`,
    )
    .all(JSON.stringify(firsts));
  return new Set(rows.map(({ word_id }) => Number(word_id)));
}

/** The number of phrases in each hour from `from` on. */
function countWords(missing: ReadonlyMap<number, readonly Range[]>, from: number, hours: number): Uint32Array {
  const counts = new Uint32Array(hours);
  const lastWord = new Uint32Array(hours);
  for (const [wordId, stretches] of missing) {
    for (const stretch of stretches) {
      const end = Math.ceil((stretch.to - from) / hourMs);
      for (let hour = Math.floor((stretch.from - from) / hourMs); hour < end; hour += 1) {
        if (lastWord[hour] === wordId) continue;
        lastWord[hour] = wordId;
        counts[hour] = (counts[hour] ?? 0) + 1;
      }
    }
  }
  return counts;
}

/** Joins hours with the same number of phrases. */
function joinHours(counts: Uint32Array, { from, to }: Range): MissingTime[] {
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
