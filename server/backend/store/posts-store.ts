/** What the service keeps of posts, whatever the engine. Times are milliseconds since 1970. */
import type { PostSortColumn } from '../../../shared/api/posts.ts';
import type { PageQuery } from './page.ts';

/** One row of the feed: a post under one of the phrases that it was found by. */
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
 * All conditions hold together. `clientId` limits the posts to those of the phrases that the client tracks; posts of
 * deleted phrases are never found. `from` is the first millisecond, `to` the one after the last.
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
  /** Kept to the second, as the social network gives it. */
  postedAt: number;
  updatedAt: number;
  text: string | null;
  photoUrl: string | null;
  cityId: number | null;
};

export interface PostsStore {
  list(scope: PostScope, page: PageQuery<PostSortColumn>): Promise<PostRow[]>;
  count(scope: PostScope): Promise<number>;
  /** Times of the first and the last post; both null when nothing is found. */
  dates(scope: PostScope): Promise<{ min: number | null; max: number | null }>;
  /** How many posts the search finds; a post that is stored under several phrases counts once. */
  countMatching(text: string): Promise<number>;
  /** Adds what is new, changes what differs, in one transaction; the phrases' counters follow. */
  save(posts: readonly NewPost[]): Promise<{ added: number; changed: number }>;
}
