/** The API call of the capability `histogram`: the number of posts per hour, day or month. */
import * as messages from '../messages.ts';
import { type Call, get, withQuery } from './call.ts';
import type { PostFilters } from './posts.ts';
import { ReplyError, readList, readNumber, readObject, readText } from './read.ts';

/** Hours within two days, months over more than two years, otherwise days. */
export const histogramUnits = ['hour', 'day', 'month'] as const;
export type HistogramUnit = (typeof histogramUnits)[number];

/**
 * `from` is the first moment of the bar in the console's time zone: an RFC 3339 time of an hour, a day `YYYY-MM-DD`, or a
 * month `YYYY-MM`. `total` equals the total of the feed for the same filters and the days or the hour of the bar.
 */
export type HistogramBar = { from: string; total: number };

/** Bars ascend. Bars without posts are missing. */
export type Histogram = { unit: HistogramUnit; bars: HistogramBar[] };

export function readUnit(value: unknown): HistogramUnit {
  const unit = histogramUnits.find((known) => known === readText(value));
  if (!unit) throw new ReplyError('A unit was expected');
  return unit;
}

export const readBar = (item: unknown): HistogramBar => {
  const { From, Total } = readObject(item);
  return { from: readText(From), total: readNumber(Total) };
};

const readHistogram = (reply: unknown): Histogram => ({
  unit: readUnit(readObject(reply).Unit),
  bars: readList(reply, 'Bars', readBar),
});

export const loadHistogram = (filters: PostFilters): Call<Histogram> =>
  get(withQuery('/vknf/posts/histogram', filters), readHistogram, messages.loadPosts);
