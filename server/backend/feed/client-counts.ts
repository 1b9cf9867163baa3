/** Counts the recent rows of posts of clients, for the list of clients. */
import type { DatabaseSync } from 'node:sqlite';
import type { TimeWindow } from '../rules/days/day-bounds.ts';
import { boundPostId } from '../store/post-id.ts';
import { deletedWords } from './post-selection.ts';
import { readChunks } from './row-columns.ts';

/** By phrase; undefined: none. One pass is faster than a search for each phrase of each client. */
function countByWord(db: DatabaseSync, { from, to }: TimeWindow): number[] {
  const counts: number[] = [];
  for (const { words } of readChunks(db, ['words'], boundPostId(from), boundPostId(to))) {
    for (const word of words) counts[word] = (counts[word] ?? 0) + 1;
  }
  for (const word of deletedWords(db)) counts[word] = 0;
  return counts;
}

export function countOfClients(
  db: DatabaseSync,
  clientIds: readonly string[],
  window: TimeWindow,
): Record<string, number> {
  const counts = countByWord(db, window);
  const rows = db
    .prepare(`
      SELECT client_id AS clientId, json_group_array(word_id) AS words
      FROM word_clients WHERE client_id IN (SELECT value FROM json_each(?)) GROUP BY client_id`)
    .all(JSON.stringify(clientIds));
  const sum = (words: number[]) => words.reduce((total, word) => total + (counts[word] ?? 0), 0);
  return Object.fromEntries(rows.map(({ clientId, words }) => [String(clientId), sum(JSON.parse(String(words)))]));
}
