/** The values of reports, with their labels and limits (docs/product/reports.md). */
import * as messages from '../messages.ts';
import { recipientError } from './alert-form.ts';
import type { Days } from './days.ts';
import { analyticsMaxDays } from './limits.ts';
import { type ReportFormat, reportFormats, reportSections, type SectionName } from './report-sections.ts';

export const isReportFormat = (name: string): name is ReportFormat => Object.hasOwn(reportFormats, name);

/** Whole calendar days in the console's time zone, counted back from the date of the sending. */
export const reportPeriods = {
  yesterday: 'Вчера',
  week: 'Прошлая неделя',
  month: 'Прошлый месяц',
  days: 'Выбранные дни',
} as const;
export type ReportPeriod = keyof typeof reportPeriods;

/** Weekday 1 is Monday. */
export const reportWeekdays = { 1: 'Пн', 2: 'Вт', 3: 'Ср', 4: 'Чт', 5: 'Пт', 6: 'Сб', 7: 'Вс' } as const;

/** `stopped`: somebody has to resume the report. `ended`: the chosen days were sent. */
export const reportStates = {
  active: 'Действует',
  paused: 'Приостановлен',
  stopped: 'Остановлен',
  ended: 'Завершён',
} as const;
export type ReportState = keyof typeof reportStates;

export const reportNameMax = 100;
const reportViewsMax = 6;
const reportRecipientsMax = 20;
/** Of an account. */
export const reportsMax = 100;
/** The length of the field of recipients, in UTF-16 units. */
export const recipientsTextMax = 10_000;

/** Addresses are separated by line breaks, commas and semicolons. */
export const splitRecipients = (text: string): string[] => text.split(/[\s,;]+/).filter((address) => address !== '');

/** Two addresses with the same key are the same recipient. */
export const recipientKey = (address: string): string => {
  const at = address.lastIndexOf('@');
  return address.slice(0, at) + address.slice(at).toLowerCase();
};

/** The values of the form. `fromDay` and `toDay` are '' unless the period is `days`. `time`: `HH:MM`. */
export type ReportForm = {
  name: string;
  viewIds: readonly number[];
  period: ReportPeriod;
  fromDay: string;
  toDay: string;
  sections: readonly SectionName[];
  formats: readonly ReportFormat[];
  weekdays: readonly number[];
  time: string;
  recipients: readonly string[];
};
export type ReportFormField = keyof ReportForm;

function daysError({ period, fromDay, toDay }: ReportForm): string | null {
  if (period !== 'days') return null;
  if (fromDay === '' || toDay === '') return messages.enterReportDays;
  if (fromDay > toDay) return messages.reportDaysReversed;
  const days = (Date.parse(toDay) - Date.parse(fromDay)) / (24 * 60 * 60 * 1000) + 1;
  return days > analyticsMaxDays ? messages.reportTooLong(analyticsMaxDays) : null;
}

function viewsError(count: number): string | null {
  if (count === 0) return messages.chooseView;
  return count > reportViewsMax ? messages.tooManyReportViews(reportViewsMax) : null;
}

function recipientsError(recipients: readonly string[]): string | null {
  if (recipients.length === 0) return messages.enterAddress;
  if (new Set(recipients.map(recipientKey)).size > reportRecipientsMax)
    return messages.tooManyRecipients(reportRecipientsMax);
  const wrong = recipients.find((address) => recipientError(address) !== null);
  return wrong === undefined ? null : messages.badRecipient(wrong);
}

/** Returns the error of each field, or null. */
export const reportErrors = (form: ReportForm): Partial<Record<ReportFormField, string | null>> => ({
  name: form.name.trim() === '' ? messages.enterTitle : null,
  viewIds: viewsError(form.viewIds.length),
  toDay: daysError(form),
  sections: form.sections.length === 0 ? messages.chooseSections : null,
  formats: form.formats.length === 0 ? messages.chooseFormats : null,
  time: form.time === '' ? messages.enterTime : null,
  recipients: recipientsError(form.recipients),
});

const listNames = (names: readonly string[]): string => names.join(', ');

const dayText = (day: string): string => day.split('-').reverse().join('.');

/** For example «23.11.2026 – 29.11.2026», and a single day alone. */
const describeDays = ({ from, to }: Days): string =>
  from === to ? dayText(from) : `${dayText(from)} – ${dayText(to)}`;

/** For example «Прошлая неделя», and «23.11.2026 – 29.11.2026» for chosen days. */
export const describePeriod = ({ period, fromDay, toDay }: Pick<ReportForm, 'period' | 'fromDay' | 'toDay'>): string =>
  period === 'days' ? describeDays({ from: fromDay, to: toDay }) : reportPeriods[period];

/** For example «Пн, Чт в 09:00». Without weekdays the report is only sent by button. */
export function describeSchedule({ weekdays, time }: Pick<ReportForm, 'weekdays' | 'time'>): string {
  if (weekdays.length === 0) return 'Без расписания';
  const names = Object.entries(reportWeekdays).filter(([day]) => weekdays.includes(Number(day)));
  const days = names.length === 7 ? 'Каждый день' : listNames(names.map(([, name]) => name));
  return `${days} в ${time}`;
}

export const describeFormats = (formats: readonly ReportFormat[]): string =>
  listNames(formats.map((format) => reportFormats[format]));

export const describeSections = (sections: readonly SectionName[]): string =>
  listNames(sections.map((name) => reportSections[name]));
