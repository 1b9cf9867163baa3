/**
 * A phrase as one of its clients sees it, in SQL for both engines: expressions on `own`, its link, and `w`, the phrase. They do not
 * depend on whether others track the phrase.
 */
import type { WordSortColumn } from '../../../shared/fields/words.ts';
import { wordSortColumns } from './word-sort-columns.ts';

/**
 * The phrase that an administrator names: by its ID or, if no phrase has it, by the ID that a client has for it. IDs of both kinds
 * come from one sequence.
 */
export const namedWord = (id: string): string => `coalesce(
  (SELECT word_id FROM words WHERE word_id = ${id}),
  (SELECT min(word_id) FROM word_clients WHERE shown_id = ${id} HAVING min(word_id) = max(word_id)))`;

/** A phrase that waits for its first collection is pending while a collector works. */
export const ownState = `CASE WHEN own.frozen THEN 'freeze' WHEN NOT own.awaits THEN w.state
  WHEN EXISTS (SELECT 1 FROM collection_key_uses) THEN 'pending' ELSE 'ready' END`;

export const ownRunning = '(w.running AND NOT own.frozen)';

/** Null until the phrase is collected for the client. */
export const unlessAwaited = (column: string): string => `CASE WHEN NOT own.awaits THEN ${column} END`;

/** A time of the phrase. It is not before the client could see it. */
export const ownTime = (column: string): string => `CASE WHEN own.awaits THEN NULL
  WHEN ${column} < own.collected_at THEN own.collected_at ELSE ${column} END`;

export const ownTotal = `coalesce(${unlessAwaited('w.total_posts')}, 0)`;

export const ownSortColumns: Record<WordSortColumn, string> = {
  ...wordSortColumns,
  word_id: 'own.shown_id',
  state: ownState,
  running: ownRunning,
  full_search: 'own.full_search',
  total_posts: ownTotal,
  update_dt: ownTime('w.update_dt'),
};
