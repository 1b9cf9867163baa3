/** Divides a range of time into hours, days or months of a time zone. */
import type { HistogramUnit } from '../../../../shared/api/analytics.ts';
import { moveDay } from '../../../../shared/rules/days.ts';
import { hourMs } from '../../../platform/durations.ts';
import { formatOffset, localDay, localTime, zoneOffset } from '../../../platform/zone-offset.ts';
import { lowerBound } from './day-bounds.ts';

/** `start` is the bar's first millisecond; `label` is `from` of shared/api/analytics.ts. */
export type BarBound = { label: string; start: number };

const rfc3339 = (time: number, timeZone: string): string =>
  `${localTime(time, timeZone)}${formatOffset(zoneOffset(time, timeZone))}`;

/** Hours within two days, months over more than two years, otherwise days. `to` is not included. */
export function chooseUnit(from: number, to: number, timeZone: string): HistogramUnit {
  const first = localDay(from, timeZone);
  const last = localDay(to - 1, timeZone);
  if (last <= moveDay(first, { days: 1 })) return 'hour';
  return last >= moveDay(first, { months: 24 }) ? 'month' : 'day';
}

/** The bounds of the hours from the one that contains `from`. A clock change starts a new hour. */
function hourBounds(from: number, to: number, timeZone: string): BarBound[] {
  const startOf = (time: number) => {
    const offset = zoneOffset(time, timeZone);
    return Math.floor((time + offset) / hourMs) * hourMs - offset;
  };
  const bounds: BarBound[] = [];
  for (let start = startOf(from); start < to; start = Math.max(startOf(start + hourMs), start + hourMs / 4)) {
    bounds.push({ label: rfc3339(start, timeZone), start });
  }
  return bounds;
}

/** The bounds of the bars that cover the range, in ascending order. `to` is not included. */
export function barBounds(unit: HistogramUnit, from: number, to: number, timeZone: string): BarBound[] {
  if (unit === 'hour') return hourBounds(from, to, timeZone);
  const first = localDay(from, timeZone);
  const step = unit === 'day' ? { days: 1 } : { months: 1 };
  const bounds: BarBound[] = [];
  for (let day = unit === 'day' ? first : `${first.slice(0, 7)}-01`; ; day = moveDay(day, step)) {
    const start = lowerBound(day, timeZone);
    if (start >= to) return bounds;
    bounds.push({ label: unit === 'day' ? day : day.slice(0, 7), start });
  }
}
