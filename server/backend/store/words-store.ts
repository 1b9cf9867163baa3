/** Phrases. A deleted phrase is hidden from every list until it is restored. Times are milliseconds since 1970. */
import type { WordSortColumn } from '../../../shared/api/words.ts';
import type { editableWordStates, WordState } from '../../../shared/rules/word.ts';
import type { Page, PageQuery } from './page.ts';

export type WordRow = {
  wordId: number;
  text: string;
  state: WordState;
  fullSearch: boolean;
  running: boolean;
  updateDt: number | null;
  totalPosts: number;
  lastUpdatePosts: number | null;
  lastPostPosts: number | null;
  deleted: boolean;
  /** IDs of the clients that track it, sorted. */
  clients: string[];
};

export type EditableWordState = (typeof editableWordStates)[number];
export type WordCreation = { text: string; state: EditableWordState; fullSearch: boolean };
export type WordChange = { text?: string; state?: EditableWordState; fullSearch?: boolean };

export type WordCreated =
  | { outcome: 'created' | 'linked'; word: WordRow }
  | { outcome: 'already-tracked' }
  | { outcome: 'unknown-client' };

export type WordUpdated =
  | { outcome: 'updated'; word: WordRow }
  | { outcome: 'unknown' }
  | { outcome: 'duplicate' }
  | { outcome: 'shared' };

export interface WordsStore {
  list(deleted?: boolean): Promise<WordRow[]>;
  listOfClient(clientId: string): Promise<WordRow[]>;
  page(query: PageQuery<WordSortColumn>): Promise<Page<WordRow>>;
  pageOfClient(clientId: string, query: PageQuery<WordSortColumn>): Promise<Page<WordRow>>;
  /** Phrases that contain the text, ignoring case and ё, an exact match first; of one client or, with null, of all. */
  suggest(text: string, clientId: string | null, limit: number): Promise<{ wordId: number; text: string }[]>;
  /** Returns deleted phrases too: the caller decides who may see them. */
  get(wordId: number): Promise<WordRow | null>;
  isTrackedBy(wordId: number, clientId: string): Promise<boolean>;
  /**
   * Creates the phrase for the client. A phrase with the same text that is not deleted is linked instead; it takes the
   * given state and flag only when nobody tracks it.
   */
  create(word: WordCreation, clientId: string): Promise<WordCreated>;
  /**
   * Changes the phrase for everyone who tracks it. `deleted: false` restores it with its posts and links; without it a
   * deleted phrase is `unknown`. `duplicate`: another phrase that is not deleted has the text.
   */
  update(wordId: number, change: WordChange & { deleted?: false }): Promise<WordUpdated>;
  /**
   * For one client. When others track the phrase too, a new text moves this client to another phrase, the full search
   * may only be turned on, and freezing or thawing is refused as `shared`: it would change the collection for others.
   */
  updateOfClient(wordId: number, clientId: string, change: WordChange): Promise<WordUpdated>;
  /** False: no such phrase, or deleted already. */
  markDeleted(wordId: number, now: number): Promise<boolean>;
  /** False: the client does not track it. */
  unlink(wordId: number, clientId: string): Promise<boolean>;
}
