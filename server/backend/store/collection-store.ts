/**
 * The data of the collection: claims of phrases, runs, pages and windows. Times are milliseconds since 1970. A phrase is
 * collected while it is neither frozen nor deleted and has a client.
 */
import type { RunOutcome } from '../../../shared/api/collection.ts';
import type { CollectedWindow } from '../../../shared/rules/coverage.ts';
import type { KeyState } from '../rules/collection/quota.ts';
import type { CityRow } from './cities.ts';
import type { OwnerRow } from './owners.ts';
import type { PostKey } from './post-tables.ts';
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
 * What the network returns about posts that were asked for. `named`: all that it mentions, also posts that cannot be read.
 * `deleted`: those that it says are deleted.
 */
export type LookedUpPosts = FoundPage & { named: PostKey[]; deleted: PostKey[] };

/**
 * Where a full search continues: the current window ends at `to` (included); `startFrom` is its next page. A phrase with OR
 * reads each window once per plain search: `search` is the index of the current one; `unread` is the latest time in this window
 * that the previous searches could not read, null when they have read all of it.
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

/** Saved in the transaction of the page. */
export type RunProgress = {
  /** The network's count of all matching posts. */
  found: number;
  /** The window that this page completes; null when it completes none. */
  window: CollectedWindow | null;
  /** Null when the full search has ended, and in an ordinary run. The page that ends a full search clears `FullSearch`. */
  cursor: FullSearchCursor | null;
};

/** `targetPostAt`: the time of the phrase's hundredth newest post, for `nextInterval`; null when it has fewer. */
export type SavedPage = { added: number; targetPostAt: number | null };

/**
 * `done`: everything was gathered. `partial`: the limit of an ordinary run was reached. Both make the phrase `ready`.
 * `waiting`: interrupted, the cursor and the state are kept. A run that loses its lease also ends this way. `failed`: the
 * phrase gets the state `error` with `reason`.
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
  /** Null while it is being collected, and when it is not collected at all. */
  nextRunAt: number | null;
  /** `found`: the network's count of matching posts in the last run; `stored`: posts that are stored. */
  found: number | null;
  stored: number;
  reason: string | null;
  cursor: FullSearchCursor | null;
  /** Collected time without overlaps, oldest first, up to 100 windows. */
  windows: CollectedWindow[];
};

export type KeyProblem = Pick<KeyState, 'state' | 'until' | 'code' | 'message' | 'redirectUri'>;
