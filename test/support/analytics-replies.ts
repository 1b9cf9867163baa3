/** Replies of our own backend to the call of analytics: made-up totals for the days of the request. */

import { dayMs } from '../../shared/durations.ts';
import { offerOwn } from './own-backend.ts';
import type { StandIn } from './stand-in-backend.ts';

export const comparedTexts = [
  'ремонт дорог',
  'метро',
  'вывоз мусора',
  'детский сад № 5',
  'закрытие моста на время праздника',
  'трамвай',
];

const isoDay = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** A number from 0 to `max` that depends only on index and seed, with a weekly rhythm. */
const totalOf = (index: number, seed: number, max: number): number =>
  Math.round(
    (max * (2 + Math.sin((index * 2 * Math.PI) / 7 + seed) + ((index * 7919 + seed * 104_729) % 13) / 13)) / 4,
  );

type Bar = { From: string; Total: number };

function barsOf(from: string, to: string, seed: number): Bar[] {
  const count = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  if (count > 2) {
    return Array.from({ length: count }, (_, index) => ({
      From: isoDay(Date.parse(from) + index * dayMs),
      Total: totalOf(index, seed, 120),
    }));
  }
  return Array.from({ length: count * 24 }, (_, index) => ({
    From: `${isoDay(Date.parse(from) + Math.floor(index / 24) * dayMs)}T${String(index % 24).padStart(2, '0')}:00:00+03:00`,
    Total: index % 24 < 6 ? 0 : totalOf(index, seed, 12),
  }));
}

const period = (from: string, to: string, seed: number) => {
  const bars = barsOf(from, to, seed);
  return { From: from, To: to, Total: bars.reduce((sum, bar) => sum + bar.Total, 0), Bars: bars };
};

const ranking = (names: readonly string[], distinct: number, firstId: number) => ({
  Items: names.map((Name, index) => ({ ID: firstId === 0 ? index : firstId - index, Name, Total: 1400 - index * 131 })),
  Distinct: distinct,
});

/** The reply to a call with its query. Two days before the end are not collected. */
export function analyticsReply(query: URLSearchParams): object {
  const [from = '', to = ''] = [query.get('postDtFrom') ?? '', query.get('postDtTo') ?? ''];
  const length = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  const before = (day: string) => isoDay(Date.parse(day) - length * dayMs);
  const ids = query.get('wordIds')?.split(',').map(Number) ?? [];
  const own = period(from, to, 1);
  return {
    ...own,
    Previous: period(before(from), before(to), 2),
    Unit: length > 2 ? 'day' : 'hour',
    Words: ranking(comparedTexts, 14, 12),
    Owners: ranking(['Подслушано Тверь', 'Новости города', 'Тверской вестник: афиша, объявления, работа'], 230, -100),
    Cities: ranking(['', 'Тверь', 'Москва', 'Санкт-Петербург'], 4, 0),
    Hours: Array.from({ length: 168 }, (_, index) => (index % 24 < 6 ? 0 : totalOf(index, 3, 90))),
    Compared: ids.map((ID, index) => {
      const totals = own.Bars.map((_, day) => totalOf(day, index + 5, 20 * (index + 1)));
      return { ID, Name: comparedTexts[index], Total: totals.reduce((sum, total) => sum + total, 0), Totals: totals };
    }),
    Missing: [
      {
        From: `${isoDay(Date.parse(to) - 2 * dayMs)}T14:00:00+03:00`,
        To: `${isoDay(Date.parse(to) - dayMs)}T09:30:00+03:00`,
        Words: 2,
      },
    ],
    IncompleteWords: ids.slice(1, 2),
  };
}

/** The reply about the views of the same days. */
function reachReply(query: URLSearchParams): object {
  const [from = '', to = ''] = [query.get('postDtFrom') ?? '', query.get('postDtTo') ?? ''];
  const sum = (total: number) => ({ Views: total * 310, Measured: total - Math.floor(total / 10), Posts: total });
  const bars = barsOf(from, to, 4).map(({ From, Total }) => ({ From, ...sum(Total) }));
  return {
    ...sum(bars.reduce((total, { Posts }) => total + Posts, 0)),
    From: from,
    To: to,
    Unit: bars.length === 24 || bars.length === 48 ? 'hour' : 'day',
    Bars: bars,
    Owners: comparedTexts.map((Name, index) => ({ ID: -100 - index, Name, ...sum(600 - index * 70) })),
    MeasuredOwners: 230,
    Top: comparedTexts.map((text, index) => ({
      ...{ OwnerID: -100 - index, PostID: index + 1, OwnerName: 'Подслушано Тверь', PostDt: `${from}T10:00:00Z` },
      ...{ Quote: `Жители обсуждают: ${text}`, Views: 90_000 - index * 7000, Ratio: index % 2 === 0 ? 4.26 : null },
    })),
  };
}

export function offerAnalytics(backend: StandIn): void {
  offerOwn(backend);
  backend.on('GET /vknf/analytics/reach', ({ path }) => ({
    body: reachReply(new URL(path, backend.url).searchParams),
  }));
  backend.on('GET /vknf/analytics', ({ path }) => ({
    body: analyticsReply(new URL(path, backend.url).searchParams),
  }));
}
