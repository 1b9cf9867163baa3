/** The lengths of the periods of rules, in milliseconds. */
import type { AlertPeriod } from '../../../../shared/rules/alerts.ts';
import { dayMs, hourMs } from '../../../platform/durations.ts';

export const periodMs: Record<AlertPeriod, number> = { hour: hourMs, day: dayMs, week: 7 * dayMs };
