/** API calls of our own backend: posts per hour, day or month, and the figures of a period. */
import { type ReplyTable, type RowOf, readRow, rowReader } from '../fields/field.ts';
import * as messages from '../messages.ts';
import { firstRealTime, lastRealTime } from '../rules/real-times.ts';
import { type Call, get, withQuery } from './call.ts';
import type { PostFilters } from './posts.ts';

/** Hours for a range within two days, months from two years on, otherwise days. */
const unitNames = { hour: 'hour', day: 'day', month: 'month' } as const;
export type HistogramUnit = keyof typeof unitNames;

/**
 * `from` is the first moment of the bar in the console's time zone: an RFC 3339 time of an hour, a day `YYYY-MM-DD`, or a month
 * `YYYY-MM`. `total` equals the total of the feed for the same filters and the days or the hour of the bar.
 */
const barFields = {
  from: { api: 'From', type: 'text' },
  total: { api: 'Total', type: 'id' },
} as const satisfies ReplyTable;

export type HistogramBar = RowOf<typeof barFields>;

const unit = { api: 'Unit', type: { labels: unitNames, strict: true } } as const;

/** Bars ascend. Bars without posts are missing. */
export const histogramFields = { unit, bars: { api: 'Bars', type: { rows: barFields } } } as const satisfies ReplyTable;

export type Histogram = RowOf<typeof histogramFields>;

/** Omits bars whose dates cannot be true now, unless the filters select them. */
export function loadHistogram(filters: PostFilters, now: () => number): Call<Histogram> {
  const { postDtFrom: from, postDtTo: to } = filters;
  const isShown = (bar: HistogramBar) => {
    const time = Date.parse(bar.from);
    return (from || time >= firstRealTime) && (to || time <= lastRealTime(now()));
  };
  const read = (reply: unknown): Histogram => {
    const { unit, bars } = readRow(histogramFields, reply);
    return { unit, bars: bars.filter(isShown) };
  };
  return get(withQuery('/vknf/posts/histogram', filters), read, messages.loadPosts);
}

const itemFields = {
  id: { api: 'ID', type: 'id' },
  name: { api: 'Name', type: 'text', named: true },
  total: { api: 'Total', type: 'id' },
} as const satisfies ReplyTable;

export type RankedItem = RowOf<typeof itemFields>;

/** The 10 items with the highest totals, and the number of all items with posts. */
const rankingFields = {
  items: { api: 'Items', type: { rows: itemFields } },
  distinct: { api: 'Distinct', type: 'id' },
} as const satisfies ReplyTable;

export type Ranking = RowOf<typeof rankingFields>;

/** `totals` has the order of the bars of the period. */
const comparedFields = { ...itemFields, totals: { api: 'Totals', type: 'numbers' } } as const satisfies ReplyTable;

export type ComparedWord = RowOf<typeof comparedFields>;

/**
 * Whole hours that were not collected completely. Times are RFC 3339; `to` is excluded. `words` is the number of phrases of the
 * filters that are incomplete in each of these hours.
 */
export const missingFields = {
  from: { api: 'From', type: 'text' },
  to: { api: 'To', type: 'text' },
  words: { api: 'Words', type: 'id' },
} as const satisfies ReplyTable;

export type MissingTime = RowOf<typeof missingFields>;

/** Days are `YYYY-MM-DD` in the console's time zone; both are included. */
const periodFields = {
  from: { api: 'From', type: 'text' },
  to: { api: 'To', type: 'text' },
  total: { api: 'Total', type: 'id' },
  bars: { api: 'Bars', type: { rows: barFields } },
} as const satisfies ReplyTable;

export type Period = RowOf<typeof periodFields>;

/**
 * Every total equals the total of the feed for the same filters plus the filter that its bar, row or cell stands for. A story
 * counts in each bar, row or cell that it belongs to, so their sum may exceed the total of the period. Bars without posts are
 * included. `unit`: hours within two days, otherwise days. `hours`: 7 × 24 totals by local weekday and hour, from Monday 00:00
 * on. `compared`: the phrases of `wordIds`, in the order of the filter, when there are several. `missing`: time of the period
 * that was not collected, oldest first, without overlaps. `incompleteWords`: IDs from `words` and `compared` with missing time.
 */
export const analyticsFields = {
  ...periodFields,
  /**
   * The same number of days directly before. Its bars correspond to the period's by index; a clock change adds or removes an
   * hour.
   */
  previous: { api: 'Previous', type: { row: periodFields } },
  unit,
  words: { api: 'Words', type: { row: rankingFields } },
  owners: { api: 'Owners', type: { row: rankingFields } },
  /** The ID 0 stands for posts without a city. */
  cities: { api: 'Cities', type: { row: rankingFields } },
  hours: { api: 'Hours', type: 'numbers' },
  compared: { api: 'Compared', type: { rows: comparedFields } },
  missing: { api: 'Missing', type: { rows: missingFields } },
  incompleteWords: { api: 'IncompleteWords', type: 'numbers' },
} as const satisfies ReplyTable;

export type Analytics = RowOf<typeof analyticsFields>;

/** Filters by time of day and by story have no effect. */
export const loadAnalytics = (filters: PostFilters): Call<Analytics> =>
  get(withQuery('/vknf/analytics', filters), rowReader(analyticsFields), messages.loadAnalytics);
