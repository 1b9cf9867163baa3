/** The numbers behind the verdicts on phrases (docs/product/phrases.md). Times are milliseconds since 1970. */

import { dayMs } from '../../../shared/durations.ts';
import type { Recall } from '../../../shared/rules/recall.ts';
import {
  copiesRows,
  floodingDays,
  floodingPerDay,
  type HealthVerdict,
  silentDays,
} from '../../../shared/rules/word-health.ts';
import { createMethods, type Db } from './port.ts';
import { saveRecalls, sumRecalls } from './word-recalls.ts';
import { namedWord } from './word-rows.ts';

/** `stories`: the number of stories that match both phrases. */
export type Overlap = { otherId: number; stories: number };

/**
 * `gaps`: number of uncollected time spans. `leftOut`: the last run did not read all posts. Rows and stories are counted over
 * the 7 and 30 days that end with the day of `computedAt`.
 */
export type HealthNumbers = {
  computedAt: number;
  gaps: number;
  leftOut: boolean;
  lastPostAt: number | null;
  weekStories: number;
  monthRows: number;
  monthStories: number;
};

/** `overlaps`: the largest overlap with any phrase, and the largest with a phrase of each client. */
export type MeasuredWord = HealthNumbers & { wordId: number; overlaps: Overlap[] };

/**
 * IDs and texts as the viewer sees them. `verdict` and the largest `overlap` consider only phrases that the viewer may see.
 */
export type WordHealthRow = HealthNumbers & {
  shownId: number;
  verdict: HealthVerdict;
  overlap: (Overlap & { text: string }) | null;
  recall: Recall;
};

/** Joins `own`, the link of a phrase and a client; joins nothing when the client is NULL. */
const ownLink = (wordId: string, clientId: string): string =>
  `word_clients own ON own.word_id = ${wordId} AND own.client_id = ${clientId}`;

/** SQL: whether a client sees a phrase as collected; true when the client is NULL. Both are SQL expressions. */
const collectedFor = (wordId: string, clientId: string): string => `(${clientId} IS NULL OR EXISTS (
  SELECT 1 FROM word_clients c WHERE c.word_id = ${wordId} AND c.client_id = ${clientId} AND NOT c.awaits))`;

/**
 * The verdict on a phrase, for its card and for the filter of phrases: SQL on `h`, a row of `word_health`. `clientId` is an SQL
 * expression: overlaps with phrases that are not collected for this client are ignored; NULL considers all.
 */
export const verdictSql = (clientId: string): string => `CASE
  WHEN h.gaps > 0 OR h.left_out THEN 'incomplete'
  WHEN h.last_post_at IS NULL OR h.computed_at - h.last_post_at > ${silentDays * dayMs} THEN 'silent'
  WHEN h.week_stories > ${floodingPerDay * floodingDays} THEN 'flooding'
  WHEN EXISTS (
    SELECT 1 FROM word_overlaps o JOIN words other ON other.word_id = o.other_id
    WHERE o.word_id = h.word_id AND other.deleted_at IS NULL AND ${collectedFor('o.other_id', clientId)}) THEN 'overlapping'
  WHEN h.month_rows >= ${copiesRows} AND (h.month_rows - h.month_stories) * 2 > h.month_rows THEN 'copies'
  ELSE 'fine' END`;

async function saveWord(db: Db, source: string, word: MeasuredWord): Promise<void> {
  const { wordId, computedAt, gaps, leftOut, lastPostAt, weekStories, monthRows, monthStories, overlaps } = word;
  await db.run('DELETE FROM word_health WHERE word_id = $1', wordId);
  const saved = await db.run(
    `INSERT INTO word_health (word_id, computed_at, gaps, left_out, last_post_at, week_stories, month_rows, month_stories)
     SELECT word_id, $2, $3, $4, $5, $6, $7, $8 FROM words WHERE word_id = $1 ${db.dialect.locking('SHARE')}`,
    wordId,
    computedAt,
    gaps,
    leftOut,
    lastPostAt,
    weekStories,
    monthRows,
    monthStories,
  );
  if (saved === 0) return;
  for (const { otherId, stories } of overlaps) {
    const sql = `INSERT INTO word_overlaps SELECT $1, word_id, $2 FROM words WHERE word_id = $3 ${db.dialect.locking('SHARE')}`;
    await db.run(sql, wordId, stories, otherId);
  }
  await saveRecalls(db, source, wordId, computedAt);
}

