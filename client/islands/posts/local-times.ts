/** Times by the console's clock. Days are `YYYY-MM-DD`, times are in milliseconds since the epoch. */
import { findOffset, twoDigits, type ZoneOffsets } from '../../../shared/format.ts';
import { dayOf } from '../../../shared/pages/post-filters.ts';
import { formatZonedTime, moveDay } from '../../../shared/rules/days.ts';

/** NaN for a text that is no day. */
export function timeOf(day: string, hour: number, offsets: ZoneOffsets): number {
  const asUtc = Date.parse(`${day}T${twoDigits(hour)}:00:00Z`);
  return asUtc - findOffset(asUtc / 1000, offsets) * 1000;
}

/** From 1 on a Sunday to 7 on a Monday. */
const daysToMonday = (day: string): number => (8 - new Date(day).getUTCDay()) % 7 || 7;

const morning = 9;

/** The mornings to which stories are often postponed. */
export function mornings(now: number, offsets: ZoneOffsets) {
  const today = dayOf(formatZonedTime(now, offsets));
  const morningAfter = (days: number) => timeOf(moveDay(today, { days }), morning, offsets);
  return { tomorrow: morningAfter(1), threeDays: morningAfter(3), monday: morningAfter(daysToMonday(today)) };
}
