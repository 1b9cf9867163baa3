/**
 * A source in which the collector finds posts: the search of the social network, or another one. Times are milliseconds.
 */
import type { PageCall, ReadPage } from '../../rules/collection/comment-reading.ts';
import type { FoundPage, FoundPost, LookedUpPosts } from '../../store/collection-store.ts';
import type { PostKey } from '../../store/post-tables.ts';

/** `from` and `to` are included. `startFrom` is the previous page's `next`. */
export type SearchQuery = { text: string; from: number; to: number; startFrom: string | null };

/**
 * Newest posts first. `total` counts all posts that match, including posts that cannot be read. `next` is null on the last
 * page.
 */
export type SearchPage = FoundPage & { total: number; next: string | null };

export interface SearchSource {
  /**
   * How many searches can run at the same time now: keys that work and have calls left, with the reserve if `urgent`. 0 while
   * the network fails. Cheap enough for a call every second; notices replaced keys.
   */
  capacity(urgent: boolean): Promise<number>;
  /**
   * Spends one call of the budget per attempt, counted for the run. `urgent` may use the reserve for «Собрать сейчас». Retries
   * take up to five minutes. Throws a `SourceFault`, or the reason of the signal.
   */
  search(
    query: SearchQuery,
    options: { runId: number | null; urgent: boolean; signal: AbortSignal },
  ): Promise<SearchPage>;
}

/** Where the collector asks again for posts that it knows. */
export interface PostSource {
  /** Whether a key works, may look posts up, and has calls left for it. Cheap enough for a call every second. */
  canLookUp(): Promise<boolean>;
  /** Asks for up to 100 posts in one call per attempt. Throws a `SourceFault`, or the reason of the signal. */
  lookUp(posts: readonly PostKey[], signal: AbortSignal): Promise<LookedUpPosts>;
}

/**
 * `isPinned`: it stands first on the wall, whatever its date. `size`: how many posts the page has, with those left out. `total`: how
 * many the wall has; null when unknown.
 */
export type WallPage = Omit<FoundPage, 'posts'> & {
  posts: (FoundPost & { isPinned: boolean })[];
  size: number;
  total: number | null;
};

/** Where the collector reads walls. */
export interface WallSource {
  /** Whether a key works, may read walls, and has calls left for it. Cheap enough for a call every second. */
  canReadWalls(): Promise<boolean>;
  /**
   * The posts of a wall from an offset on, the newest first; at most `wallPageSize`. Spends one call per attempt, counted for the
   * client and the wall. Throws a `SourceFault`, or the reason of the signal.
   */
  readWall(wall: { ownerId: number; clientId: string; offset: number }, signal: AbortSignal): Promise<WallPage>;
}

/** A post whose comments are read. `text`: its first words. `cityId`: of the community. */
export type CommentedPost = PostKey & { clientId: string; text: string; cityId: number | null };

/** `comments`: with the replies that it shows, without deleted ones. `deleted`: those that are shown as deleted. */
export type CommentsPage = ReadPage & { comments: FoundPost[]; deleted: PostKey[] };

/** Where the collector reads comments. */
export interface CommentSource {
  /** Whether a key works, may read comments, and has calls left for it. Cheap enough for a call every second. */
  canReadComments(): Promise<boolean>;
  /** Spends one call per attempt, counted for the client and the wall. Throws a `SourceFault`, or the reason of the signal. */
  readComments(post: CommentedPost, page: PageCall, signal: AbortSignal): Promise<CommentsPage>;
}

/** The posts of a call, VK's maximum. */
export const wallPageSize = 100;

/**
 * What the collector does about a fault:
 * `temporary`: the phrase waits, after retries with growing pauses;
 * `budget`: no key has calls left, or all keys pause until `until`;
 * `keys`: every key is refused, so collection stops until a key is replaced;
 * `object`: something in the query is not accessible, so the phrase waits;
 * `request`: the network refuses this query, so the phrase gets the state `error`.
 */
export type FaultKind = 'temporary' | 'budget' | 'keys' | 'object' | 'request';

/** `message`: Russian sentences for people. They never contain a key. */
export class SourceFault extends Error {
  override name = 'SourceFault';
  readonly kind: FaultKind;
  readonly code: number | null;
  /** When it is worth trying again; null when unknown. */
  readonly until: number | null;

  constructor(
    kind: FaultKind,
    message: string,
    { code = null, until = null }: { code?: number | null; until?: number | null } = {},
  ) {
    super(message);
    this.kind = kind;
    this.code = code;
    this.until = until;
  }
}
