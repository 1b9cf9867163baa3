/** Times by the console's clock. Days are `YYYY-MM-DD`, times are in milliseconds since the epoch. */
import { dayMs } from '../../../shared/durations.ts';
import { findOffset, type ZoneOffsets } from '../../../shared/format.ts';

/** NaN for a text that is no day. */
export function timeOf(day: string, hour: number, offsets: ZoneOffsets): number {
  const asUtc = Date.parse(`${day}T${String(hour).padStart(2, '0')}:00:00Z`);
  return asUtc - findOffset(asUtc / 1000, offsets) * 1000;
}

function dayAfter(now: number, days: number, offsets: ZoneOffsets): string {
  const local = now + findOffset(now / 1000, offsets) * 1000;
  return new Date(local + days * dayMs).toISOString().slice(0, 10);
}

/** From 1 on a Sunday to 7 on a Monday. */
function daysToMonday(now: number, offsets: ZoneOffsets): number {
  const weekday = new Date(`${dayAfter(now, 0, offsets)}T00:00:00Z`).getUTCDay();
  return (8 - weekday) % 7 || 7;
}

const morning = 9;

/** The mornings to which stories are often postponed. */
export const mornings = (now: number, offsets: ZoneOffsets) => ({
  tomorrow: timeOf(dayAfter(now, 1, offsets), morning, offsets),
  threeDays: timeOf(dayAfter(now, 3, offsets), morning, offsets),
  monday: timeOf(dayAfter(now, daysToMonday(now, offsets), offsets), morning, offsets),
});
