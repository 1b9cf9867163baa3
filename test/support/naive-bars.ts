/** A histogram that is computed row by row, from the local time of each row. */
import type { Histogram, HistogramUnit } from '../../shared/api/analytics.ts';

type Row = { postedAt: number };

type LocalTime = { day: string; hour: string; offset: string };

/** Returns a function that returns the day as `YYYY-MM-DD`, the hour, and the offset from UTC, such as `+02:00`. */
function createLocalTime(timeZone: string): (time: number) => LocalTime {
  const options = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', hourCycle: 'h23' } as const;
  const format = new Intl.DateTimeFormat('en-US', { ...options, timeZoneName: 'longOffset', timeZone });
  const known = new Map<number, LocalTime>();
  return (time) => {
    const parts = () => new Map(format.formatToParts(time).map(({ type, value }) => [type, value]));
    const local = known.get(time) ?? toLocalTime(parts());
    known.set(time, local);
    return local;
  };
}

const toLocalTime = (parts: Map<string, string>): LocalTime => ({
  day: `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`,
  hour: parts.get('hour') ?? '',
  offset: parts.get('timeZoneName')?.replace('GMT', '') || '+00:00',
});

function unitOf(first: string, last: string): HistogramUnit {
  const days = Math.round((Date.parse(last) - Date.parse(first)) / 86_400_000);
  if (days <= 1) return 'hour';
  const [year = '', rest = ''] = [first.slice(0, 4), first.slice(4)];
  return last >= `${Number(year) + 2}${rest}` ? 'month' : 'day';
}

/** Returns a function that computes a histogram of ascending rows, of which there must be at least one. */
export const createNaiveBars = (timeZone: string) => {
  const localTime = createLocalTime(timeZone);
  return <T extends Row>(
    rows: readonly T[],
    range: { from: number | null; to: number | null },
    count: (bar: readonly T[]) => number,
  ): Histogram => {
    const times = rows.map(({ postedAt }) => postedAt);
    const from = range.from ?? Math.min(...times);
    const to = range.to ?? Math.max(...times) + 1;
    const unit = unitOf(localTime(from).day, localTime(to - 1).day);
    const label = ({ postedAt }: Row): string => {
      const { day, hour, offset } = localTime(postedAt);
      if (unit === 'hour') return `${day}T${hour}:00:00${offset}`;
      return unit === 'day' ? day : day.slice(0, 7);
    };
    return { unit, bars: [...Map.groupBy(rows, label)].map(([bar, found]) => ({ from: bar, total: count(found) })) };
  };
};
