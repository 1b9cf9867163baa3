/** Calls of the feed: posts, their counts and dates, and the live counts of phrases. */
import { histogramFields } from '../../../../shared/api/analytics.ts';
import { presentRow } from '../../feed/feed.ts';
import { type Context, endpoint, JsonParts } from '../../http/endpoint.ts';
import type { Identity } from '../../rules/account.ts';
import { lastDaysWindow } from '../../rules/days.ts';
import { presenterOf, replyOf, toTimeOrNull } from '../../rules/reply-values.ts';
import { highlight } from '../../rules/search/highlight.ts';
import { parseSearchQuery } from '../../rules/search/search-query.ts';
import type { PostsJson } from '../../store/posts-store.ts';
import { exported } from '../journal.ts';
import { findWord } from '../words/word.ts';
import { postFiltersQuery, toScope } from './post-scope.ts';
import {
  datesReply,
  postRowsQuery,
  postRowsReply,
  postsListQuery,
  postsPageQuery,
  postsReply,
  previewQuery,
  previewReply,
  totalReply,
  wordCountQuery,
  wordCountsQuery,
  wordCountsReply,
} from './schemas.ts';

const presentHistogram = presenterOf(histogramFields);

type Reading = Pick<Context, 'store' | 'config'> & { viewer: Identity };

/** The number of posts of the phrase in the viewer's feed, copies included. -1 for a phrase that the viewer may not see. */
async function countWord({ store, config, viewer }: Reading, wordId: number): Promise<number> {
  const word = await findWord(store, viewer, wordId);
  if (!word || word.deleted) return -1;
  return store.posts.count(viewer, toScope(viewer, config.CONSOLE_TIME_ZONE, { wordId }));
}

function toReply({ parts, total }: PostsJson): JsonParts {
  const separated = parts.filter((part) => part.length > 0).flatMap((part) => [Buffer.from(','), part]);
  return new JsonParts([Buffer.from('{"posts":['), ...separated.slice(1), Buffer.from(`],"total":${total}}`)]);
}

const feed = [
  endpoint('GET', '/vknf/posts', 'signed-in', {
    summary: 'The newest posts',
    query: postsListQuery,
    reply: postsReply,
    handle: async ({ store, config, viewer, query }) => {
      const scope = toScope(viewer, config.CONSOLE_TIME_ZONE, {});
      const page = { limit: query.limit, offset: 0, orderBy: 'post_dt', orderDirection: 'DESC' } as const;
      return toReply(await store.posts.pageJson(viewer, scope, page));
    },
  }),
  endpoint('GET', '/vknf/posts/details', 'signed-in', {
    summary: 'A page of posts that match all filters',
    query: postsPageQuery,
    reply: postsReply,
    handle: async ({ store, config, viewer, query }) => {
      const scope = toScope(viewer, config.CONSOLE_TIME_ZONE, query);
      return toReply(await store.posts.pageJson(viewer, scope, query));
    },
  }),
  endpoint('GET', '/vknf/posts/rows', 'signed-in', {
    summary: 'The next rows of posts that match all filters, copies included, without highlights',
    query: postRowsQuery,
    reply: postRowsReply,
    handle: exported('posts', async ({ store, config, viewer, query: { after = null, ...query } }) => {
      const scope = toScope(viewer, config.CONSOLE_TIME_ZONE, query);
      const { rows, next } = await store.posts.rows(viewer, scope, { ...query, after });
      return { posts: rows.map(presentRow), Next: next && `${next.value}_${next.id}` };
    }),
  }),
  endpoint('GET', '/vknf/posts/count', 'signed-in', {
    summary: 'The number of posts that match all filters',
    query: postFiltersQuery,
    reply: totalReply,
    handle: async ({ store, config, viewer, query }) => ({
      total: await store.posts.count(viewer, toScope(viewer, config.CONSOLE_TIME_ZONE, query)),
    }),
  }),
  endpoint('GET', '/vknf/posts/dates', 'signed-in', {
    summary: 'Times of the first and the last post that match all filters',
    query: postFiltersQuery,
    reply: datesReply,
    handle: async ({ store, config, viewer, query }) => {
      const { min, max } = await store.posts.dates(viewer, toScope(viewer, config.CONSOLE_TIME_ZONE, query));
      return { minDate: toTimeOrNull(min), maxDate: toTimeOrNull(max) };
    },
  }),
  endpoint('GET', '/vknf/posts/histogram', 'signed-in', {
    summary: 'The number of posts that match all filters per hour (within two days), day, or month (over two years)',
    query: postFiltersQuery,
    reply: replyOf(histogramFields),
    handle: async ({ store, config, viewer, query }) =>
      presentHistogram(await store.posts.histogram(viewer, toScope(viewer, config.CONSOLE_TIME_ZONE, query))),
  }),
];

const liveCounts = [
  endpoint('GET', '/vknf/posts/count/word', 'admin', {
    summary:
      'The live count of a phrase, -1 for an unknown phrase; without a phrase, of the posts that match `wordText`',
    query: wordCountQuery,
    reply: totalReply,
    handle: async ({ store, config, viewer, query: { wordId, wordText } }) => {
      if (wordId !== undefined) return { total: await countWord({ store, config, viewer }, wordId) };
      // A text that the index cannot compile has no count.
      const isSearchable = wordText && (await store.posts.isSearchable(wordText));
      return { total: isSearchable ? await store.posts.countMatching(viewer, wordText) : -1 };
    },
  }),
  endpoint('GET', '/vknf/posts/count/word/client', 'client', {
    summary: 'The live count of a phrase that the client tracks; -1 for any other',
    query: wordCountQuery,
    reply: totalReply,
    handle: async ({ store, config, viewer, query: { wordId } }) => ({
      total: wordId === undefined ? -1 : await countWord({ store, config, viewer }, wordId),
    }),
  }),
  endpoint('GET', '/vknf/posts/count/words', 'signed-in', {
    summary: 'The live counts of several phrases; -1 for one that is unknown, or that the client does not track',
    query: wordCountsQuery,
    reply: wordCountsReply,
    handle: async ({ store, config, viewer, query: { wordIds } }) => {
      const count = (wordId: number) => countWord({ store, config, viewer }, wordId);
      return {
        counts: await Promise.all(wordIds.map(async (wordId) => ({ WordID: wordId, total: await count(wordId) }))),
      };
    },
  }),
];

export const posts = [...feed, ...liveCounts];

const recentDays = 30;

export const preview = [
  endpoint('GET', '/vknf/posts/preview', 'signed-in', {
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
