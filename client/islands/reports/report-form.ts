/** The values of the form of a report: as texts, and as sent. Lists are joined by commas. */

import { type Report, type ReportView, reportFormFields } from '../../../shared/api/reports.ts';
import { isSectionName, reportSections, summarySections } from '../../../shared/rules/report-sections.ts';
import {
  describeFormats,
  describePeriod,
  describeSchedule,
  describeSections,
  isReportFormat,
  type ReportForm,
  type ReportFormField,
  type ReportPeriod,
  reportErrors,
  reportStates,
  splitRecipients,
} from '../../../shared/rules/reports.ts';
import { changedTexts } from '../../lib/seen-version.ts';

export type ReportTexts = Record<ReportFormField, string>;

/** At first a report is the mail of «Сводка», every Monday about the week before. */
const newReport: ReportForm = {
  name: '',
  viewIds: [],
  period: 'week',
  fromDay: '',
  toDay: '',
  sections: Object.keys(summarySections).filter(isSectionName),
  formats: ['mail', 'pdf'],
  weekdays: [1],
  time: '09:00',
  recipients: [],
};

/** `views`: all options, in their order. `report`: null for a new one. */
export function textsOf(report: Report | null, views: readonly ReportView[]): ReportTexts {
  const { name, viewIds, period, fromDay, toDay, sections, formats, weekdays, time, recipients } = report ?? newReport;
  return {
    ...{ name, period, fromDay, toDay, time },
    viewIds: String(views.map(({ id }) => id).filter((id) => viewIds.includes(id))),
    sections: String(sections),
    formats: String(formats),
    weekdays: String(weekdays),
    recipients: recipients.join('\n'),
  };
}

const toNumbers = (text: string): number[] => (text === '' ? [] : text.split(',').map(Number));

export function formOf(texts: ReportTexts): ReportForm {
  const period = texts.period as ReportPeriod;
  const isChosen = period === 'days';
  return {
    name: texts.name.trim(),
    period,
    fromDay: isChosen ? texts.fromDay : '',
    toDay: isChosen ? texts.toDay : '',
    time: texts.time,
    viewIds: toNumbers(texts.viewIds),
    sections: texts.sections.split(',').filter(isSectionName),
    formats: texts.formats.split(',').filter(isReportFormat),
    weekdays: toNumbers(texts.weekdays),
    recipients: splitRecipients(texts.recipients),
  };
}

export const errorsOf = (texts: ReportTexts) => reportErrors(formOf(texts));

/** Fields that are only meaningful together. */
const groups: readonly (readonly ReportFormField[])[] = [['period', 'fromDay', 'toDay']];

/** The entered values that a change sends. */
export function changeOf(form: HTMLFormElement, opened: ReportTexts, entered: ReportTexts): Partial<ReportForm> {
  const values = formOf(entered);
  const changed = changedTexts(form, opened, entered, groups);
  return Object.fromEntries(reportFormFields.filter((name) => name in changed).map((name) => [name, values[name]]));
}

export const describeReport = (report: Report) => ({
  Название: report.name,
  Фильтры: report.views.map(({ name }) => name).join(', '),
  Период: describePeriod(report),
  Разделы: describeSections(report.sections),
  Форматы: describeFormats(report.formats),
  Расписание: describeSchedule(report),
  Получатели: report.recipients.join(', '),
  Состояние: reportStates[report.state],
});

/** In their order in the document. */
export const sectionOptions = Object.entries(reportSections);
