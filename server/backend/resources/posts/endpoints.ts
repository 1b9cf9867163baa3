/** Calls of the feed: posts, their counts and dates, and the live counts of phrases. */
import * as v from 'valibot';
import { histogramFields } from '../../../../shared/api/analytics.ts';
import { textChangeFields, textChangesMax } from '../../../../shared/api/post-changes.ts';
import { diagnosisFields, previewFields } from '../../../../shared/api/text-preview.ts';
import { continuedExport } from '../../../../shared/export.ts';
import { type PostSortColumn, postFields, postSortColumns } from '../../../../shared/fields/posts.ts';
import { markFields, workFields } from '../../../../shared/fields/work.ts';
import { postText } from '../../../../shared/post-text.ts';
import { postsPageSize, wordTextMax } from '../../../../shared/rules/limits.ts';
import { collectsPosts } from '../../../platform/settings.ts';
import {
  type CallFilters,
  postFiltersQuery,
  viewingOf,
  viewingOfCall,
  wordCountsQuery,
} from '../../domain/feed-filter.ts';
import { type Context, endpoint, existing } from '../../http/endpoint.ts';
import { JsonParts, pageOf } from '../../http/reply.ts';
import { maxLimit, pageEntries, queryId, queryInteger, text, total, totalReply } from '../../http/schema-fields.ts';
import type { Identity } from '../../rules/account.ts';
import { callsPerDayOf, intervalOf } from '../../rules/collection/quota.ts';
import { compareTexts } from '../../rules/compare-texts.ts';
import { lastDaysWindow } from '../../rules/days.ts';
import { integer, nullableText, replyOf, time, toTimeOrNull } from '../../rules/reply-values.ts';
import { highlight } from '../../rules/search/highlight.ts';
import { plainSearches } from '../../rules/search/phrase-text.ts';
import { parseSearchQuery, searchedSpellings } from '../../rules/search/search-query.ts';
import type { PageQuery } from '../../store/page.ts';
import type { PostKey } from '../../store/post-tables.ts';
import { noFilters, type Viewing } from '../../store/posts-store.ts';
import { exported, exportMark } from '../journal.ts';
import { findVisibleWord, findWord, newWordText } from '../words/word.ts';

const postsPageQuery = v.object({
  ...pageEntries(postSortColumns, { limit: postsPageSize, column: 'post_dt', direction: 'DESC' }),
  ...postFiltersQuery.entries,
});
/** `after` is the `Next` of the previous reply. */
const postRowsQuery = v.object({
  ...v.omit(postsPageQuery, ['offset']).entries,
  // Only exports use the call.
  export: v.optional(exportMark, continuedExport),
  after: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^-?\d{1,15}(\.\d{1,20})?(e[-+]\d{1,3})?_\d{1,16}$/),
      v.transform((text) => text.split('_').map(Number)),
      v.transform(([value = 0, id = 0]) => ({ value, id })),
    ),
  ),
});

/** `TextHighlighted` is escaped HTML whose only tag is `<mark>` (shared/highlight.ts). */
const postReply = v.strictObject({
  ...replyOf(postFields).entries,
  PostDt: time,
  UpdateDt: time,
  TextHighlighted: nullableText,
  StoryID: integer,
  Work: v.nullable(replyOf(workFields)),
  Suggestion: v.nullable(replyOf(markFields)),
});

const postsReply = v.strictObject({ posts: v.array(postReply), total });

const wordCountQuery = v.object({ wordId: v.optional(queryId), wordText: v.optional(text(wordTextMax)) });

type Reading = Pick<Context, 'store' | 'config'> & { viewer: Identity };

/** The filter of rows that show the work of a client. */
async function rowsViewing(
  { store, config, viewer, now }: Reading & Pick<Context, 'now'>,
  filters: CallFilters,
): Promise<Viewing> {
  const shownWork = viewer.type === 'client' ? { ...(await store.work.names(viewer.clientId)), now } : null;
  return { ...viewingOfCall(viewer, config.CONSOLE_TIME_ZONE, filters), shownWork };
}

/** The number of posts of the phrase in the viewer's feed, copies included. -1 for a phrase that the viewer may not see. */
async function countWord({ store, viewer }: Pick<Reading, 'store' | 'viewer'>, wordId: number): Promise<number> {
  const word = await findWord(store, viewer, wordId);
  if (!word || word.deletedAt !== null) return -1;
  return store.posts.count(viewer, viewingOf(viewer, { ...noFilters, word: wordId }));
}

