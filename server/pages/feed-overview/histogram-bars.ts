/** The names, places and links of the bars of a histogram (docs/product.md, section 18). */

import type { Histogram, HistogramBar, HistogramUnit } from '../../../shared/api/histogram.ts';
import { formatDateTime, formatNumber } from '../../../shared/format.ts';
import { dayOf, formatPostsQuery, isTime, type PostsQuery } from '../../../shared/posts-query.ts';
import type { Bar } from '../../charts/bar-chart.tsx';
import { hourMs } from '../../platform/durations.ts';

const dayMs = 24 * hourMs;

type Bounds = { from: string; to: string };

/** `from` is that of a bar. */
type Unit = {
  /** Counts units from a fixed origin. NaN for an invalid `from`. */
  columnOf: (from: string) => number;
  fromOf: (column: number) => string;
  /** Filters for the bar, both included. */
  bounds: (from: string) => Bounds;
  name: (from: string, timeZone: string) => string;
  label?: (name: string) => string;
};

const monthNames = new Intl.DateTimeFormat('ru-RU', { month: 'long', timeZone: 'UTC' });

const isoDay = (time: number): string => new Date(time).toISOString().slice(0, 10);

const units: Record<HistogramUnit, Unit> = {
  hour: {
    columnOf: (from) => Date.parse(from) / hourMs,
    fromOf: (column) => new Date(column * hourMs).toISOString(),
    bounds: (from) => ({ from, to: `${from.slice(0, 14)}59:59.999${offsetOf(from)}` }),
    name: (from, timeZone) => formatDateTime(from, timeZone) ?? from,
    label: (name) => `${name.slice(0, 5)} ${name.slice(-5)}`,
  },
  day: {
    columnOf: (from) => Date.parse(from) / dayMs,
    fromOf: (column) => isoDay(column * dayMs),
    bounds: (from) => ({ from, to: from }),
    name: (from) => from.split('-').reverse().join('.'),
  },
  month: {
    columnOf(from) {
      const [year = Number.NaN, month = Number.NaN] = from.split('-').map(Number);
      return year * 12 + month - 1;
    },
    fromOf: (column) => `${Math.floor(column / 12)}-${String((column % 12) + 1).padStart(2, '0')}`,
    bounds(from) {
      const [year = 0, month = 0] = from.split('-').map(Number);
      return { from: `${from}-01`, to: isoDay(Date.UTC(year, month, 0)) };
    },
    name: (from) => `${monthNames.format(new Date(`${from}-01T00:00:00Z`))} ${from.slice(0, 4)}`,
  },
};

/** The offset of an RFC 3339 time without a fraction. */
const offsetOf = (time: string): string => time.slice(19);

/** The first and the last column: whole days of hours, otherwise those of the bars. */
function columnRange(unit: HistogramUnit, first: string, last: string): [number, number] {
  const { columnOf } = units[unit];
  if (unit !== 'hour') return [columnOf(first), columnOf(last)];
  const hourOf = (time: string, hour: string) => columnOf(`${dayOf(time)}T${hour}:00:00${offsetOf(time)}`);
  return [hourOf(first, '00'), hourOf(last, '23')];
}

/** Of two bounds, returns the one that leaves less: the later one of lower bounds. A time leaves less than its day. */
function narrower(own: string, filter: string, lower: boolean): string {
  if (filter === '') return own;
  if (isTime(own) && isTime(filter)) return Date.parse(filter) > Date.parse(own) === lower ? filter : own;
  if (dayOf(own) === dayOf(filter)) return isTime(filter) ? filter : own;
  return dayOf(filter) > dayOf(own) === lower ? filter : own;
}

/** Keeps the other filters. A view is left, because the link selects other posts. */
function hrefOf(query: PostsQuery, bounds: Bounds): string {
  const from = narrower(bounds.from, query.from, true);
  const to = narrower(bounds.to, query.to, false);
  return formatPostsQuery({ ...query, from, to, view: null, page: 1 });
}

/** `title` is the name without the total. */
export type HistogramRow = Bar & { title: string };

export type HistogramRows = { rows: HistogramRow[]; columns: number; labelOf: (column: number) => string };

/** Leaves out bars with an invalid time. */
export function histogramRows({ unit, bars }: Histogram, query: PostsQuery, timeZone: string): HistogramRows {
  const { columnOf, fromOf, bounds, name, label = (text) => text } = units[unit];
  const valid = bars.filter(({ from }) => Number.isFinite(columnOf(from)));
  const [start, end] = columnRange(unit, valid[0]?.from ?? '', valid.at(-1)?.from ?? '');
  const rowOf = ({ from, total }: HistogramBar): HistogramRow => {
    const title = name(from, timeZone);
    const href = hrefOf(query, bounds(from));
    return { title, name: `${title}: ${formatNumber(total)}`, value: total, column: columnOf(from) - start, href };
  };
  return {
    rows: valid.map(rowOf),
    columns: end - start + 1,
    labelOf: (column) => label(name(fromOf(start + column), timeZone)),
  };
}
