/** Times of exports in the console's time zone. Each function takes an RFC 3339 time and returns null for anything else. */

import { dayMs } from '../../shared/durations.ts';
import { formatDateTime, parseTime } from '../../shared/format.ts';
import { formatOffset } from '../../shared/rules/days.ts';
import { localTime, zoneOffset, zoneOffsets } from '../platform/zone-offset.ts';

/** `dd.mm.yyyy HH:MM`. */
export const toRussianTime = (time: string | number, timeZone: string): string | null =>
  formatDateTime(time, zoneOffsets(timeZone))?.replace(',', '') ?? null;

/** `yyyy-mm-ddTHH:MM:SS+03:00`. */
export function toIsoTime(time: string, timeZone: string): string | null {
  const at = parseTime(time);
  return Number.isNaN(at) ? null : localTime(at, timeZone) + formatOffset(zoneOffset(at, timeZone));
}

/** `Date` counts days from 1970, Excel from 30 December 1899. */
const excelEpochDays = 25_569;

/** Days since Excel's epoch. */
export function toExcelTime(time: string, timeZone: string): number | null {
  const at = parseTime(time);
  if (Number.isNaN(at)) return null;
  return Math.floor((at + zoneOffset(at, timeZone)) / 1000) / (dayMs / 1000) + excelEpochDays;
}
