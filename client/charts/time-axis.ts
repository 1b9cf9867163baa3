/** Hours, days and months as the columns of a chart: their positions, names and bounds (docs/product/feed.md). */
import type { Histogram, HistogramBar, HistogramUnit } from '../../shared/api/analytics.ts';
import { dayMs, hourMs } from '../../shared/durations.ts';
import { findOffset, formatDateTime, formatNumber, twoDigits, type ZoneOffsets } from '../../shared/format.ts';
import { dayOf } from '../../shared/pages/post-filters.ts';
import { type Bounds, dayName, hourBounds, offsetOf } from '../../shared/rules/time-units.ts';
import type { Bar } from './bar-chart.tsx';
import type { Stretch } from './chart-frame.tsx';

/** Maps a unit of time to columns. `from` is the start of a bar. */
type Unit = {
  /** Counts units from a fixed origin. NaN for an invalid `from`. */
  columnOf: (from: string) => number;
  fromOf: (column: number) => string;
  bounds: (from: string) => Bounds;
  name: (from: string, timeZone: ZoneOffsets) => string;
  label?: (name: string) => string;
};

const monthNames = 'январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь'.split(' ');

const isoDay = (time: number): string => new Date(time).toISOString().slice(0, 10);

const units: Record<HistogramUnit, Unit> = {
  hour: {
    columnOf: (from) => Date.parse(from) / hourMs,
    fromOf: (column) => new Date(column * hourMs).toISOString(),
    bounds: hourBounds,
    name: (from, timeZone) => formatDateTime(from, timeZone) ?? from,
    label: (name) => `${name.slice(0, 5)} ${name.slice(-5)}`,
  },
  day: {
    columnOf: (from) => Date.parse(from) / dayMs,
    fromOf: (column) => isoDay(column * dayMs),
    bounds: (from) => ({ from, to: from }),
    name: dayName,
  },
  month: {
    columnOf(from) {
      const [year = Number.NaN, month = Number.NaN] = from.split('-').map(Number);
      return year * 12 + month - 1;
    },
    fromOf: (column) => `${Math.floor(column / 12)}-${twoDigits((column % 12) + 1)}`,
    bounds(from) {
      const [year = 0, month = 0] = from.split('-').map(Number);
      return { from: `${from}-01`, to: isoDay(Date.UTC(year, month, 0)) };
    },
    name: (from) => `${monthNames[Number(from.slice(5)) - 1]} ${from.slice(0, 4)}`,
  },
};

/** The first and the last column: whole days if the columns are hours, otherwise the first and the last bar. */
function columnRange(unit: HistogramUnit, first: string, last: string): [number, number] {
  const { columnOf } = units[unit];
  if (unit !== 'hour') return [columnOf(first), columnOf(last)];
  const hourOf = (time: string, hour: string) => columnOf(`${dayOf(time)}T${hour}:00:00${offsetOf(time)}`);
  return [hourOf(first, '00'), hourOf(last, '23')];
}

export type TimeAxis = ReturnType<typeof timeAxis>;

/** Omits bars with an invalid time. */
export function timeAxis({ unit, bars }: Histogram, hrefOf: (bounds: Bounds) => string, timeZone: ZoneOffsets) {
  const { columnOf, fromOf, bounds, name, label = (text) => text } = units[unit];
  const valid = bars.filter(({ from }) => Number.isFinite(columnOf(from)));
  const [start, end] = columnRange(unit, valid[0]?.from ?? '', valid.at(-1)?.from ?? '');
  const columns = end - start + 1;
  const rowOf = ({ from, total }: HistogramBar): Bar => {
    const title = name(from, timeZone);
    const href = hrefOf(bounds(from));
    return {
      title,
      name: `${title}: ${formatNumber(total)}`,
      value: total,
      column: columnOf(from) - start,
      href,
      from,
    };
  };
  const placeOf = (time: string): number => {
    const ms = Date.parse(time);
    const place = unit === 'hour' ? ms / hourMs : (ms + findOffset(ms / 1000, timeZone) * 1000) / dayMs;
    return Math.min(columns, Math.max(0, place - start));
  };
  return {
    rows: valid.map(rowOf),
    columns,
    labelOf: (column: number): string => label(name(fromOf(start + column), timeZone)),
    /** The stretches of the axis that the times cover. Times are RFC 3339. None for months. */
    stretchesOf: (times: readonly Bounds[]): Stretch[] =>
      unit === 'month' ? [] : times.map(({ from, to }) => ({ start: placeOf(from), end: placeOf(to) })),
  };
}
