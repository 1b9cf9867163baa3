/** API calls of the feed (docs/product.md, section 7) and the readers of their replies. */
import { findMatches, type Match } from '../highlight.ts';
import type { Sort } from '../list-query.ts';
import * as messages from '../messages.ts';
import { postsPageSize } from '../rules/limits.ts';
import { type Call, get, withQuery } from './call.ts';
import { readBoolean, readList, readNullable, readNumber, readObject, readText, readTime, readTotal } from './read.ts';

/** A row of the feed. `matches` are the parts of the text that the search engine marked (shared/highlight.ts). */
export type Post = {
  ownerId: number;
  postId: number;
  wordId: number;
  userId: number;
  postedAt: string | null;
  updatedAt: string | null;
  text: string | null;
  matches: readonly Match[];
  photoUrl: string | null;
  word: string | null;
  ownerName: string | null;
  ownerPhotoUrl: string | null;
  domain: string | null;
  ownerType: string;
  country: string | null;
  city: string | null;
  cityId: number | null;
  /** The story: a post together with its copies. Null when the backend lacks the capability `copies`. */
  storyId: number | null;
  /** How many further rows of the story the filters match. 0 unless copies are hidden. */
  copies: number;
  /** Whether the viewer marked the story as read. False without the capability `marks`. */
  read: boolean;
  /** VK found the post for the phrase, whose text does not match it. Other backends do not say so. */
  foundByVk: boolean;
};

export type PostsPage = { posts: Post[]; total: number };

/** Values of `orderBy`. */
export const postSortColumns = ['post_dt', 'update_dt', 'user_id', 'owner_id', 'word_id'] as const;
export type PostSortColumn = (typeof postSortColumns)[number];
export const defaultPostSort: Sort<PostSortColumn> = { column: 'post_dt', descending: true };

/** Filters of the feed, combined with «and». Days are `YYYY-MM-DD`; both are included. */
export type PostFilters = {
  wordId?: number | null;
  /** Posts of any of these phrases: IDs joined by commas. Requires `analytics`. */
  wordIds?: string | null;
  ownerId?: number | null;
  text?: string | null;
  postDtFrom?: string | null;
  postDtTo?: string | null;
  /** 0 means posts without a city, which requires `analytics`. */
  cityId?: number | null;
  /** The local weekday of posting in the console's time zone, from 1 (Monday) to 7. Requires `analytics`. */
  weekday?: number | null;
  /** The local hour of posting, from 0 to 23. Requires `analytics`. */
  hour?: number | null;
  /** `hide`: one row per story. Requires `copies`. */
  copies?: 'hide' | null;
  /** Rows of one story only. Requires `copies`. */
  storyId?: number | null;
  /** `true`: only stories that the viewer has not marked as read. Requires `marks`. */
  unread?: 'true' | null;
  /** Only stories that are new since this arrival. Requires `marks`. */
  since?: number | null;
  /** Only rows that arrived up to this arrival, which is included. Requires `alerts`. */
  until?: number | null;
  /** `true`: only stories whose first row among the other filters but days was posted in these. Requires `alerts`. */
  first?: 'true' | null;
};

/** Identifies a row. A post that several phrases found has a row for each of them. */
export const postKey = (post: Pick<Post, 'ownerId' | 'postId' | 'wordId'>): string =>
  `${post.ownerId}_${post.postId}_${post.wordId}`;

export function readPost(raw: unknown): Post {
  const fields = readObject(raw);
  const cityId = readNumber(fields.CityID, 0);
  const text = readNullable(fields.Text);
  return {
    ownerId: readNumber(fields.OwnerID),
    postId: readNumber(fields.PostID),
    wordId: readNumber(fields.WordID, 0),
    userId: readNumber(fields.UserID, 0),
    postedAt: readTime(fields.PostDt),
    updatedAt: readTime(fields.UpdateDt),
    text,
    matches: findMatches(text ?? '', readNullable(fields.TextHighlighted) ?? ''),
    photoUrl: readNullable(fields.PhotoURL),
    word: readNullable(fields.Word),
    ownerName: readNullable(fields.OwnerName),
    ownerPhotoUrl: readNullable(fields.OwnerPhotoURL),
    domain: readNullable(fields.Domain),
    ownerType: readText(fields.OwnerType),
    country: readNullable(fields.Country),
    city: readNullable(fields.City),
    cityId: cityId === 0 ? null : cityId,
    storyId: readNumber(fields.StoryID, 0) || null,
    copies: readNumber(fields.Copies, 0),
    read: readBoolean(fields.Read),
    foundByVk: readBoolean(fields.FoundByVK),
  };
}

function readPostsPage(reply: unknown): PostsPage {
  const posts = readList(reply, 'posts', readPost);
  return { posts, total: readTotal(reply, posts.length) };
}

export const loadPostsPage = (
  query: PostFilters & { limit?: number; offset: number; orderBy: PostSortColumn; orderDirection: 'ASC' | 'DESC' },
): Call<PostsPage> =>
  get(withQuery('/vknf/posts/details', { limit: postsPageSize, ...query }), readPostsPage, messages.loadPosts);
