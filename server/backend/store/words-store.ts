/** Phrases. A deleted phrase is hidden from every list until it is restored. Times are milliseconds since 1970. */

import type { WordSortColumn } from '../../../shared/fields/words.ts';
import type { HealthVerdict } from '../../../shared/rules/word-health.ts';
import type { editableWordStates, WordState } from '../../../shared/rules/word-states.ts';
import type { Versioned } from '../rules/versioned.ts';
import type { PageQuery } from './page.ts';

/**
 * A phrase as administrators see it. If a method says so, as one of its clients sees it, with the version of the client's link.
 */
export type WordRow = Versioned & {
  wordId: number;
  /** The ID that the viewer sees; for an administrator, `wordId`. */
  shownId: number;
  text: string;
  state: WordState;
  /** Why the state is `error`; null in other states. */
  reason: string | null;
  fullSearch: boolean;
  running: boolean;
  updateDt: number | null;
  totalPosts: number;
  lastUpdatePosts: number | null;
  lastPostPosts: number | null;
  deletedAt: number | null;
  /** The wall whose posts it gets: it is «Стена: имя», and cannot be changed. Null for the phrases of clients. */
  wallId: number | null;
  /** A name; null when unknown. */
  deletedBy: string | null;
  /** The client has joined an existing phrase that was not collected since, and sees it as a new phrase. */
  awaits: boolean;
  /** When `awaits` ended; null if it was never set. The client sees no earlier times of the phrase. */
  collectedAt: number | null;
  /** IDs of the clients that track it, sorted. */
  clients: string[];
};

export type EditableWordState = (typeof editableWordStates)[number];
export type WordCreation = { text: string; state: EditableWordState; fullSearch: boolean };
export type WordChange = { text?: string; state?: EditableWordState; fullSearch?: boolean };

/** The settings that a client has chosen for its phrase. */
export type OwnSettings = { text: string; frozen: boolean; fullSearch: boolean };

/** `own`: the phrase as the client sees it. */
export type WordCreated =
  | { outcome: 'created' | 'linked'; word: WordRow; own: WordRow }
  | { outcome: 'already-tracked' }
  | { outcome: 'unknown-client' }
  | { outcome: 'too-many' };

export type WordUpdated = { outcome: 'updated'; word: WordRow } | { outcome: 'unknown' | 'duplicate' };

/**
 * `text` matches a part of a phrase, `client` a part of a client's ID or name; both ignore case and ё. `health`: the verdict
 * that the viewer gets from `list` of word-health.ts; deleted phrases have none. `walls`: also phrases «Стена: имя», which are
 * not in lists of phrases.
 */
export type WordFilters = {
  text?: string;
  state?: WordState | undefined;
  health?: HealthVerdict | undefined;
  client?: string;
  deleted?: boolean;
  walls?: boolean;
};

export type WordsPageQuery = PageQuery<WordSortColumn> & WordFilters;

/** A phrase that a bulk change did not change. `text` is '' if the viewer has no such phrase. */
export type WordFailure = { wordId: number; text: string; outcome: Exclude<WordUpdated['outcome'], 'updated'> };