/** `parts`: see `PostsJson`. */
function toReply(parts: readonly Uint8Array[], field: 'total' | 'Next', value: number | string | null): JsonParts {
  const separated = parts.filter((part) => part.length > 0).flatMap((part) => [Buffer.from(','), part]);
  const end = Buffer.from(`],"${field}":${JSON.stringify(value)}}`);
  return new JsonParts([Buffer.from('{"posts":['), ...separated.slice(1), end]);
}

async function readPage(
  context: Reading & Pick<Context, 'now'>,
  filters: CallFilters,
  page: PageQuery<PostSortColumn>,
) {
  const viewing = await rowsViewing(context, filters);
  const { parts, total } = await context.store.posts.pageJson(context.viewer, viewing, page);
  return toReply(parts, 'total', total);
}

/** The newest changes first. Throws a 404 for a post that the viewer does not see. */
async function readChanges({ store, viewer }: Pick<Reading, 'store' | 'viewer'>, post: PostKey) {
  const shown = existing(await store.posts.text(viewer, viewingOf(viewer, noFilters), post));
  const { versions } = await store.posts.life(post);
  const texts = [...versions, shown].map(postText);
  const changes = versions.map(({ until }, index) => ({ at: until, before: texts[index], after: texts[index + 1] }));
  return {
    rows: changes
      .slice(-textChangesMax)
      .reverse()
      .map(({ at, before = '', after = '' }) => ({ at, parts: compareTexts(before, after) })),
    total: changes.length,
  };
}

const recentDays = 30;

