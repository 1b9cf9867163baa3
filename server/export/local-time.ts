/** Converts times to the console's time zone, for many rows: `Intl` is asked once per quarter of an hour. */
import { twoDigits } from '../../shared/two-digits.ts';
import { dayMs, minuteMs } from '../platform/durations.ts';
import { formatOffset, zoneOffset } from '../platform/zone-offset.ts';

/** Zones change their offset only on a quarter of an hour. */
const quarterMs = 15 * minuteMs;
const maxQuarters = 10_000;

/** `Date` counts days from 1970, Excel from 30 December 1899. */
const excelEpochDays = 25_569;

function createOffsets(timeZone: string): (time: number) => number {
  const known = new Map<number, number>();
  return (time) => {
    const quarter = Math.floor(time / quarterMs);
    let offset = known.get(quarter);
    if (offset === undefined) {
      offset = zoneOffset(time, timeZone);
      if (known.size === maxQuarters) known.clear();
      known.set(quarter, offset);
    }
    return offset;
  };
}

/** The functions take an RFC 3339 time and return null for anything else. */
export type LocalTime = {
  /** `dd.mm.yyyy HH:MM`. */
  toRussian(time: string): string | null;
  /** `yyyy-mm-ddTHH:MM:SS+03:00`. */
  toIso(time: string): string | null;
  /** Days since Excel's epoch. */
  toExcel(time: string): number | null;
};

export function createLocalTime(timeZone: string): LocalTime {
  const offsetOf = createOffsets(timeZone);
  const convert =
    <T>(present: (local: Date, offset: number) => T) =>
    (time: string): T | null => {
      const at = Date.parse(time);
      if (Number.isNaN(at)) return null;
      const offset = offsetOf(at);
      return present(new Date(at + offset), offset);
    };
  return {
    toRussian: convert((local) => {
      const day = `${twoDigits(local.getUTCDate())}.${twoDigits(local.getUTCMonth() + 1)}.${local.getUTCFullYear()}`;
      return `${day} ${twoDigits(local.getUTCHours())}:${twoDigits(local.getUTCMinutes())}`;
    }),
    toIso: convert((local, offset) => local.toISOString().slice(0, 19) + formatOffset(offset)),
    toExcel: convert((local) => Math.floor(local.getTime() / 1000) / (dayMs / 1000) + excelEpochDays),
  };
}
