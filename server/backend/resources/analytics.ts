/** The capability `analytics`: the figures of a period, and totals of phrases per day (shared/api/analytics.ts). */
import * as v from 'valibot';
import { type Analytics, histogramUnits, type Period, type Ranking } from '../../../shared/api/analytics.ts';
import * as messages from '../../../shared/messages.ts';
import { completePeriod, shortenPeriod } from '../../../shared/rules/days.ts';
import { localDay } from '../../platform/zone-offset.ts';
import { endpoint } from '../http/endpoint.ts';
import { total } from '../http/schema-fields.ts';
import { postFiltersQuery, toScope } from './posts/post-scope.ts';
import { wordCountsQuery } from './posts/schemas.ts';

const day = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d{2}-\d{2}$/, messages.badDate),
  v.check((value) => !Number.isNaN(Date.parse(value)), messages.badDate),
);

const analyticsQuery = v.pipe(
  v.object({
    ...v.pick(postFiltersQuery, ['wordId', 'wordIds', 'ownerId', 'text', 'cityId', 'copies']).entries,
    postDtFrom: v.optional(day),
    postDtTo: v.optional(day),
  }),
  v.check(({ postDtFrom = '', postDtTo = '9' }) => postDtFrom <= postDtTo, messages.reversedDays),
);

const id = v.pipe(v.number(), v.integer());
const period = {
  From: v.string(),
  To: v.string(),
  Total: total,
  Bars: v.array(v.strictObject({ From: v.string(), Total: total })),
};
const item = { ID: id, Name: v.string(), Total: total };
/** The 10 highest totals, and the number of all items. */
const ranking = v.strictObject({ Items: v.array(v.strictObject(item)), Distinct: total });

/** `Hours` are 7 × 24 totals from Monday on. `Missing` are hours that were not collected completely for so many phrases. */
const analyticsReply = v.strictObject({
  ...period,
  Previous: v.strictObject(period),
  Unit: v.picklist(histogramUnits),
  Words: ranking,
  Owners: ranking,
  Cities: ranking,
  Hours: v.array(total),
  Compared: v.array(v.strictObject({ ...item, Totals: v.array(total) })),
  Missing: v.array(v.strictObject({ From: v.string(), To: v.string(), Words: total })),
  IncompleteWords: v.array(id),
});

const wordDaysReply = v.strictObject({
  From: v.string(),
  Days: v.array(v.strictObject({ WordID: id, Total: total, Totals: v.array(total) })),
});

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
  endpoint('GET', '/vknf/analytics', 'signed-in', {
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
  endpoint('GET', '/vknf/posts/count/words/days', 'signed-in', {
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