type OverlapRow = NonNullable<WordHealthRow['overlap']> & { wordId: number };

/** The largest overlap of each phrase. */
async function readOverlaps(db: Db, wordIds: readonly number[], clientId: string | null) {
  const rows = await db.rows<OverlapRow>(
    `SELECT o.word_id, coalesce(own.shown_id, other_id) AS other_id, stories, coalesce(own.text, w.text) AS text
     FROM word_overlaps o JOIN words w ON w.word_id = other_id LEFT JOIN ${ownLink('o.other_id', 'CAST($2 AS text)')}
     WHERE o.word_id ${db.dialect.among('$1', 'bigint')} AND deleted_at IS NULL AND (CAST($2 AS text) IS NULL OR NOT own.awaits)
     ORDER BY stories, o.other_id DESC`,
    wordIds,
    clientId,
  );
  return new Map(rows.map(({ wordId, ...overlap }) => [wordId, overlap]));
}

/**
 * The visible phrases that were measured. A client sees the phrases that are collected for it; `clientId` null returns all.
 */
async function list(db: Db, shownIds: readonly number[], clientId: string | null): Promise<WordHealthRow[]> {
  const rows = await db.rows<Omit<WordHealthRow, 'overlap' | 'recall'> & Recall & { wordId: number }>(
    `SELECT coalesce(own.shown_id, h.word_id) AS shown_id, h.word_id, computed_at, gaps, left_out, last_post_at,
       week_stories, month_rows, month_stories, ${verdictSql('CAST($2 AS text)')} AS verdict,
       CASE WHEN search_capped THEN 1 ELSE 0 END AS capped,
       CASE WHEN CAST($2 AS text) IS NULL THEN h.wall_posts ELSE coalesce(r.wall_posts, 0) END AS posts,
       CASE WHEN CAST($2 AS text) IS NULL THEN h.found_posts ELSE coalesce(r.found_posts, 0) END AS found
     FROM word_health h JOIN words w USING (word_id) LEFT JOIN ${ownLink('h.word_id', 'CAST($2 AS text)')}
       LEFT JOIN word_recalls r ON r.word_id = h.word_id AND r.client_id = $2
     WHERE deleted_at IS NULL AND CASE WHEN CAST($2 AS text) IS NULL
         THEN h.word_id IN (SELECT ${namedWord('named')} FROM ${db.dialect.elements('$1', 'bigint', 'named')})
         ELSE own.shown_id ${db.dialect.among('$1', 'bigint')} END
       AND (CAST($2 AS text) IS NULL OR NOT own.awaits)
     ORDER BY h.word_id`,
    shownIds,
    clientId,
  );
  const overlaps = await readOverlaps(
    db,
    rows.map(({ wordId }) => wordId),
    clientId,
  );
  return rows.map(({ wordId, posts, found, capped, ...row }) => ({
    ...row,
    overlap: overlaps.get(wordId) ?? null,
    recall: { posts, found, capped },
  }));
}

/**
 * The phrases of a client by their verdict, as its list of phrases filters them; «В порядке» is left out. Materialised, because
 * SQLite would judge each phrase three times: 24 instead of 8 ms for 5,000 phrases.
 */
const countVerdicts = (db: Db, clientId: string): Promise<{ verdict: HealthVerdict; words: number }[]> =>
  db.rows(
    `WITH judged AS MATERIALIZED (
       SELECT ${verdictSql('own.client_id')} AS verdict
       FROM word_clients own JOIN words w USING (word_id) JOIN word_health h ON h.word_id = w.word_id
       WHERE own.client_id = $1 AND NOT own.awaits AND w.deleted_at IS NULL)
     SELECT verdict, count(*) AS words FROM judged
     WHERE verdict <> 'fine' GROUP BY verdict ORDER BY verdict`,
    clientId,
  );

/** `source`: the rows of posts with their texts. */
export function createWordHealthStore(db: Db, source: string) {
  /** Skips phrases that are gone. */
  async function save(tx: Db, words: readonly MeasuredWord[]): Promise<void> {
    for (const word of words) await saveWord(tx, source, word);
  }
  return createMethods(db, { list, countVerdicts, sumRecalls }, { save });
}

export type WordHealthStore = ReturnType<typeof createWordHealthStore>;
