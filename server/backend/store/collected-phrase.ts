/** The collection state of a phrase, from the record that both engines read, and the rules for its runs. */
import { foldText } from '../../../shared/rules/word.ts';
import type { WordState } from '../../../shared/rules/word-states.ts';
import type { FullSearchCursor, RunEnd } from './collection-store.ts';
import type { WordRow } from './words-store.ts';

type PhraseFields = {
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
};

export type PhraseRecord = PhraseFields & {
  runId: number | null;
  leaseUntil: number | null;
  cursorFrom: number | null;
  cursorTo: number | null;
  cursorStart: string | null;
  cursorSearch: number;
  cursorUnread: number | null;
};

/** `running`: a run holds the lease. */
type CollectedPhrase = PhraseFields & { running: boolean; cursor: FullSearchCursor | null };

export function toCollectedPhrase(record: PhraseRecord, now: number): CollectedPhrase {
  const { runId, leaseUntil, cursorFrom, cursorTo, cursorStart, cursorSearch, cursorUnread, ...phrase } = record;
  return {
    ...phrase,
    running: runId !== null && leaseUntil !== null && leaseUntil > now,
    cursor:
      cursorFrom === null || cursorTo === null
        ? null
        : { from: cursorFrom, to: cursorTo, startFrom: cursorStart, search: cursorSearch, unread: cursorUnread },
  };
}

/** Null for a phrase that is not collected, or that a run collects now. */
export function nextRunAt(phrase: CollectedPhrase, now: number): number | null {
  const { tracked, state, running, requestedAt, dueAt } = phrase;
  if (!tracked || state === 'freeze' || running) return null;
  return requestedAt === null ? Math.max(dueAt, now) : now;
}

/** An interrupted run that saved nothing changes no state. */
function stateAfterRun(state: WordState, { outcome }: RunEnd, hasSaved: boolean): WordState {
  if (outcome === 'failed') return 'error';
  return outcome === 'waiting' && !hasSaved ? state : 'ready';
}

/** The phrase's values after a run. An `intervalMs` of null leaves the interval unchanged. */
export function afterRun(phrase: CollectedPhrase, end: RunEnd, hasSaved: boolean, now: number) {
  const state = stateAfterRun(phrase.state, end, hasSaved);
  return {
    state,
    // Only runs that gathered what there was measure the interval.
    intervalMs: end.outcome === 'done' || end.outcome === 'partial' ? end.dueAt - now : null,
    // An interruption does not explain an earlier error.
    reason: state === 'error' && end.outcome === 'waiting' ? phrase.reason : end.reason,
  };
}

export const hasNewText = (before: WordRow, after: Pick<WordRow, 'text'>): boolean =>
  foldText(before.text) !== foldText(after.text);

/** What a change of a phrase means for its collection. A new text, full search and unfreezing make the phrase due at once. */
export function afterChange(before: WordRow, after: WordRow) {
  const isNew = hasNewText(before, after);
  const isWanted = (!before.fullSearch && after.fullSearch) || (before.state === 'freeze' && after.state !== 'freeze');
  return { isNew, restarts: isNew || before.fullSearch !== after.fullSearch, isDue: isNew || isWanted };
}
