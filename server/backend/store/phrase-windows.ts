/** What is collected of several phrases, for the coverage of a report. */
import type { PhraseWindows } from '../rules/report-coverage.ts';
import type { Db } from './port.ts';

/**
 * The phrases of a client, or for null all phrases, without frozen ones, those that wait for their first run, and those of walls,
 * for which nothing is searched. `ids`: only these phrases, by the IDs that the viewer sees.
 */
export async function listPhraseWindows(
  db: Db,
  clientId: string | null,
  ids: readonly number[] | null,
): Promise<PhraseWindows[]> {
  const { dialect } = db;
  const named = (id: string, list: string): string =>
    ids === null ? '' : `AND ${id} ${dialect.among(list, 'bigint')}`;
  const source =
    clientId === null
      ? `SELECT word_id, CAST(NULL AS bigint) AS since FROM words
         WHERE deleted_at IS NULL AND wall_id IS NULL AND state <> 'freeze' ${named('word_id', '$1')}`
      : `SELECT word_id, linked_at AS since FROM word_clients JOIN words USING (word_id)
         WHERE client_id = $1 AND deleted_at IS NULL AND wall_id IS NULL AND NOT frozen AND NOT awaits ${named('shown_id', '$2')}`;
  const rows = await db.rows<{ wordId: number; since: number | null; from: number | null; to: number }>(
    `SELECT phrase.word_id, since, from_at AS "from", to_at AS "to" FROM (${source}) AS phrase
     LEFT JOIN collection_windows AS collected ON collected.word_id = phrase.word_id AND complete
     ORDER BY phrase.word_id, from_at`,
    ...(clientId === null ? [] : [clientId]),
    ...(ids === null ? [] : [ids]),
  );
  const phrases = new Map<number, PhraseWindows>();
  for (const { wordId, since, from, to } of rows) {
    const phrase = phrases.get(wordId) ?? { since, windows: [] };
    phrases.set(wordId, phrase);
    if (from !== null) phrase.windows.push({ from, to, complete: true });
  }
  return [...phrases.values()];
}
