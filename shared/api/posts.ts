/** API calls of the feed (docs/product/api.md) and the readers of their replies. */

import { type ReplyTable, type RowOf, readRow, rowReader } from '../fields/field.ts';
import { type PostRow, type PostSortColumn, postFields } from '../fields/posts.ts';
import { markFields, type StoryMarks, type StoryWork, workFields } from '../fields/work.ts';
import { parseTime } from '../format.ts';
import { findMatches, type Match } from '../highlight.ts';
import type { Order, Query, Sort } from '../list-query.ts';
import * as messages from '../messages.ts';
import { type Page, readCount, readList, readNullable, readNumber, readObject, readPage } from '../read.ts';
import { postsPageSize } from '../rules/limits.ts';
import { isFalseTime } from '../rules/real-times.ts';
import { type Call, get, post, withQuery } from './call.ts';

/**
 * A row of the feed. `matches` are the parts of the text that the search engine marked (shared/highlight.ts). `work`: the
 * client's work on the story; null if nothing is stored, and with an existing backend. `suggestion`: tone and tags that
 * the backend suggests while nobody has set them.
 */
export type Post = PostRow & { matches: readonly Match[]; work: StoryWork | null; suggestion: StoryMarks | null };

export const defaultPostSort: Sort<PostSortColumn> = { column: 'post_dt', descending: true };

/**
 * API parameters of the filters of the feed (shared/pages/post-filters.ts), combined with AND. Days are `YYYY-MM-DD`; both are
 * included.
 */
export type PostFilters = Query;

/** Identifies a row. A post has a row for each phrase that found it. */
export const postKey = (post: Pick<Post, 'ownerId' | 'postId' | 'wordId'>): string =>
  `${post.ownerId}_${post.postId}_${post.wordId}`;

export function readPost(raw: unknown): Post {
  const post = readRow(postFields, raw);
  const { TextHighlighted, Work, Suggestion } = readObject(raw);
  const matches = findMatches(post.text ?? '', readNullable(TextHighlighted) ?? '');
  return {
    ...post,
    matches,
    work: Work ? readRow(workFields, Work) : null,
    suggestion: Suggestion ? readRow(markFields, Suggestion) : null,
  };
}

export const loadPostsPage = (
  query: PostFilters & Order<PostSortColumn> & { limit?: number; offset: number },
): Call<Page<Post>> =>
  get(
    withQuery('/vknf/posts/details', { limit: postsPageSize, ...query }),
    (reply) => readPage(reply, 'posts', readPost),
    messages.loadPosts,
  );

const dateFields = {
  minDate: { api: 'minDate', type: 'time' },
  maxDate: { api: 'maxDate', type: 'time' },
} as const satisfies ReplyTable;

export type PostDates = RowOf<typeof dateFields>;

/** Returns -1 if the total is unknown. */
export const loadPostCount = (filters: PostFilters): Call<number> =>
  get(withQuery('/vknf/posts/count', filters), readCount, messages.loadPosts);

/** A date that cannot be true when the reply comes, at `now`, is missing. */
export function loadPostDates(filters: PostFilters, now: () => number): Call<PostDates> {
  const known = (time: string | null) => (time === null || isFalseTime(parseTime(time), now()) ? null : time);
  const read = (reply: unknown): PostDates => {
    const { minDate, maxDate } = readRow(dateFields, reply ?? {});
    return { minDate: known(minDate), maxDate: known(maxDate) };
  };
  return get(withQuery('/vknf/posts/dates', filters), read, messages.loadPosts);
}

/** `next` is the cursor (`after`) of the next call; null at the end. */
export type PostRows = { posts: Post[]; next: string | null };

/** Loads all matching rows by cursor, without highlights and totals. `after` is null for the first rows. */
export const loadPostRows = (
  query: PostFilters & Order<PostSortColumn> & { limit: number; after: string | null },
): Call<PostRows> =>
  get(
    withQuery('/vknf/posts/rows', query),
    (reply) => ({ posts: readList(reply, 'posts', readPost), next: readNullable(readObject(reply).Next) }),
    messages.loadPosts,
  );

/** The maximum number of stories in one call of `markStories`. */
export const markedStoriesMax = 5000;

/** Marks stories as read or unread. Returns the stories whose mark changed, so that undo affects exactly these. */
export const markStories = (storyIds: readonly number[], read: boolean): Call<number[]> =>
  post(
    '/vknf/posts/marks',
    { StoryIDs: storyIds, Read: read },
    (reply) => readList(reply, 'StoryIDs', (id) => readNumber(id)),
    messages.markPosts,
  );

/**
 * `since` is the number of the last arrival before the previous visit ended; `total` counts the visible stories that are new
 * since then.
 */
const visitFields = {
  since: { api: 'Since', type: 'id' },
  total: { api: 'Total', type: 'id' },
} as const satisfies ReplyTable;

export type Visit = RowOf<typeof visitFields>;

export const loadVisit = (): Call<Visit> => get('/vknf/posts/visit', rowReader(visitFields), messages.loadPosts);
