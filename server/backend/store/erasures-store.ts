/** Erases sources and authors on request. What is erased is not stored again until it is allowed. */
import type { MuteKind } from '../../../shared/api/mutes.ts';
import type { Author } from './journal.ts';

/**
 * A source with all posts in it, or an author (`user`) with all posts by them and their own page. Others' posts that quote or
 * repost them stay.
 */
export type ErasureTarget = { kind: MuteKind; id: number };

/** A post of several phrases has a row for each. `name` is null when unknown. `erased`: it was erased before. */
export type ErasureScope = { name: string | null; posts: number; rows: number; erased: boolean };

export interface ErasuresStore {
  /** What an erasure would delete. */
  scope(target: ErasureTarget): Promise<ErasureScope>;
  /**
   * Records the erasure, deletes name, domain and photo of the target and the contents of messages, and refuses its posts
   * from now on. The posts stay until `deletePosts`.
   */
  begin(target: ErasureTarget, now: number, by: Author): Promise<void>;
  /**
   * Deletes up to `limit` rows with all that belongs to them. Returns their number. When there are fewer, none is left, and the
   * contents of messages are deleted again.
   */
  deletePosts(target: ErasureTarget, limit: number): Promise<number>;
  /** Posts of the target are stored again. False: it is not erased. */
  allow(target: ErasureTarget, by: Author): Promise<boolean>;
}
