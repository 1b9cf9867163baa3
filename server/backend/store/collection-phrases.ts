/**
 * The collection state of phrases: how runs and changes affect it, and its leases. A phrase has a run ID, and `Running`,
 * exactly while it is leased. Functions that write run inside the caller's transaction.
 */
import { foldText } from '../../../shared/rules/word.ts';
import type { WordState } from '../../../shared/rules/word-states.ts';
import { plainSearches } from '../rules/search/phrase-text.ts';
import type { Claim, FullSearchCursor, RunEnd } from './collection-store.ts';
import { type Db, updateRows } from './port.ts';
import type { WordRow } from './words-store.ts';

type CollectedPhrase = {
  text: string;
  state: WordState;
  fullSearch: boolean;
  stored: number;
  /** Not deleted, and a client tracks it. */
  tracked: boolean;
  dueAt: number;
  requestedAt: number | null;
  collectedTo: number | null;
  found: number | null;
  reason: string | null;
  /** A run holds the lease. */
  running: boolean;
  cursor: FullSearchCursor | null;
};

type PhraseRecord = Omit<CollectedPhrase, 'cursor'> &
  Record<'cursorFrom' | 'cursorTo' | 'cursorUnread', number | null> & {
    cursorStart: string | null;
    cursorSearch: number;
  };

function toCollectedPhrase(record: PhraseRecord): CollectedPhrase {
  const { cursorFrom: from, cursorTo: to, cursorStart, cursorSearch, cursorUnread, ...phrase } = record;
  const cursor = { startFrom: cursorStart, search: cursorSearch, unread: cursorUnread };
  return { ...phrase, cursor: from === null || to === null ? null : { from, to, ...cursor } };
}

/** `cursor` is null unless a full search was interrupted. */
export const cursorColumns = (cursor: FullSearchCursor | null) => ({
  cursorFrom: cursor?.from ?? null,
  cursorTo: cursor?.to ?? null,
  cursorStart: cursor?.startFrom ?? null,
  cursorSearch: cursor?.search ?? 0,
  cursorUnread: cursor?.unread ?? null,
});

export async function findPhrase(db: Db, wordId: number, now: number) {
  const record = await db.row<PhraseRecord>(
    `SELECT text, state, full_search, total_posts AS stored,
       deleted_at IS NULL AND EXISTS (SELECT 1 FROM word_clients wc WHERE wc.word_id = w.word_id) AS tracked,
       due_at, requested_at, coalesce(lease_until > $2, false) AS running, collected_to, cursor_from, cursor_to,
       cursor_start, cursor_search, cursor_unread, found, reason
     FROM words w JOIN collection_phrases USING (word_id) WHERE word_id = $1`,
    wordId,
    now,
  );
  return record && toCollectedPhrase(record);
}

/** Throws unless the phrase exists. */
export async function getPhrase(db: Db, wordId: number, now: number) {
  const phrase = await findPhrase(db, wordId, now);
  if (!phrase) throw new Error(`Phrase ${wordId} disappeared within its own transaction`);
  return phrase;
}

/** Null for a phrase that is not collected at all, or is being collected. */
export function nextRunAt(phrase: CollectedPhrase, now: number): number | null {
  const { tracked, state, running, requestedAt, dueAt } = phrase;
  if (!tracked || state === 'freeze' || running) return null;
  return requestedAt === null ? Math.max(dueAt, now) : now;
}

/** An interrupted run that saved nothing does not change the state. */
function stateAfterRun(state: WordState, { outcome }: RunEnd, hasSaved: boolean): WordState {
  if (outcome === 'failed') return 'error';
  return outcome === 'waiting' && !hasSaved ? state : 'ready';
}

/** The phrase's values after a run. An `intervalMs` of null leaves the interval unchanged. */
export function afterRun(phrase: CollectedPhrase, end: RunEnd, hasSaved: boolean, now: number) {
  const state = stateAfterRun(phrase.state, end, hasSaved);
  return {
    state,
    // Only a run that was neither interrupted nor failed measures the interval.
    intervalMs: end.outcome === 'done' || end.outcome === 'partial' ? end.dueAt - now : null,
    // An interruption does not explain an earlier error.
    reason: state === 'error' && end.outcome === 'waiting' ? phrase.reason : end.reason,
  };
}

/** The searches of the phrase in the network, ignoring case. */
const searchesOf = ({ text }: Pick<WordRow, 'text'>): string => foldText(JSON.stringify([text, plainSearches(text)]));

export const hasNewText = (before: Pick<WordRow, 'text'>, after: Pick<WordRow, 'text'>): boolean =>
  searchesOf(before) !== searchesOf(after);

/** How a change of a phrase affects its collection. A new text, enabling full search and unfreezing make it due at once. */
export function afterChange(before: WordRow, after: WordRow) {
  const isNew = hasNewText(before, after);
  const isWanted = (!before.fullSearch && after.fullSearch) || (before.state === 'freeze' && after.state !== 'freeze');
  return { isNew, restarts: isNew || before.fullSearch !== after.fullSearch, isDue: isNew || isWanted };
}

const setRunning = (db: Db, wordId: number, running: boolean) =>
  db.run('UPDATE words SET running = $1 WHERE word_id = $2 AND running <> $1', running, wordId);

export async function takeLease(
  db: Db,
  { wordId, runId, until, collector }: { wordId: number; runId: number; until: number; collector: string | null },
): Promise<void> {
  await updateRows(db, 'collection_phrases', { runId, leaseUntil: until, leasedBy: collector }, { wordId });
  await setRunning(db, wordId, true);
}

/** Also locks the lease until the end of the transaction. */
export const holdsLease = async (db: Db, { wordId, runId }: Claim): Promise<boolean> =>
  (await db.row(
    `SELECT 1 FROM collection_phrases WHERE word_id = $1 AND run_id = $2 ${db.dialect.locking('UPDATE')}`,
    wordId,
    runId,
  )) !== null;

/** Afterwards the run of the phrase cannot save anything. */
export async function releaseLease(db: Db, wordId: number): Promise<void> {
  await db.run(
    `UPDATE collection_phrases SET run_id = NULL, lease_until = NULL, leased_by = NULL
     WHERE word_id = $1 AND run_id IS NOT NULL`,
    wordId,
  );
  await setRunning(db, wordId, false);
}

export async function releaseEndedLeases(db: Db, now: number): Promise<void> {
  const ended = `SELECT word_id FROM collection_phrases WHERE run_id IS NOT NULL AND lease_until <= $1 ${db.dialect.locking('UPDATE SKIP LOCKED')}`;
  for (const wordId of await db.column<number>(ended, now)) await releaseLease(db, wordId);
}

export async function releaseLeasesOf(db: Db, collectors: readonly string[]): Promise<void> {
  const held = `SELECT word_id FROM collection_phrases WHERE run_id IS NOT NULL AND leased_by ${db.dialect.among('$1', 'text')} ${db.dialect.locking('UPDATE')}`;
  for (const wordId of await db.column<number>(held, collectors)) await releaseLease(db, wordId);
}
