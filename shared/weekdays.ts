/** Names of local weekdays and hours. */
import { twoDigits } from './two-digits.ts';

/** From Monday on. */
const weekdays = ['Понедельник', 'Вторник', 'Среда', 'Четверг', 'Пятница', 'Суббота', 'Воскресенье'] as const;

/** For example «Вторник, 14:00–14:59»; null leaves out a part. The weekday 1 is Monday. */
export function weekdayHourName(weekday: number | null, hour: number | null): string {
  const start = hour === null ? null : twoDigits(hour);
  const day = weekday === null ? undefined : weekdays[weekday - 1];
  return [day, start && `${start}:00–${start}:59`].filter(Boolean).join(', ');
}
