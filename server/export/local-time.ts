/** Converts times to the console's time zone, in the forms that exports need. */
import { formatDateTime } from '../../shared/format.ts';
import { dayMs } from '../platform/durations.ts';
import { formatOffset, zoneOffset, zoneOffsets } from '../platform/zone-offset.ts';

/** `Date` counts days from 1970, Excel from 30 December 1899. */
const excelEpochDays = 25_569;

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
  const convert =
    <T>(present: (local: Date, offset: number) => T) =>
    (time: string): T | null => {
      const at = Date.parse(time);
      if (Number.isNaN(at)) return null;
      const offset = zoneOffset(at, timeZone);
      return present(new Date(at + offset), offset);
    };
  return {
    toRussian: (time) => formatDateTime(time, zoneOffsets(timeZone))?.replace(',', '') ?? null,
    toIso: convert((local, offset) => local.toISOString().slice(0, 19) + formatOffset(offset)),
    toExcel: convert((local) => Math.floor(local.getTime() / 1000) / (dayMs / 1000) + excelEpochDays),
  };
}
