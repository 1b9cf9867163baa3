/**
 * SQL of a phrase as administrators see it, and as one of its clients sees it. The latter does not depend on whether others
 * track it. The expressions are on `w`, the phrase, and `own`, its link with the client.
 */
import type { WordSortColumn } from '../../../shared/fields/words.ts';
import type { Db, Dialect } from './port.ts';
import { versionColumns } from './versions.ts';
import { hiddenRowsOf, newestPostOf } from './wall-visibility.ts';
import type { WordRow } from './words-store.ts';

/**
 * The phrase that an administrator names: by its ID or, if no phrase has it, by an ID that a client sees. Both kinds of IDs
 * come from one sequence.
 */
export const namedWord = (id: string): string => `coalesce(
  (SELECT word_id FROM words WHERE word_id = ${id}),
  (SELECT min(word_id) FROM word_clients WHERE shown_id = ${id} HAVING min(word_id) = max(word_id)))`;

/** SQL: the IDs of the client's phrases that are not deleted. `clientId` is an SQL expression. */
export const shownWordsOf = (clientId: string): string =>
  `SELECT word_id FROM word_clients JOIN words USING (word_id) WHERE client_id = ${clientId} AND deleted_at IS NULL`;

/** A phrase that waits for its first collection is pending while a collector works. */
export const ownState = `CASE WHEN own.frozen THEN 'freeze' WHEN NOT own.awaits THEN w.state
  WHEN EXISTS (SELECT 1 FROM collection_key_uses) THEN 'pending' ELSE 'ready' END`;

const ownRunning = '(w.running AND NOT own.frozen)';

/** Null until the phrase is collected for the client. */
const unlessAwaited = (column: string): string => `CASE WHEN NOT own.awaits THEN ${column} END`;

/** A time of the phrase, at the earliest when the client could first see the phrase. */
const ownTime = (column: string): string => `CASE WHEN own.awaits THEN NULL
  WHEN ${column} < own.collected_at THEN own.collected_at ELSE ${column} END`;

const ownTotal = `coalesce(${unlessAwaited(`w.total_posts - ${hiddenRowsOf('w.word_id', 'own.client_id')}`)}, 0)`;

/** Each column has an index, so that no page sorts all phrases. */
export const wordSortColumns: Record<WordSortColumn, string> = {
  word_id: 'w.word_id',
  text: 'w.text_folded',
  state: 'w.state',
  running: 'w.running',
  full_search: 'w.full_search',
  total_posts: 'w.total_posts',
  update_dt: 'w.update_dt',
};

export const ownSortColumns: Record<WordSortColumn, string> = {
  ...wordSortColumns,
  word_id: 'own.shown_id',
  state: ownState,
  running: ownRunning,
  full_search: 'own.full_search',
  total_posts: ownTotal,
  update_dt: ownTime('w.update_dt'),
};

const reasonOf = (state: string): string =>
  `CASE ${state} WHEN 'error' THEN (SELECT reason FROM collection_phrases c WHERE c.word_id = w.word_id) END`;

/** The person who deleted a phrase; null when it is not deleted, or the deletion is not in the journal. */
const deletedBy = ({ field }: Dialect): string => `CASE WHEN w.deleted_at IS NOT NULL THEN (
  SELECT who FROM journal j WHERE j.at >= w.deleted_at AND j.action = 'word-deleted'
    AND CAST(${field('j.event', 'wordId')} AS bigint) = w.word_id ORDER BY j.record_id LIMIT 1) END`;

/** Columns of `words w`. */
export const wordColumns = (dialect: Dialect): string => `
  w.word_id, w.word_id AS shown_id, w.text, w.state, w.full_search, w.running, w.update_dt, w.total_posts,
  w.last_update_posts, w.last_post_posts, w.deleted_at, w.wall_id, ${deletedBy(dialect)} AS deleted_by, false AS awaits, CAST(NULL AS bigint) AS collected_at,
  ${reasonOf('w.state')} AS reason,
  ${versionColumns('w')},
  (SELECT string_agg(wc.client_id, ',' ORDER BY wc.client_id) FROM word_clients wc WHERE wc.word_id = w.word_id) AS clients`;

/** Columns of `words w` and `word_clients own`. */
export const ownColumns = `
  w.word_id, own.shown_id, own.text, ${ownState} AS state, own.full_search, ${ownRunning} AS running,
  ${ownTime('w.update_dt')} AS update_dt, ${ownTotal} AS total_posts, ${ownTime('w.last_update_posts')} AS last_update_posts,
  ${unlessAwaited(newestPostOf('own.client_id'))} AS last_post_posts, w.deleted_at, w.wall_id, CAST(NULL AS text) AS deleted_by, own.awaits, own.collected_at,
  ${reasonOf(ownState)} AS reason, ${versionColumns('own')}, own.client_id AS clients`;

/** `clients`: IDs separated by commas. */
export type WordRecord = Omit<WordRow, 'clients'> & { clients: string | null };

export const toWord = ({ clients, ...word }: WordRecord): WordRow => ({ ...word, clients: clients?.split(',') ?? [] });

/** `rest` is SQL after the columns. */
export const readWords = async (db: Db, columns: string, rest: string, ...values: unknown[]): Promise<WordRow[]> =>
  (await db.rows<WordRecord>(`SELECT ${columns} ${rest}`, ...values)).map(toWord);

export const findWord = async (db: Db, wordId: number): Promise<WordRow | null> =>
  (await readWords(db, wordColumns(db.dialect), 'FROM words w WHERE w.word_id = $1', wordId))[0] ?? null;

/** Finds a phrase as one of its clients sees it; null when it is deleted. */
export async function findOwnWord(db: Db, column: 'shown_id' | 'word_id', id: number, clientId: string) {
  const source = 'FROM word_clients own JOIN words w USING (word_id) WHERE own.client_id = $2 AND w.deleted_at IS NULL';
  return (await readWords(db, ownColumns, `${source} AND own.${column} = $1`, id, clientId))[0] ?? null;
}
