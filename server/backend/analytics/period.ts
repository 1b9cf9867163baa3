/** The period of analytics and the one before it, as days `YYYY-MM-DD` that are both included. */
import { analyticsDays, analyticsMaxDays } from '../../../shared/rules/limits.ts';
import { moveDay } from '../posts/histogram-bars.ts';

export type Days = { from: string; to: string };

const daysBetween = ({ from, to }: Days): number => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1;

/** Without both days the period ends today; without the first one it has 30 days. It has at most 366, the last ones. */
export function choosePeriod({ from, to }: Partial<Days>, today: string): Days {
  const last = to ?? (from !== undefined && from > today ? from : today);
  const first = from ?? moveDay(last, { days: 1 - analyticsDays });
  const earliest = moveDay(last, { days: 1 - analyticsMaxDays });
  return { from: first < earliest ? earliest : first, to: last };
}

/** As many days, directly before. */
export const periodBefore = (days: Days): Days => ({
  from: moveDay(days.from, { days: -daysBetween(days) }),
  to: moveDay(days.from, { days: -1 }),
});
