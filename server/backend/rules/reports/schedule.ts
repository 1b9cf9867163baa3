/** When a report is sent, and which days it is about, in the console's time zone. */
import { dayMs, minuteMs } from '../../../../shared/durations.ts';
import { type Days, moveDay } from '../../../../shared/rules/days.ts';
import { listOffsets, localDay, zoneOffset } from '../../../platform/zone-offset.ts';
import { upperBound, zoneTime } from '../days.ts';
import type { ReportFields } from './report.ts';

type Schedule = Pick<ReportFields, 'period' | 'fromDay' | 'toDay' | 'weekdays' | 'minute'>;

/** 1 is Monday. */
const weekdayOf = (day: string): number => new Date(day).getUTCDay() || 7;

/** A report about a month is sent on the first of its weekdays in the month. */
function isDate({ period, weekdays }: Schedule, day: string): boolean {
  if (!weekdays.includes(weekdayOf(day))) return false;
  if (period !== 'month') return true;
  const date = Number(day.slice(8));
  return !Array.from({ length: date - 1 }, (_, before) => moveDay(day, { days: -1 - before })).some((earlier) =>
    weekdays.includes(weekdayOf(earlier)),
  );
}

/** The time of a day. A time that a clock change skips is the moment of the change, the first one after it. */
function timeOf(day: string, minute: number, timeZone: string): number {
  const local = Date.parse(day) + minute * minuteMs;
  const time = zoneTime(local, timeZone);
  if (time + zoneOffset(time, timeZone) === local) return time;
  const [, change] = listOffsets((time - dayMs) / 1000, (time + dayMs) / 1000, timeZone);
  return change === undefined ? time : change[0] * 1000;
}

/** A month has one date, within the first seven days. */
const searchedDays = 40;

/** The first date after the time; null without weekdays. A report about chosen days is sent when they are over. */
export function dateAfter(schedule: Schedule, time: number, timeZone: string): number | null {
  const { period, toDay, minute } = schedule;
  const earliest = period === 'days' && toDay !== null ? upperBound(toDay, timeZone) - 1 : 0;
  const after = Math.max(time, earliest);
  let day = localDay(after, timeZone);
  for (let count = 0; count < searchedDays; count += 1) {
    const date = timeOf(day, minute, timeZone);
    if (date > after && isDate(schedule, day)) return date;
    day = moveDay(day, { days: 1 });
  }
  return null;
}

/**
 * The last of the dates from `due` to `now`, how many came before it, and the next one. Chosen days have one date.
 */
export function lastDate(schedule: Schedule, due: number, now: number, timeZone: string) {
  let [date, skipped] = [due, 0];
  if (schedule.period === 'days') return { date, skipped, next: null };
  let next = dateAfter(schedule, date, timeZone);
  while (next !== null && next <= now) {
    date = next;
    skipped += 1;
    next = dateAfter(schedule, date, timeZone);
  }
  return { date, skipped, next };
}

/** The days of a report that is due at the time. A week begins on Monday. */
export function daysOf({ period, fromDay, toDay }: Schedule, due: number, timeZone: string): Days {
  const today = localDay(due, timeZone);
  const yesterday = moveDay(today, { days: -1 });
  if (period === 'days' && fromDay !== null && toDay !== null) return { from: fromDay, to: toDay };
  if (period === 'week') {
    const sunday = moveDay(today, { days: -weekdayOf(today) });
    return { from: moveDay(sunday, { days: -6 }), to: sunday };
  }
  if (period === 'month') {
    const first = `${today.slice(0, 7)}-01`;
    return { from: moveDay(first, { months: -1 }), to: moveDay(first, { days: -1 }) };
  }
  return { from: yesterday, to: yesterday };
}
