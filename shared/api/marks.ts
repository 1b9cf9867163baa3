/** API calls of the capability `marks`: read and unread per account, and the posts since the last visit. */
import * as messages from '../messages.ts';
import { type Call, get, post } from './call.ts';
import { readList, readNumber, readObject } from './read.ts';

/** The number of stories in one call of `markStories` is limited. */
export const markedStoriesMax = 5000;

/** Marks stories as read or unread. Returns the stories whose mark changed, so that exactly these can be undone. */
export const markStories = (storyIds: readonly number[], read: boolean): Call<number[]> =>
  post(
    '/vknf/posts/marks',
    { StoryIDs: storyIds, Read: read },
    (reply) => readList(reply, 'StoryIDs', (id) => readNumber(id)),
    messages.markPosts,
  );

/** `since` is the last arrival when the previous visit ended; `total` counts the visible stories that are new since then. */
export type Visit = { since: number; total: number };

function readVisit(reply: unknown): Visit {
  const { Since, Total } = readObject(reply);
  return { since: readNumber(Since), total: readNumber(Total) };
}

export const loadVisit = (): Call<Visit> => get('/vknf/posts/visit', readVisit, messages.loadPosts);
