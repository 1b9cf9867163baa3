/** The collection: its status for administrators, their requests, and its parts. Times are milliseconds since 1970. */
import { wordEvent } from '../rules/journal/events.ts';
import { plainSearches } from '../rules/search/phrase-text.ts';
import { createCallBudget, quotaMs } from './call-budget.ts';
import { createCollectionClaims } from './collection-claims.ts';
import { createCollectionPages } from './collection-pages.ts';
import { findPhrase, nextRunAt } from './collection-phrases.ts';
import { lastRun, listRuns, listWindows } from './collection-runs.ts';
import type { PhraseCollection } from './collection-store.ts';
import { type By, recordChange } from './journal.ts';
import { listPhraseWindows } from './phrase-windows.ts';
import { createMethods, type Db } from './port.ts';
import { createPostChecks } from './post-checks.ts';
import type { PostEngine } from './posts.ts';
import { createWallComments } from './wall-comments.ts';
import { createWalls } from './walls.ts';

type Queue = { due: number; active: number; callsPerDay: number };

/** SQL: the text may need several searches, because of its operators or capital letters (rules/search/phrase-text.ts). */
const mayNeedSearches = `text <> text_folded OR ${['(', ')', '|'].map((part) => `text LIKE '%${part}%'`).join(' OR ')}`;

/**
 * `due`: phrases due now. `active`: phrases that are collected at all. `callsPerDay`: calls that their intervals need; a phrase
 * without an interval counts as one run a day.
 */
async function queue(db: Db, now: number): Promise<Queue> {
  const active = `
    FROM collection_phrases JOIN words w USING (word_id)
    WHERE deleted_at IS NULL AND state <> 'freeze'
      AND EXISTS (SELECT 1 FROM word_clients wc WHERE wc.word_id = w.word_id)`;
  const runsPerDay = 'coalesce($1 * 1.0 / interval_ms, 1.0)';
  const counts = await db.row<{ due: number; active: number; runs: number }>(
    `SELECT count(*) AS active, coalesce(sum(${runsPerDay}), 0) AS runs,
       count(*) FILTER (WHERE (run_id IS NULL OR lease_until <= $2) AND (due_at <= $2 OR requested_at IS NOT NULL)) AS due
     ${active}`,
    quotaMs,
    now,
  );
  const several = await db.rows<{ text: string; runs: number }>(
    `SELECT text, ${runsPerDay} AS runs ${active} AND (${mayNeedSearches})`,
    quotaMs,
  );
  const more = several.reduce((sum, { text, runs }) => sum + ((plainSearches(text)?.length ?? 1) - 1) * runs, 0);
  return { due: counts?.due ?? 0, active: counts?.active ?? 0, callsPerDay: Math.ceil((counts?.runs ?? 0) + more) };
}

async function phrase(db: Db, wordId: number, now: number): Promise<PhraseCollection | null> {
  const current = await findPhrase(db, wordId, now);
  if (!current) return null;
  const { found, stored, reason, cursor } = current;
  const [last, windows] = [await lastRun(db, wordId), await listWindows(db, wordId)];
  return { wordId, lastRun: last, nextRunAt: nextRunAt(current, now), found, stored, reason, cursor, windows };
}

/**
 * «Собрать сейчас». `unknown`: the phrase is deleted or has no clients. `busy`: it is being collected or already requested.
 */
async function request(db: Db, wordId: number, now: number, by: By = null) {
  await db.lock('words');
  const phrase = await findPhrase(db, wordId, now);
  if (!phrase?.tracked) return 'unknown';
  if (phrase.state === 'freeze') return 'frozen';
  if (phrase.running || phrase.requestedAt !== null) return 'busy';
  await db.run('UPDATE collection_phrases SET requested_at = $1 WHERE word_id = $2', now, wordId);
  await recordChange(db, by, 'collection-requested', wordEvent({ wordId, text: phrase.text }));
  return 'requested';
}

export const createCollectionStore = (db: Db, engine: PostEngine) => ({
  ...createCallBudget(db),
  ...createCollectionClaims(db),
  ...createCollectionPages(db, engine),
  ...createPostChecks(db, engine),
  ...createWalls(db, engine),
  ...createWallComments(db, engine),
  ...createMethods(db, { queue, runs: listRuns, phrase, phraseWindows: listPhraseWindows }, { request }),
});

export type CollectionStore = ReturnType<typeof createCollectionStore>;
