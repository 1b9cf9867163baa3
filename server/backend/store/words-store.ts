/** Phrases. A deleted phrase is hidden from every list until it is restored. Times are milliseconds since 1970. */
import type { BulkAction } from '../../../shared/api/word-changes.ts';
import type { WordSortColumn } from '../../../shared/fields/words.ts';
import type { HealthVerdict } from '../../../shared/rules/word-health.ts';
import type { editableWordStates, WordState } from '../../../shared/rules/word-states.ts';
import type { Identity } from '../rules/account.ts';
import type { Author } from './journal.ts';
import type { Page, PageQuery } from './page.ts';

/** As administrators see it or, where a method says so, one of its clients. */
export type WordRow = {
  wordId: number;
  /** The ID that the viewer sees; of an administrator, `wordId`. */
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
  deleted: boolean;
  /** The client has got the phrase from others, and the collector has not come to it since: it reads as a new one. */
  awaits: boolean;
  /** When that ended; null if it never was so. The client sees no earlier times of the phrase. */
  collectedAt: number | null;
  /** IDs of the clients that track it, sorted. */
  clients: string[];
};

export type EditableWordState = (typeof editableWordStates)[number];
export type WordCreation = { text: string; state: EditableWordState; fullSearch: boolean };
export type WordChange = { text?: string; state?: EditableWordState; fullSearch?: boolean };

/** What a client has chosen for its phrase. */
export type OwnSettings = { text: string; frozen: boolean; fullSearch: boolean };

/** `own`: the phrase as the client sees it. */
export type WordCreated =
  | { outcome: 'created' | 'linked'; word: WordRow; own: WordRow }
  | { outcome: 'already-tracked' }
  | { outcome: 'unknown-client' }
  | { outcome: 'too-many' };

export type WordUpdated = { outcome: 'updated'; word: WordRow } | { outcome: 'unknown' } | { outcome: 'duplicate' };

/**
 * `text` is a part of a phrase, `client` a part of a client's ID or name; both ignore case and ё. `health` is the verdict that the
 * viewer gets from `WordHealthStore.list`: no deleted phrase has one.
 */
export type WordFilters = {
  text?: string;
  state?: WordState | undefined;
  health?: HealthVerdict | undefined;
  client?: string;
  deleted?: boolean;
};

export type WordsPageQuery = PageQuery<WordSortColumn> & WordFilters;

/** A phrase that a bulk change left as it was. Its text is '' if there is no such phrase for the viewer. */
export type WordFailure = { wordId: number; text: string; outcome: Exclude<WordUpdated['outcome'], 'updated'> };

export interface WordsStore {
  list(deleted?: boolean): Promise<WordRow[]>;
  /** As the client sees them, or as administrators do. */
  listOfClient(clientId: string, viewer?: Identity['type']): Promise<WordRow[]>;
  page(query: WordsPageQuery): Promise<Page<WordRow>>;
  pageOfClient(clientId: string, query: WordsPageQuery, viewer?: Identity['type']): Promise<Page<WordRow>>;
  /** The phrases that the filters find: all, or those of a client by the IDs that it sees. */
  ids(clientId: string | null, filters: WordFilters): Promise<number[]>;
  /** Phrases that contain the text, ignoring case and ё; an exact match first. `clientId` null searches all phrases. */
  suggest(text: string, clientId: string | null, limit: number): Promise<{ shownId: number; text: string }[]>;
  /** By its ID or, if no phrase has it, by the ID that a client has for it. Also returns deleted phrases. */
  get(id: number): Promise<WordRow | null>;
  /** The phrase as the client sees it; null if it is deleted or the client does not track it. */
  getOfClient(shownId: number, clientId: string): Promise<WordRow | null>;
  /**
   * Creates the phrase for the client. If a phrase with the same text exists and is not deleted, links that one instead.
   * `max`: the limit of phrases of a client.
   */
  create(word: WordCreation, clientId: string, by?: Author | null, max?: number): Promise<WordCreated>;
  /**
   * Changes the phrase for all its clients. `deleted: false` restores it with its posts and links; otherwise a deleted
   * phrase is `unknown`. `duplicate`: another phrase that is not deleted has the text.
   */
  update(wordId: number, change: WordChange & { deleted?: false }, by?: Author | null): Promise<WordUpdated>;
  /** Changes the client's link alone (word-change-rules.ts), and returns the phrase as the client sees it. */
  updateOfClient(shownId: number, clientId: string, change: WordChange, by?: Author | null): Promise<WordUpdated>;
  /** False: no such phrase, or it is already deleted. */
  markDeleted(wordId: number, now: number, by?: Author | null): Promise<boolean>;
  /**
   * Changes each phrase as a single change does, for one client by the IDs that it sees, or for all; `restore` is for all only.
   * Returns those that could not be changed.
   */
  changeAll(
    action: BulkAction,
    wordIds: readonly number[],
    requested: { clientId: string | null; now: number; by: Author | null },
  ): Promise<WordFailure[]>;
  /** Creates each phrase as `create` does, active and without full search. Returns the outcomes in the same order. */
  createAll(
    texts: readonly string[],
    clientId: string,
    by?: Author | null,
    max?: number,
  ): Promise<WordCreated['outcome'][]>;
  /** Whether the client tracks a phrase with each text. */
  tracksTexts(clientId: string, texts: readonly string[]): Promise<boolean[]>;
  /** False: the client does not track the phrase. */
  unlink(shownId: number, clientId: string, by?: Author | null): Promise<boolean>;
}
