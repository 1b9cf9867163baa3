/** Names of local weekdays and hours. */

/** From Monday on. */
const weekdays = ['Понедельник', 'Вторник', 'Среда', 'Четверг', 'Пятница', 'Суббота', 'Воскресенье'] as const;

/** For example «Вторник, 14:00–14:59»; null leaves out a part. The weekday 1 is Monday. */
export function weekdayHourName(weekday: number | null, hour: number | null): string {
  const start = String(hour).padStart(2, '0');
  const day = weekday === null ? undefined : weekdays[weekday - 1];
  return [day, hour === null ? null : `${start}:00–${start}:59`].filter(Boolean).join(', ');
}
