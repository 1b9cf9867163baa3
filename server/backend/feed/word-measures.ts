/** Computes the numbers of the health of phrases, on a reader thread: one pass over the rows of 30 days for many phrases. */
import type { DatabaseSync } from 'node:sqlite';
import { dayMs } from '../../../shared/durations.ts';
import { type CollectedWindow, coverageOf, isMissing } from '../../../shared/rules/coverage.ts';
import { floodingDays, healthDays, overlapPercent, overlapStories } from '../../../shared/rules/word-health.ts';
import { lastDaysWindow } from '../rules/days.ts';
import { boundPostId, timeOfPostId } from '../store/post-id.ts';
import { allOf, listNumbers } from '../store/sqlite/sql.ts';
import type { MeasuredWord, Overlap } from '../store/word-health.ts';
import { isOutsideOf, listPartialAudiences } from './hidden-audiences.ts';
import { automaticStories } from './own-stories.ts';
import { deletedWords, readZone } from './post-selection.ts';
import { readChunks } from './row-columns.ts';

/** The number of rows of each phrase, its stories, and the phrases of each story. */
export type RowIndex = {
  rowsOfWord: Map<number, number>;
  storiesOfWord: Map<number, Set<number>>;
  wordsOfStory: Map<number, Set<number>>;
};

export function indexRows(rows: Iterable<readonly [story: number, word: number]>): RowIndex {
  const index: RowIndex = { rowsOfWord: new Map(), storiesOfWord: new Map(), wordsOfStory: new Map() };
  const add = (sets: Map<number, Set<number>>, key: number, value: number): void => {
    const known = sets.get(key);
    if (known) known.add(value);
    else sets.set(key, new Set([value]));
  };
  for (const [story, word] of rows) {
    index.rowsOfWord.set(word, (index.rowsOfWord.get(word) ?? 0) + 1);
    add(index.storiesOfWord, word, story);
    add(index.wordsOfStory, story, word);
  }
  return index;
}

/**
 * The greatest overlap first. A phrase without any of the first stories lacks too many, so that later ones add no candidate.
 */
export function findOverlaps({ wordsOfStory, storiesOfWord }: RowIndex, wordId: number): Overlap[] {
  const stories = [...(storiesOfWord.get(wordId) ?? [])];
  if (stories.length < overlapStories) return [];
  const least = Math.ceil((stories.length * overlapPercent) / 100);
  const lastFirst = stories.length - least;
  const common = new Map<number, number>();
  for (const [index, story] of stories.entries()) {
    for (const otherId of wordsOfStory.get(story) ?? []) {
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

/** A step measures at most this many phrases, and ends with the first one after this time. */
const stepWords = 500;
const stepMs = 200;

type DueWord = { wordId: number; lastPostId: number | null };

/**
 * A phrase is also due when its `computed_at` is in the future, because a clock was wrong. A post that is dated in the future
 * is not the newest. A phrase is not due before its first run; one without posts is due again with its first post.
 */
function listDue(db: DatabaseSync, partial: readonly number[], now: number): DueWord[] {
  const isSeen = allOf(isOutsideOf(partial));
  return db
    .prepare(
      `SELECT w.word_id AS wordId,
         (SELECT id FROM posts WHERE posts.word_id = w.word_id AND id < ? AND ${isSeen.sql}
          ORDER BY id DESC LIMIT 1) AS lastPostId
       FROM words w LEFT JOIN word_health USING (word_id)
       WHERE deleted_at IS NULL AND wall_id IS NULL
         AND (computed_at IS NULL OR computed_at <= ? OR computed_at > ? OR (last_post_at IS NULL AND lastPostId IS NOT NULL))
         AND (total_posts > 0 OR state <> 'pending'
           OR EXISTS (SELECT 1 FROM collection_windows c WHERE c.word_id = w.word_id))
       ORDER BY w.word_id LIMIT ${stepWords}`,
    )
    .all(boundPostId(now + 1), ...isSeen.params, now - dayMs, now) as DueWord[];
}

type Period = { days: number; now: number };

/**
 * The rows of the last days that every client of their phrase sees, except those of deleted phrases and of «Стена: имя», which has
 * all posts of its wall.
 */
function* readRows(
  db: DatabaseSync,
  partial: readonly number[],
  { days, now }: Period,
): Iterable<readonly [story: number, word: number]> {
  const { from, to } = lastDaysWindow(days, now, readZone(db));
  const ofWalls = listNumbers(db, 'SELECT word_id FROM words WHERE wall_id IS NOT NULL');
  const [leftOut, hidden] = [new Set([...deletedWords(db), ...ofWalls]), new Set(partial)];
  const names = ['stories', 'words', 'audiences'] as const;
  const chunks = readChunks(db, automaticStories, names, boundPostId(from), boundPostId(to));
  for (const { stories, words, audiences } of chunks) {
    for (const [row, word] of words.entries()) {
      if (!leftOut.has(word) && !hidden.has(audiences[row] ?? 0)) yield [stories[row] ?? 0, word];
    }
  }
}

/** Keeps the highest overlap of all, and the highest with a phrase of each client: no viewer is shown any other. */
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

/**
 * Measures phrases that are due, as many as fit into a step. The numbers are the same for all clients of a phrase, so that they leave
 * out what some of them do not see.
 */
export function measureWords(db: DatabaseSync, now: number): MeasuredWord[] {
  const partial = listPartialAudiences(db);
  const due = listDue(db, partial, now);
  if (due.length === 0) return [];
  const month = indexRows(readRows(db, partial, { days: healthDays, now }));
  const week = indexRows(readRows(db, partial, { days: floodingDays, now }));
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
      weekStories: week.storiesOfWord.get(wordId)?.size ?? 0,
      monthRows: month.rowsOfWord.get(wordId) ?? 0,
      monthStories: month.storiesOfWord.get(wordId)?.size ?? 0,
      overlaps: chooseOverlaps(wordId, findOverlaps(month, wordId)),
    });
    if (performance.now() - startedAt > stepMs) break;
  }
  return measured;
}
