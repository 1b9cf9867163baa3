/**
 * Collection: due phrases and their leases, runs, collected windows, and old posts. Times are milliseconds since
 * 1970. A phrase is collected while it is neither frozen nor deleted and has a client.
 */
import type { KeyState } from '../rules/collection/quota.ts';
import type { CityRow } from './cities.ts';
import type { Author } from './journal.ts';
import type { OwnerRow } from './owners.ts';
import type { Page } from './page.ts';
import type { NewPost } from './posts-store.ts';
import type { UserRow } from './users.ts';

/** Post metadata other than text. A number is null when the network does not return it. */
export type PostFacts = {
  likes: number | null;
  reposts: number | null;
  comments: number | null;
  views: number | null;
  isAd: boolean;
  editedAt: number | null;
  /** The post that this one reposts. */
  repostOf: { ownerId: number; postId: number } | null;
};

export type FoundPost = Omit<NewPost, 'wordId' | 'updatedAt'> & { facts: PostFacts };

export type FoundPage = { posts: FoundPost[]; owners: OwnerRow[]; users: UserRow[]; cities: CityRow[] };

/**
 * Where a full search continues: the current window ends at `to` (included); `startFrom` is its next page. A phrase with OR
 * reads each window once per plain search: `search` counts those before the current one from 0, `unread` is the latest time
 * that they could not read in this window, null when they have read it all.
 */
export type FullSearchCursor = {
  from: number;
  to: number;
  startFrom: string | null;
  search: number;
  unread: number | null;
};

/**
 * A phrase under lease, with the run that it started. The run can save and finish until another claim finds the lease
 * ended, or until the phrase is deleted or frozen, or its text or full search changes.
 */
export type Claim = {
  runId: number;
  wordId: number;
  text: string;
  fullSearch: boolean;
  /** «Собрать сейчас» was requested. */
  urgent: boolean;
  /** The latest time that a saved window has reached; null before the first. */
  collectedTo: number | null;
  /** Null unless a full search was interrupted. */
  cursor: FullSearchCursor | null;
  /** `found` of the last saved page; null before the first. */
  found: number | null;
};

/** Both bounds are included. `complete` is false when posts in it could not be read. */
export type CollectedWindow = { from: number; to: number; complete: boolean };

/** Saved in the transaction of the page. */
export type RunProgress = {
  /** All posts that match, as the network counts them. */
  found: number;
  /** The time that this page completes. Null: none yet. */
  window: CollectedWindow | null;
  /** Null when the full search has ended, and in an ordinary run. The page that ends a full search clears `FullSearch`. */
  cursor: FullSearchCursor | null;
};

/** `targetPostAt`: the time of the phrase's hundredth newest post, for `nextInterval`; null when it has fewer. */
export type SavedPage = { added: number; targetPostAt: number | null };

export type RunOutcome = 'done' | 'partial' | 'waiting' | 'failed';

/**
 * `done`: everything was gathered. `partial`: the limit of an ordinary run was reached. Both make the phrase `ready`.
 * `waiting`: interrupted, the cursor and the state are kept. A run that loses its lease ends so too.
 * `failed`: the phrase gets the state `error` with `reason`.
 */
export type RunEnd = { outcome: RunOutcome; reason: string | null; dueAt: number };

export type RunRow = {
  runId: number;
  wordId: number;
  word: string;
  startedAt: number;
  endedAt: number | null;
  found: number | null;
  added: number;
  calls: number;
  /** Null while it is running. */
  outcome: RunOutcome | null;
  reason: string | null;
};

export type PhraseCollection = {
  wordId: number;
  lastRun: RunRow | null;
  /** Null while it is collected, and when it is not to be collected. */
  nextRunAt: number | null;
  /** All posts that the network counted in the last run, and those stored. */
  found: number | null;
  stored: number;
  reason: string | null;
  cursor: FullSearchCursor | null;
  /** Collected time without overlaps, oldest first, up to 100 windows. */
  windows: CollectedWindow[];
};

export type KeyProblem = Pick<KeyState, 'state' | 'until' | 'code' | 'message' | 'redirectUri'>;

export interface CallBudgetStore {
  /** Counts a call of the run. False: the key has made `limit` calls in the last 24 hours. */
  reserveCall(keyId: string, runId: number | null, limit: number, now: number): Promise<boolean>;
  /** Null removes the problem. */
  setKeyProblem(keyId: string, problem: KeyProblem | null): Promise<void>;
  /**
   * The collector uses exactly these keys; without keys it has stopped. It reports them at least every `usesMs` (store/call-budget.ts). Keys that no
   * collector uses are deleted when their calls have expired. Phrases without a collected page are `pending` while
   * any collector has a key, also those created later, and `ready` while none has.
   */
  setKeys(collector: string, keyIds: readonly string[], now: number): Promise<void>;
  /** Removes collectors that have not reported for `usesMs`, and ends runs whose lease has ended. */
  endLost(now: number): Promise<void>;
  /** The keys that collectors use. */
  keys(now: number): Promise<KeyState[]>;
  /** When the oldest call of the last 24 hours expires; null without calls. */
  nextCallExpiry(keyId: string, now: number): Promise<number | null>;
}

export interface CollectionStore extends CallBudgetStore {
  /**
   * Claims the due phrase of the client with the fewest calls in the last 24 hours, the longest overdue first; urgent
   * requests come before all others. Sets `Running` and starts a run, whose calls count for that client alone, also when
   * others track the phrase. Ends runs whose lease has ended, and prunes old runs. `urgentOnly`: claims urgent requests only,
   * for a budget that has nothing but their reserve left. `collector` names who holds the lease.
   */
  claim(options: {
    now: number;
    leaseMs: number;
    urgentOnly: boolean;
    collector?: string | undefined;
  }): Promise<Claim | null>;
  /** Ends the leases and the runs of collectors that have ended, at once. */
  takeBack(collectors: readonly string[], now: number): Promise<void>;
  /** False: the lease was lost. */
  extend(claim: Claim, now: number, leaseMs: number): Promise<boolean>;
  /**
   * Saves posts, sources, users, cities, facts, counters, the window and the cursor in one transaction. Null when the lease
   * was lost: then nothing is saved.
   */
  savePage(claim: Claim, page: FoundPage, progress: RunProgress, now: number): Promise<SavedPage | null>;
  /** Ends the run and the lease, clears `Running` and sets state and next run. False: the lease was lost. */
  finish(claim: Claim, end: RunEnd, now: number): Promise<boolean>;

  /** «Собрать сейчас». `unknown`: deleted or without clients. `busy`: it is being collected or already requested. */
  request(wordId: number, now: number, by?: Author | null): Promise<'requested' | 'unknown' | 'frozen' | 'busy'>;
  /** Phrases due now, phrases that are collected at all, and calls that their intervals need per day. */
  queue(now: number): Promise<{ due: number; active: number; callsPerDay: number }>;
  /** Newest first. */
  runs(page: { limit: number; offset: number; wordId: number | null }): Promise<Page<RunRow>>;
  phrase(wordId: number, now: number): Promise<PhraseCollection | null>;

  /** The number of rows of posts older than `before`. */
  countOldPosts(before: number): Promise<number>;
  /** Records, unless there are none, that these rows are going to be deleted. Returns their number. */
  beginDeletion(before: number, timeZone: string, by: Author): Promise<number>;
  /** Deletes up to `limit` rows of posts older than `before`, with counters and index. Returns the number. */
  deleteOldPosts(before: number, limit: number): Promise<number>;
}
