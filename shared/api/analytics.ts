/** API calls of the capabilities `histogram` and `analytics`: posts per hour, day or month, the figures of a period, and totals of phrases per day. */
import * as messages from '../messages.ts';
import { type Fields, ReplyError, readList, readNumber, readObject, readText } from '../read.ts';
import { type Call, get, withQuery } from './call.ts';
import type { PostFilters } from './posts.ts';

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

function readUnit(value: unknown): HistogramUnit {
  const unit = histogramUnits.find((known) => known === readText(value));
  if (!unit) throw new ReplyError('A unit was expected');
  return unit;
}

const readBar = (item: unknown): HistogramBar => {
  const { From, Total } = readObject(item);
  return { from: readText(From), total: readNumber(Total) };
};

const readHistogram = (reply: unknown): Histogram => ({
  unit: readUnit(readObject(reply).Unit),
  bars: readList(reply, 'Bars', readBar),
});

export const loadHistogram = (filters: PostFilters): Call<Histogram> =>
  get(withQuery('/vknf/posts/histogram', filters), readHistogram, messages.loadPosts);

export type RankedItem = { id: number; name: string; total: number };

/** The 10 items with the highest totals, and the number of all items with posts. */
export type Ranking = { items: RankedItem[]; distinct: number };

/** `totals` has the order of the bars of the period. */
export type ComparedWord = RankedItem & { totals: number[] };

/**
 * Whole hours that were not collected completely. Times are RFC 3339; `to` is not included. `words` is how many phrases of the
 * filters it concerns in each of these hours.
 */
export type MissingTime = { from: string; to: string; words: number };

/** A period. Days are `YYYY-MM-DD` in the console's time zone; both are included. */
export type Period = { from: string; to: string; total: number; bars: HistogramBar[] };

/**
 * Every total equals the total of the feed for the same filters and those of its place. So a story that belongs in several
 * places counts in each, and their sum may exceed the total of the period. Bars without posts are included.
 */
export type Analytics = Period & {
  /** As many days, directly before. The bars have the order of the period's; a change of the clock adds or removes an hour. */
  previous: Period;
  /** Hours within two days, otherwise days. */
  unit: HistogramUnit;
  words: Ranking;
  owners: Ranking;
  /** The ID 0 means that no city is given. */
  cities: Ranking;
  /** 7 × 24 totals by local weekday and hour, from Monday 00:00 on. */
  hours: number[];
  /** The phrases of `wordIds`, in the order of the filter, when there are several. */
  compared: ComparedWord[];
  /** Time of the period that was not collected, oldest first, without overlaps. */
  missing: MissingTime[];
  /** IDs from `words` and `compared`: phrases with missing time. */
  incompleteWords: number[];
};

const readItem = (raw: unknown): RankedItem => {
  const { ID, Name, Total } = readObject(raw);
  return { id: readNumber(ID), name: readText(Name), total: readNumber(Total) };
};

const readTotals = (fields: Fields, name: string): number[] => readList(fields, name, (total) => readNumber(total));

const readRanking = (raw: unknown): Ranking => {
  const fields = readObject(raw);
  return { items: readList(fields, 'Items', readItem), distinct: readNumber(fields.Distinct) };
};

const readCompared = (raw: unknown): ComparedWord => ({
  ...readItem(raw),
  totals: readTotals(readObject(raw), 'Totals'),
});

const readMissing = (raw: unknown): MissingTime => {
  const { From, To, Words } = readObject(raw);
  return { from: readText(From), to: readText(To), words: readNumber(Words) };
};

const readPeriod = (raw: unknown): Period => {
  const fields = readObject(raw);
  const { From, To, Total } = fields;
  return { from: readText(From), to: readText(To), total: readNumber(Total), bars: readList(fields, 'Bars', readBar) };
};

function readAnalytics(reply: unknown): Analytics {
  const fields = readObject(reply);
  return {
    ...readPeriod(reply),
    previous: readPeriod(fields.Previous),
    unit: readUnit(fields.Unit),
    words: readRanking(fields.Words),
    owners: readRanking(fields.Owners),
    cities: readRanking(fields.Cities),
    hours: readTotals(fields, 'Hours'),
    compared: readList(fields, 'Compared', readCompared),
    missing: readList(fields, 'Missing', readMissing),
    incompleteWords: readTotals(fields, 'IncompleteWords'),
  };
}

/** Filters by time of day and by story have no effect. */
export const loadAnalytics = (filters: PostFilters): Call<Analytics> =>
  get(withQuery('/vknf/analytics', filters), readAnalytics, messages.loadAnalytics);

/** The last 30 days. `total` is that of all days, `totals` has one per day from `from` on. Copies do not count. */
export type WordDays = { from: string; words: ReadonlyMap<number, { total: number; totals: number[] }> };

function readWordDays(reply: unknown): WordDays {
  const words = readList(reply, 'Days', (item) => {
    const fields = readObject(item);
    return [
      readNumber(fields.WordID),
      { total: readNumber(fields.Total), totals: readTotals(fields, 'Totals') },
    ] as const;
  });
  return { from: readText(readObject(reply).From), words: new Map(words) };
}

/** At most 100 phrases. The reply leaves out those that the viewer may not see. */
export const loadWordDays = (wordIds: readonly number[]): Call<WordDays> =>
  get(`/vknf/posts/count/words/days?wordIds=${wordIds.join(',')}`, readWordDays, messages.loadPosts);
