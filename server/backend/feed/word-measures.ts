/** Computes the numbers of the health of phrases, on a reader thread: one pass over the rows of 30 days for many phrases. */
import type { DatabaseSync } from 'node:sqlite';
import { coverageOf, isMissing } from '../../../shared/rules/coverage.ts';
import { floodingDays, healthDays, overlapPercent, overlapStories } from '../../../shared/rules/word-health.ts';
import { dayMs } from '../../platform/durations.ts';
import { lastDaysWindow } from '../rules/days.ts';
import type { CollectedWindow } from '../store/collection-store.ts';
import { boundPostId, timeOfPostId } from '../store/post-id.ts';
import type { MeasuredWord, Overlap } from '../store/word-health.ts';
import { deletedWords, readZone } from './post-selection.ts';
import { readChunks } from './row-columns.ts';

/** A list per key: that of key `k` is `values` from `starts[k]` up to and without `starts[k + 1]`. */
export type Lists = { starts: Uint32Array; values: Uint32Array };

/** `stories` and `words` have an entry per row. Each phrase is listed once per story, and each story once per phrase. */
export type RowIndex = { rowsOfWord: Uint32Array; wordsOfStory: Lists; storiesOfWord: Lists };

export type WordRows = { stories: Uint32Array; words: Uint32Array };

function lastOf(values: Uint32Array): number {
  let last = 0;
  for (let index = 0; index < values.length; index += 1) last = Math.max(last, values[index] ?? 0);
  return last;
}

const listOf = ({ starts, values }: Lists, key: number): Uint32Array =>
  values.subarray(starts[key] ?? 0, starts[key + 1] ?? 0);

const lengthOf = (lists: Lists, key: number): number => listOf(lists, key).length;

/** Sorts the values by their keys; the order of the values of a key stays. */
function group(keys: Uint32Array, values: Uint32Array): Lists {
  const starts = new Uint32Array(lastOf(keys) + 2);
  for (let index = 0; index < keys.length; index += 1) {
    const end = (keys[index] ?? 0) + 1;
    starts[end] = (starts[end] ?? 0) + 1;
  }
  for (let key = 1; key < starts.length; key += 1) starts[key] = (starts[key] ?? 0) + (starts[key - 1] ?? 0);
  const next = starts.slice();
  const grouped = new Uint32Array(values.length);
  for (let index = 0; index < keys.length; index += 1) {
    const key = keys[index] ?? 0;
    const place = next[key] ?? 0;
    grouped[place] = values[index] ?? 0;
    next[key] = place + 1;
  }
  return { starts, values: grouped };
}

/** The rows without those that repeat a pair of story and phrase, by phrase. */
function distinctRows(rows: WordRows): WordRows {
  const byWord = group(rows.words, rows.stories);
  const seenBy = new Uint32Array(lastOf(rows.stories) + 1);
  const stories = new Uint32Array(rows.stories.length);
  const words = new Uint32Array(rows.stories.length);
  let length = 0;
  for (let word = 0; word + 1 < byWord.starts.length; word += 1) {
    const end = byWord.starts[word + 1] ?? 0;
    for (let index = byWord.starts[word] ?? 0; index < end; index += 1) {
      const story = byWord.values[index] ?? 0;
      // No phrase has the ID 0.
      if (seenBy[story] === word) continue;
      seenBy[story] = word;
      stories[length] = story;
      words[length] = word;
      length += 1;
    }
  }
  return { stories: stories.subarray(0, length), words: words.subarray(0, length) };
}

/** Takes up to 1 µs per row. */
export function indexRows(rows: WordRows): RowIndex {
  const { stories, words } = distinctRows(rows);
  const rowsOfWord = new Uint32Array(lastOf(rows.words) + 1);
  for (let index = 0; index < rows.words.length; index += 1) {
    const word = rows.words[index] ?? 0;
    rowsOfWord[word] = (rowsOfWord[word] ?? 0) + 1;
  }
  return { rowsOfWord, wordsOfStory: group(stories, words), storiesOfWord: group(words, stories) };
}

/**
 * The highest first. A phrase that lacks all of the first stories lacks too many, so later stories add no candidate.
 */
export function findOverlaps({ wordsOfStory, storiesOfWord }: RowIndex, wordId: number): Overlap[] {
  const stories = listOf(storiesOfWord, wordId);
  if (stories.length < overlapStories) return [];
  const least = Math.ceil((stories.length * overlapPercent) / 100);
  const lastFirst = stories.length - least;
  const common = new Map<number, number>();
  for (const [index, story] of stories.entries()) {
    for (const otherId of listOf(wordsOfStory, story)) {
      const known = common.get(otherId);
      if (known !== undefined || index <= lastFirst) common.set(otherId, (known ?? 0) + 1);
    }
  }
  common.delete(wordId);
  return [...common]
    .map(([otherId, count]) => ({ otherId, stories: count }))
    .filter((overlap) => overlap.stories >= least)
    .sort((a, b) => b.stories - a.stories || a.otherId - b.otherId);
}

/** After the pass over the rows, a step ends with its last phrase, or with the first one after this time. */
const stepWords = 500;
const stepMs = 200;

