/** Calls beyond the specified ones: the figures of a period, and totals of phrases per day. */

import * as v from 'valibot';
import { analyticsFields } from '../../../shared/api/analytics.ts';
import { explanationFields } from '../../../shared/api/explanation.ts';
import { periodReachFields } from '../../../shared/api/reach.ts';
import { wordDayFields } from '../../../shared/api/words.ts';
import * as messages from '../../../shared/messages.ts';
import { routeOf } from '../../../shared/routes.ts';
import { completePeriod, shortenPeriod } from '../../../shared/rules/days.ts';
import { analyticsSections } from '../../../shared/rules/report-sections.ts';
import { localDay } from '../../platform/zone-offset.ts';
import {
  isPeriod,
  periodEntries,
  postFiltersQuery,
  queryOfCall,
  viewingOf,
  viewingOfCall,
  wordCountsQuery,
} from '../domain/feed-filter.ts';
import { endpoint } from '../http/endpoint.ts';
import { given } from '../http/schema-fields.ts';
import { presenterOf, replyOf } from '../rules/reply-values.ts';
import { noFilters } from '../store/posts-store.ts';
import { allPostsName, reportDownload, reportEntry, reportReply } from './report-download.ts';

const day = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d{2}-\d{2}$/, messages.badDate),
  v.check((value) => !Number.isNaN(Date.parse(value)), messages.badDate),
);

/** Filters by time and by single stories. */
const ignored = ['weekday', 'hour', 'storyId', 'unread', 'since', 'until', 'first'] as const;

const analyticsEntries = {
  ...v.omit(postFiltersQuery, ignored).entries,
  postDtFrom: v.optional(day),
  postDtTo: v.optional(day),
};
type AskedDays = { postDtFrom?: string | undefined; postDtTo?: string | undefined };
const isOrdered = ({ postDtFrom = '', postDtTo = '9' }: AskedDays): boolean => postDtFrom <= postDtTo;
const analyticsQuery = v.pipe(
  v.object(analyticsEntries),
  v.check((query) => isOrdered(query), messages.reversedDays),
);
const reportQuery = v.pipe(
  v.object({ ...analyticsEntries, ...reportEntry }),
  v.check((query) => isOrdered(query), messages.reversedDays),
);

/** At most 366 days, by default the last 30. */
function periodOf<Query extends AskedDays>(query: Query, now: number, timeZone: string) {
  const { postDtFrom: from, postDtTo: to, ...filters } = query;
  return { days: shortenPeriod(completePeriod(given({ from, to }), localDay(now, timeZone))), filters };
}

const explanationQuery = v.pipe(
  v.object({ ...postFiltersQuery.entries, ...periodEntries }),
  v.check((query) => isPeriod(query), messages.reversedDays),
);

const presentDays = presenterOf(wordDayFields);

export const analytics = [
  endpoint('GET', '/vknf/analytics', 'signed-in', {
    summary:
      'The figures of at most 366 days: over time, by phrase, source, city, weekday and hour. By default of 30 days',
    query: analyticsQuery,
    reply: analyticsFields,
    handle: async ({ store, config, viewer, query, now }) => {
      const timeZone = config.CONSOLE_TIME_ZONE;
      const { days, filters } = periodOf(query, now, timeZone);
      return await store.posts.analytics(viewer, viewingOfCall(viewer, timeZone, filters), days, now);
    },
  }),
  endpoint('GET', '/vknf/analytics/reach', 'signed-in', {
    summary: 'The views of at most 366 days, each post once: over time, by source, and the most viewed posts',
    query: analyticsQuery,
    reply: periodReachFields,
    handle: async ({ store, config, viewer, query, now }) => {
      const { days, filters } = periodOf(query, now, config.CONSOLE_TIME_ZONE);
      return await store.posts.periodReach(viewer, viewingOfCall(viewer, config.CONSOLE_TIME_ZONE, filters), days);
    },
  }),
  endpoint('GET', '/vknf/analytics/report', 'signed-in', {
    summary: 'The same as a PDF or DOCX file, in base64',
    query: reportQuery,
    reply: reportReply,
    handle: reportDownload('analytics', async ({ config, viewer, query, now }) => ({
      viewer,
      title: routeOf('analytics').title,
      filters: [{ name: allPostsName, query: queryOfCall(query) }],
      period: periodOf(query, now, config.CONSOLE_TIME_ZONE).days,
      sections: Object.keys(analyticsSections) as (keyof typeof analyticsSections)[],
      hasLinks: true,
    })),
  }),
  endpoint('GET', '/vknf/posts/explanation', 'signed-in', {
    summary: 'What stands out in a period, against the same period of up to eight earlier weeks',
    query: explanationQuery,
    reply: explanationFields,
    handle: async ({ store, config, viewer, query, now }) =>
      await store.posts.explanation(viewer, viewingOfCall(viewer, config.CONSOLE_TIME_ZONE, query), now),
  }),
  endpoint('GET', '/vknf/posts/count/words/days', 'signed-in', {
    summary: 'The number of posts of several phrases on each of the last 30 days, without copies and phrases of others',
    query: wordCountsQuery,
    reply: v.strictObject({ From: v.string(), Days: v.array(replyOf(wordDayFields)) }),
    handle: async ({ store, config, viewer, query: { wordIds }, now }) => {
      const timeZone = config.CONSOLE_TIME_ZONE;
      const days = completePeriod({}, localDay(now, timeZone));
      const words = await store.posts.wordDays(viewer, viewingOf(viewer, noFilters), wordIds, days);
      return { From: days.from, Days: [...words].map(([wordId, figures]) => presentDays({ wordId, ...figures })) };
    },
  }),
];
