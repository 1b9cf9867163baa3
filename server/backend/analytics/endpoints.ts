/** Calls of the capability `analytics`: the figures of a period, and totals of phrases per day. */
import type { Analytics, Period, Ranking } from '../../../shared/api/analytics.ts';
import { completePeriod, shortenPeriod } from '../../../shared/rules/analytics-period.ts';
import { localDay } from '../../platform/zone-offset.ts';
import { endpoint } from '../http/endpoint.ts';
import { toScope } from '../posts/post-scope.ts';
import { wordCountsQuery } from '../posts/schemas.ts';
import { analyticsQuery, analyticsReply, wordDaysReply } from './schemas.ts';

const presentPeriod = ({ from, to, total, bars }: Period) => ({
  From: from,
  To: to,
  Total: total,
  Bars: bars.map((bar) => ({ From: bar.from, Total: bar.total })),
});

const presentRanking = ({ items, distinct }: Ranking) => ({
  Items: items.map(({ id, name, total }) => ({ ID: id, Name: name, Total: total })),
  Distinct: distinct,
});

const present = ({ previous, words, owners, cities, compared, missing, ...figures }: Analytics) => ({
  ...presentPeriod(figures),
  Previous: presentPeriod(previous),
  Unit: figures.unit,
  Words: presentRanking(words),
  Owners: presentRanking(owners),
  Cities: presentRanking(cities),
  Hours: figures.hours,
  Compared: compared.map(({ id, name, total, totals }) => ({ ID: id, Name: name, Total: total, Totals: totals })),
  Missing: missing.map((stretch) => ({ From: stretch.from, To: stretch.to, Words: stretch.words })),
  IncompleteWords: figures.incompleteWords,
});

export const analytics = [
  endpoint({
    method: 'GET',
    path: '/vknf/analytics',
    access: 'signed-in',
    summary:
      'The figures of at most 366 days: over time, by phrase, source, city, weekday and hour. By default of 30 days',
    query: analyticsQuery,
    reply: analyticsReply,
    handle: async ({ store, config, viewer, query: { postDtFrom: from, postDtTo: to, ...filters }, now }) => {
      const timeZone = config.CONSOLE_TIME_ZONE;
      const days = shortenPeriod(completePeriod({ from, to }, localDay(now, timeZone)));
      return present(await store.posts.analytics(viewer, toScope(viewer, timeZone, filters), days, now));
    },
  }),
  endpoint({
    method: 'GET',
    path: '/vknf/posts/count/words/days',
    access: 'signed-in',
    summary: 'The number of posts of several phrases on each of the last 30 days, without copies and phrases of others',
    query: wordCountsQuery,
    reply: wordDaysReply,
    handle: async ({ store, config, viewer, query: { wordIds }, now }) => {
      const timeZone = config.CONSOLE_TIME_ZONE;
      const days = completePeriod({}, localDay(now, timeZone));
      const words = await store.posts.wordDays(viewer, toScope(viewer, timeZone, {}), wordIds, days);
      return {
        From: days.from,
        Days: [...words].map(([WordID, { total, totals }]) => ({ WordID, Total: total, Totals: totals })),
      };
    },
  }),
];
