/** The units of charts over time: their names, and the bounds of an hour. */
import type { HistogramUnit } from '../api/analytics.ts';

/** Values of the filters `from` and `to`, both included. */
export type Bounds = { from: string; to: string };

/** The offset of an RFC 3339 time without a fraction. */
export const offsetOf = (time: string): string => time.slice(19);

/** `from`: the RFC 3339 time of an hour. */
export const hourBounds = (from: string): Bounds => ({ from, to: `${from.slice(0, 14)}59:59.999${offsetOf(from)}` });

/** Formats a day `YYYY-MM-DD` as `dd.mm.yyyy`. */
export const dayName = (day: string): string => day.split('-').reverse().join('.');

/** Texts about a unit: «… по часам», the head of a table's first column, and «в пределах …». */
export const unitTexts: Record<HistogramUnit, { per: string; column: string; within: string }> = {
  hour: { per: 'по часам', column: 'Час', within: 'часа' },
  day: { per: 'по дням', column: 'День', within: 'дня' },
  month: { per: 'по месяцам', column: 'Месяц', within: 'месяца' },
};
