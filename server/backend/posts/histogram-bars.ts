/** Divides a range of time into hours, days or months of a time zone. */

import type { HistogramUnit } from '../../../shared/api/histogram.ts';
import { hourMs } from '../../platform/durations.ts';
import { zoneOffset } from '../../platform/zone-offset.ts';
import { lowerBound } from './day-bounds.ts';

/** `start` is the bar's first millisecond; `label` is `from` of shared/api/histogram.ts. */
export type BarBound = { label: string; start: number };

const pad = (value: number): string => String(value).padStart(2, '0');

/** The local time as RFC 3339 without its offset. */
const localTime = (time: number, timeZone: string): string =>
  new Date(time + zoneOffset(time, timeZone)).toISOString().slice(0, 19);

export const localDay = (time: number, timeZone: string): string => localTime(time, timeZone).slice(0, 10);

function rfc3339(time: number, timeZone: string): string {
  const minutes = Math.round(zoneOffset(time, timeZone) / 60_000);
  const sign = minutes < 0 ? '-' : '+';
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `${localTime(time, timeZone)}${sign}${pad(hours)}:${pad(rest)}`;
}

/** `day` moved by days and months; both are `YYYY-MM-DD`. */
export function moveDay(day: string, { days = 0, months = 0 }: { days?: number; months?: number }): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 + months, date + days)).toISOString().slice(0, 10);
}

/** Hours within two days, months over more than two years, otherwise days. `to` is not included. */
export function chooseUnit(from: number, to: number, timeZone: string): HistogramUnit {
  const first = localDay(from, timeZone);
  const last = localDay(to - 1, timeZone);
  if (last <= moveDay(first, { days: 1 })) return 'hour';
  return last >= moveDay(first, { months: 24 }) ? 'month' : 'day';
}

/** The bounds of the hours from the one that contains `from`. A change of the clock begins an hour anew. */
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
