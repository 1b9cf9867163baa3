/** What administrators see of the collection in SQLite: the queue, and each phrase. */
import type { DatabaseSync } from 'node:sqlite';
import { plainSearches } from '../../rules/search/phrase-text.ts';
import { quotaMs } from '../call-budget-store.ts';
import { nextRunAt } from '../collected-phrase.ts';
import type { CollectionStore } from '../collection-store.ts';
import type { PhraseReader } from './collection-phrases.ts';
import type { CollectionRuns } from './collection-runs.ts';
import type { CollectionWindows } from './collection-windows.ts';

export function createCollectionOverview(
  db: DatabaseSync,
  { runs, windows, phrases }: { runs: CollectionRuns; windows: CollectionWindows; phrases: PhraseReader },
): Pick<CollectionStore, 'queue' | 'phrase'> {
  db.function('count_searches', { deterministic: true }, (text) => plainSearches(String(text))?.length ?? 1);
  // In the order of IDs: an index of phrases costs as much again. A phrase without an interval needs to be collected at least
  // once within a day.
  const queue = db.prepare(
    `SELECT count(*) AS active,
       total((run_id IS NULL OR lease_until <= :now) AND (due_at <= :now OR requested_at IS NOT NULL)) AS due,
       total(count_searches(w.text) * 1.0 * :day / coalesce(interval_ms, :day)) AS callsPerDay
     FROM words w NOT INDEXED CROSS JOIN collection_phrases USING (word_id)
     WHERE deleted_at IS NULL AND state <> 'freeze'
       AND EXISTS (SELECT 1 FROM word_clients wc WHERE wc.word_id = w.word_id)`,
  );
  return {
    queue: async (now) => {
      const { due, active, callsPerDay } = queue.get({ now, day: quotaMs }) as Record<string, number>;
      return { due: Number(due), active: Number(active), callsPerDay: Math.ceil(Number(callsPerDay)) };
    },
    phrase: async (wordId, now) => {
      const phrase = phrases.find(wordId, now);
      if (!phrase) return null;
      const { found, stored, reason, cursor } = phrase;
      return {
        wordId,
        lastRun: runs.last(wordId),
        nextRunAt: nextRunAt(phrase, now),
        found,
        stored,
        reason,
        cursor,
        windows: windows.list(wordId),
      };
    },
  };
}
