/** The verdict on a phrase: the one rule by which its numbers are judged. */
import type { HealthVerdict } from '../../../shared/api/word-health.ts';
import { copiesRows, floodingDays, floodingPerDay, silentDays } from '../../../shared/rules/word-health.ts';
import { dayMs } from '../../platform/durations.ts';
import type { HealthNumbers } from '../store/word-health-store.ts';

/** `overlaps`: there is an overlapping phrase that the viewer may see. */
export function verdictOf(numbers: HealthNumbers, overlaps: boolean): HealthVerdict {
  const { computedAt, gaps, leftOut, lastPostAt, weekStories, monthRows, monthStories } = numbers;
  if (gaps > 0 || leftOut) return 'incomplete';
  if (lastPostAt === null || computedAt - lastPostAt > silentDays * dayMs) return 'silent';
  if (weekStories > floodingPerDay * floodingDays) return 'flooding';
  if (overlaps) return 'overlapping';
  if (monthRows >= copiesRows && (monthRows - monthStories) * 2 > monthRows) return 'copies';
  return 'fine';
}