export const posts = [
  endpoint('GET', '/vknf/posts', 'signed-in', {
    summary: 'The newest posts',
    query: v.object({ limit: v.optional(v.pipe(queryInteger, v.minValue(1), v.maxValue(maxLimit)), '100') }),
    reply: postsReply,
    handle: ({ query: { limit }, ...context }) =>
      readPage(context, {}, { limit, offset: 0, orderBy: 'post_dt', orderDirection: 'DESC' }),
  }),
  endpoint('GET', '/vknf/posts/details', 'signed-in', {
    summary: 'A page of posts that match all filters',
    query: postsPageQuery,
    reply: postsReply,
    handle: ({ query, ...context }) => readPage(context, query, query),
  }),
  endpoint('GET', '/vknf/posts/rows', 'signed-in', {
    summary:
      'The next rows of posts that match all filters, without highlights. `copies=hide` leaves one row of each story only in the ' +
      'orders by views and ratio; otherwise the caller keeps the first one',
    query: postRowsQuery,
    reply: v.strictObject({ posts: v.array(postReply), Next: v.nullable(v.string()) }),
    handle: exported('posts', async ({ store, config, viewer, now, query: { after = null, ...query } }) => {
      const viewing = await rowsViewing({ store, config, viewer, now }, query);
      const { json, next } = await store.posts.rows(viewer, viewing, { ...query, after });
      return toReply([json], 'Next', next && `${next.value}_${next.id}`);
    }),
  }),
  endpoint('GET', '/vknf/posts/changes', 'signed-in', {
    summary: `How the text of a post has changed, word by word: its newest ${textChangesMax} changes`,
    query: v.object({ ownerId: queryInteger, postId: queryId }),
    reply: pageOf('changes', textChangeFields),
    handle: ({ store, viewer, query }) => readChanges({ store, viewer }, query),
  }),
  endpoint('GET', '/vknf/posts/thread', 'signed-in', {
    summary: 'A comment with its post and the comments of its thread that are stored, the oldest first',
    query: v.object({ ownerId: queryInteger, postId: queryId }),
    reply: postsReply,
    handle: async ({ query, ...context }) => {
      const viewing = await rowsViewing(context, {});
      const { json, total } = existing(await context.store.posts.thread(context.viewer, viewing, query));
      return toReply([json], 'total', total);
    },
  }),
  endpoint('GET', '/vknf/posts/count', 'signed-in', {
    summary: 'The number of posts that match all filters',
    query: postFiltersQuery,
    reply: totalReply,
    handle: async ({ store, config, viewer, query }) => ({
      total: await store.posts.count(viewer, viewingOfCall(viewer, config.CONSOLE_TIME_ZONE, query)),
    }),
  }),
  endpoint('GET', '/vknf/posts/dates', 'signed-in', {
    summary: 'Times of the first and the last post that match all filters',
    query: postFiltersQuery,
    reply: v.strictObject({ minDate: v.nullable(time), maxDate: v.nullable(time) }),
    handle: async ({ store, config, viewer, now, query }) => {
      const { min, max } = await store.posts.dates(viewer, viewingOfCall(viewer, config.CONSOLE_TIME_ZONE, query), now);
      return { minDate: toTimeOrNull(min), maxDate: toTimeOrNull(max) };
    },
  }),
  endpoint('GET', '/vknf/posts/histogram', 'signed-in', {
    summary: 'The number of posts that match all filters per hour (within two days), day, or month (over two years)',
    query: postFiltersQuery,
    reply: histogramFields,
    handle: async ({ store, config, viewer, now, query }) =>
      await store.posts.histogram(viewer, viewingOfCall(viewer, config.CONSOLE_TIME_ZONE, query), now),
  }),
  endpoint('GET', '/vknf/posts/count/word', 'admin', {
    summary:
      'The live count of a phrase, -1 for an unknown phrase; without a phrase, of the posts that match `wordText`',
    query: wordCountQuery,
    reply: totalReply,
    handle: async ({ store, viewer, query: { wordId, wordText } }) => {
      if (wordId !== undefined) return { total: await countWord({ store, viewer }, wordId) };
      return { total: wordText ? await store.posts.countMatching(viewer, wordText) : -1 };
    },
  }),
  endpoint('GET', '/vknf/posts/count/word/client', 'client', {
    summary: 'The live count of a phrase that the client tracks; -1 for any other',
    query: wordCountQuery,
    reply: totalReply,
    handle: async ({ store, viewer, query: { wordId } }) => ({
      total: wordId === undefined ? -1 : await countWord({ store, viewer }, wordId),
    }),
  }),
  endpoint('GET', '/vknf/posts/count/words', 'signed-in', {
    summary: 'The live counts of several phrases; -1 for one that is unknown, or that the client does not track',
    query: wordCountsQuery,
    reply: v.strictObject({ counts: v.array(v.strictObject({ WordID: integer, total })) }),
    handle: async ({ store, viewer, query: { wordIds } }) => {
      const count = (wordId: number) => countWord({ store, viewer }, wordId);
      return {
        counts: await Promise.all(wordIds.map(async (wordId) => ({ WordID: wordId, total: await count(wordId) }))),
      };
    },
  }),
  endpoint('GET', '/vknf/posts/preview', 'signed-in', {
    summary:
      'What a phrase would find: among the posts of the client’s phrases, for an administrator among all. Each post counts once. ' +
      'With wordId, also which stored posts that phrase would lose by the text, and which it would get',
    query: v.object({ text: newWordText, wordId: v.optional(queryId) }),
    reply: previewFields,
    handle: async ({ store, config, viewer, query: { text, wordId }, now }) => {
      const timeZone = config.CONSOLE_TIME_ZONE;
      const window = lastDaysWindow(recentDays, now, timeZone);
      const viewing = viewingOf(viewer, { ...noFilters, text });
      const former = wordId === undefined ? null : await findVisibleWord(store, viewer, wordId);
      const found = await store.posts.preview(viewer, viewing, window, wordId ?? null);
      const { total, recent, excluded, change } = found;
      const mark = (examples: readonly string[], matched: string) => {
        const query = parseSearchQuery(matched);
        return examples.map((example) => highlight(example, query ? [query] : []));
      };
      const perDay = Math.round((recent / recentDays) * 10) / 10;
      const searches = plainSearches(text)?.length ?? 1;
      return {
        total,
        perDay,
        callsPerDay: collectsPosts(config) ? callsPerDayOf(perDay, searches, intervalOf(config)) : null,
        examples: mark(found.examples, text),
        readsWalls:
          former === null && viewer.type === 'client' && (await store.collection.followsWalls(viewer.clientId)),
        excluded,
        spellings: searchedSpellings(text),
        leaving: change && { ...change.leaving, examples: mark(change.leaving.examples, former?.text ?? '') },
        coming: change && { ...change.coming, examples: mark(change.coming.examples, text) },
      };
    },
  }),
  endpoint('GET', '/vknf/posts/doctor', 'signed-in', {
    summary:
      'What each part of a search finds alone, in the feed of the viewer, and words with a minus that would remove stories ' +
      'which the client has closed as «Не наше» or hidden',
    query: v.object({ text: newWordText }),
    reply: diagnosisFields,
    handle: async ({ store, viewer, query: { text } }) =>
      await store.posts.diagnose(viewer, viewingOf(viewer, { ...noFilters, text })),
  }),
];
