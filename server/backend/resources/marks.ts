/** Calls beyond the specified ones: read marks of stories, and the stories that are new since the last visit. */

import * as v from 'valibot';
import { markedStoriesMax } from '../../../shared/api/posts.ts';
import { viewingOf } from '../domain/feed-filter.ts';
import { endpoint } from '../http/endpoint.ts';
import { total } from '../http/schema-fields.ts';
import { accountOf } from '../rules/account.ts';
import { noFilters } from '../store/posts-store.ts';
import { recordRequest } from './auth/sessions.ts';

const storyId = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

const marksBody = v.object({
  StoryIDs: v.pipe(v.array(v.pipe(storyId, v.minValue(1))), v.maxLength(markedStoriesMax)),
  Read: v.boolean(),
});
/** The stories whose mark changed. */
const marksReply = v.strictObject({ StoryIDs: v.array(storyId) });

export const marks = [
  endpoint('POST', '/vknf/posts/marks', 'signed-in', {
    summary: 'Marks up to 5,000 stories as read or unread. Returns those whose mark changed; ignores unknown ones',
    body: marksBody,
    reply: marksReply,
    handle: async ({ store, viewer, body }) => ({
      StoryIDs: await store.marks.mark(viewer, body.StoryIDs, body.Read),
    }),
  }),
  endpoint('GET', '/vknf/posts/visit', 'signed-in', {
    summary: 'The last arrival when the previous visit ended, and the number of stories that are new since then',
    reply: v.strictObject({ Since: storyId, Total: total }),
    handle: async (context) => {
      const { store, viewer } = context;
      // This request may be the first of a visit.
      await recordRequest(context);
      const since = await store.visits.since(accountOf(viewer));
      const viewing = viewingOf(viewer, { ...noFilters, copies: false, since });
      return { Since: since, Total: await store.posts.count(viewer, viewing) };
    },
  }),
];
