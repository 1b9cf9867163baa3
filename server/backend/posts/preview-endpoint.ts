/** The call that previews a phrase before it is saved. */
import { endpoint } from '../http/endpoint.ts';
import { lastDaysWindow } from '../rules/days/day-bounds.ts';
import { highlight } from '../rules/search/highlight.ts';
import { parseSearchQuery } from '../rules/search/search-query.ts';
import { toScope } from './post-scope.ts';
import { previewQuery, previewReply } from './schemas.ts';

const recentDays = 30;

export const preview = [
  endpoint({
    method: 'GET',
    path: '/vknf/posts/preview',
    access: 'signed-in',
    summary:
      'What a phrase would find: among the posts of the client’s phrases, for an administrator among all. Each post counts once',
    query: previewQuery,
    reply: previewReply,
    handle: async ({ store, config, viewer, query: { text }, now }) => {
      const timeZone = config.CONSOLE_TIME_ZONE;
      const window = lastDaysWindow(recentDays, now, timeZone);
      const scope = toScope(viewer, timeZone, { text });
      const { total, recent, examples, excluded } = await store.posts.preview(viewer, scope, window);
      const query = parseSearchQuery(text);
      return {
        total,
        PerDay: Math.round((recent / recentDays) * 10) / 10,
        Examples: examples.map((example) => highlight(example, query ? [query] : [])),
        Excluded: excluded.map((part) => ({ Text: part.text, Removed: part.removed })),
      };
    },
  }),
];
