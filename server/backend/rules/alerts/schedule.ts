/** When the message of a rule is due: its schedule and its quiet hours, in the console's time zone. */

import { dayMs, hourMs, minuteMs } from '../../../../shared/durations.ts';
import type { AlertSchedule } from '../../../../shared/rules/alerts.ts';
import { zoneOffset } from '../../../platform/zone-offset.ts';
import { startOfHour, zoneTime } from '../days.ts';
import type { RuleFields } from './rule.ts';

/** Daily and weekly messages are due at 09:00. */
const morningMs = 9 * hourMs;
const monday = 1;

/** The start of the local day, given as if it were UTC. */
const localDay = (time: number, timeZone: string): number =>
  Math.floor((time + zoneOffset(time, timeZone)) / dayMs) * dayMs;

/** The first 09:00 after the time, on one of the days. */
function nextMorning(time: number, timeZone: string, isDay: (day: Date) => boolean): number {
  for (let day = localDay(time, timeZone); ; day += dayMs) {
    const morning = zoneTime(day + morningMs, timeZone);
    if (morning > time && isDay(new Date(day))) return morning;
  }
}

/** The first time of the schedule after `time`; for `now` the time itself. */
export function nextSlot(time: number, schedule: AlertSchedule, timeZone: string): number {
  if (schedule === 'now') return time;
  if (schedule === 'hourly') return startOfHour(time, timeZone) + hourMs;
  return nextMorning(time, timeZone, (day) => schedule === 'daily' || day.getUTCDay() === monday);
}

/** The time itself, or the end of the quiet hours that contain it. Equal ends mean no quiet hours. */
export function afterQuiet(
  time: number,
  { quietFrom: from, quietTo: to }: Pick<RuleFields, 'quietFrom' | 'quietTo'>,
  timeZone: string,
): number {
  if (from === null || to === null || from === to) return time;
  const day = localDay(time, timeZone);
  const minute = Math.floor((time + zoneOffset(time, timeZone) - day) / minuteMs);
  const isQuiet = from < to ? minute >= from && minute < to : minute >= from || minute < to;
  if (!isQuiet) return time;
  const end = zoneTime(day + to * minuteMs + (minute < to ? 0 : dayMs), timeZone);
  // When a clock change repeats the end, its first occurrence may have passed.
  return end > time ? end : time - (time % minuteMs) + (to - minute) * minuteMs;
}

export const dueAt = (
  time: number,
  rule: Pick<RuleFields, 'schedule' | 'quietFrom' | 'quietTo'>,
  timeZone: string,
): number => afterQuiet(nextSlot(time, rule.schedule, timeZone), rule, timeZone);