type DueWord = { wordId: number; lastPostId: number | null };

/**
 * A time in the future is that of a wrong clock. A post that is dated in the future is not the newest. A phrase that waits for its
 * first run is not due before it, and one without posts is due again with the first.
 */
const listDue = (db: DatabaseSync, now: number): DueWord[] =>
  db
    .prepare(
      `SELECT w.word_id AS wordId,
         (SELECT max(id) FROM posts WHERE posts.word_id = w.word_id AND id < ?) AS lastPostId
       FROM words w LEFT JOIN word_health USING (word_id)
       WHERE deleted_at IS NULL
         AND (computed_at IS NULL OR computed_at <= ? OR computed_at > ? OR (last_post_at IS NULL AND lastPostId IS NOT NULL))
         AND (total_posts > 0 OR state <> 'pending'
           OR EXISTS (SELECT 1 FROM collection_windows c WHERE c.word_id = w.word_id))
       ORDER BY w.word_id LIMIT ${stepWords}`,
    )
    .all(boundPostId(now + 1), now - dayMs, now) as DueWord[];

/** The rows of the last days that are not under a deleted phrase. */
function readRows(db: DatabaseSync, days: number, now: number): WordRows {
  const { from, to } = lastDaysWindow(days, now, readZone(db));
  const deleted = new Set(deletedWords(db));
  const chunks = [...readChunks(db, ['stories', 'words'], boundPostId(from), boundPostId(to))];
  const size = chunks.reduce((sum, { ids }) => sum + ids.length, 0);
  const rows = { stories: new Uint32Array(size), words: new Uint32Array(size) };
  let length = 0;
  for (const { stories, words } of chunks) {
    for (let index = 0; index < words.length; index += 1) {
      const word = words[index] ?? 0;
      if (deleted.size > 0 && deleted.has(word)) continue;
      rows.stories[length] = stories[index] ?? 0;
      rows.words[length] = word;
      length += 1;
    }
  }
  return { stories: rows.stories.subarray(0, length), words: rows.words.subarray(0, length) };
}

/** Keeps the highest overlap of all, and the highest with a phrase of each client: no viewer is shown another one. */
function createOverlapChoice(db: DatabaseSync) {
  const find = db.prepare(
    `SELECT other.client_id AS clientId, other.word_id AS otherId FROM word_clients own JOIN word_clients other USING (client_id)
     WHERE own.word_id = ? AND other.word_id IN (SELECT value FROM json_each(?))`,
  );
  return (wordId: number, overlaps: readonly Overlap[]): Overlap[] => {
    if (overlaps.length < 2) return [...overlaps];
    const shared = find.all(wordId, JSON.stringify(overlaps.map(({ otherId }) => otherId)));
    const clientsOf = Map.groupBy(shared, ({ otherId }) => otherId);
    const served = new Set<unknown>();
    return overlaps.filter(({ otherId }, index) => {
      const clients = (clientsOf.get(otherId) ?? []).map(({ clientId }) => clientId);
      const isFirst = clients.some((client) => !served.has(client));
      for (const client of clients) served.add(client);
      return index === 0 || isFirst;
    });
  };
}

/** What is known of the collection of a phrase. */
function createCollectionReader(db: DatabaseSync, now: number) {
  const windows = db.prepare(
    'SELECT from_at AS "from", to_at AS "to", complete FROM collection_windows WHERE word_id = ? ORDER BY from_at',
  );
  const listWindows = (wordId: number): CollectedWindow[] =>
    windows
      .all(wordId)
      .map(({ from, to, complete }) => ({ from: Number(from), to: Number(to), complete: complete === 1 }));
  const lastRun = db.prepare(
    'SELECT outcome FROM collection_runs WHERE word_id = ? AND outcome IS NOT NULL ORDER BY run_id DESC LIMIT 1',
  );
  return (wordId: number) => ({
    gaps: coverageOf(listWindows(wordId), now).filter(isMissing).length,
    leftOut: lastRun.get(wordId)?.outcome === 'partial',
  });
}

/** The phrases that are due, as many as a step takes. */
export function measureWords(db: DatabaseSync, now: number): MeasuredWord[] {
  const due = listDue(db, now);
  if (due.length === 0) return [];
  const month = indexRows(readRows(db, healthDays, now));
  const week = indexRows(readRows(db, floodingDays, now));
  const chooseOverlaps = createOverlapChoice(db);
  const readCollection = createCollectionReader(db, now);
  const startedAt = performance.now();
  const measured: MeasuredWord[] = [];
  for (const { wordId, lastPostId } of due) {
    measured.push({
      wordId,
      computedAt: now,
      lastPostAt: lastPostId === null ? null : timeOfPostId(lastPostId),
      ...readCollection(wordId),
      weekStories: lengthOf(week.storiesOfWord, wordId),
      monthRows: month.rowsOfWord[wordId] ?? 0,
      monthStories: lengthOf(month.storiesOfWord, wordId),
      overlaps: chooseOverlaps(wordId, findOverlaps(month, wordId)),
    });
    if (performance.now() - startedAt > stepMs) break;
  }
  return measured;
}
