/** The posts that the service stores, whatever the engine. Times are milliseconds since 1970. */
import type { PostSortColumn } from '../../../shared/api/posts.ts';
import type { Page, PageQuery } from './page.ts';
import type { Identity } from './sessions-store.ts';

/** One row of the feed: a post and one of the phrases that found it. */
export type PostRow = {
  ownerId: number;
  postId: number;
  wordId: number;
  userId: number;
  postedAt: number;
  updatedAt: number;
  text: string | null;
  photoUrl: string | null;
  word: string;
  ownerName: string | null;
  ownerPhotoUrl: string | null;
  domain: string | null;
  ownerType: string | null;
  country: string | null;
  city: string | null;
  cityId: number | null;
};

/**
 * Filters combined with «and»; null means no filter. `clientId` limits the posts to the phrases that the client tracks.
 * Posts of deleted phrases are never found. `from` is the first millisecond included, `to` the first one excluded.
 */
export type PostScope = {
  clientId: string | null;
  wordId: number | null;
  ownerId: number | null;
  cityId: number | null;
  text: string | null;
  from: number | null;
  to: number | null;
};

export type NewPost = {
  ownerId: number;
  postId: number;
  wordId: number;
  userId: number;
  /** Stored to the second, the precision of the social network. */
  postedAt: number;
  updatedAt: number;
  text: string | null;
  photoUrl: string | null;
  cityId: number | null;
};

/** Times of the first and the last post; both are null when there is none. */
export type PostTimes = { min: number | null; max: number | null };

/**
 * Queries of one `asker` run one after another, and those of several askers in turn, so that nobody waits for the
 * searches of somebody else. A query that exceeds the time limit rejects with a `QueryLimitError`.
 */
export interface PostsStore {
  /** The rows of one page and the total of the same selection. */
  page(asker: Identity, scope: PostScope, page: PageQuery<PostSortColumn>): Promise<Page<PostRow>>;
  count(asker: Identity, scope: PostScope): Promise<number>;
  dates(asker: Identity, scope: PostScope): Promise<PostTimes>;
  /** The number of posts that the search finds. A post stored under several phrases counts once. */
  countMatching(asker: Identity, text: string): Promise<number>;
  /** Adds new posts, updates changed ones and the phrases' counters, in one transaction. */
  save(posts: readonly NewPost[]): Promise<{ added: number; changed: number }>;
}
