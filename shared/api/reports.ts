/** API calls of our own backend: reports, and the link that stops one (docs/product/reports.md). */
import { bodyOf, type ReplyTable, type RowOf, rowReader } from '../fields/field.ts';
import * as messages from '../messages.ts';
import type { Page } from '../read.ts';
import { isSectionName, type ReportFormat, type SectionName } from '../rules/report-sections.ts';
import { isReportFormat, type ReportForm, reportPeriods, reportStates } from '../rules/reports.ts';
import { type Call, change, get, post, withQuery } from './call.ts';
import { seenAs } from './versioned.ts';

/** The fields of the form. Days are '' unless the period is `days`. `time` is `HH:MM` in the console's time zone. */
const enteredFields = {
  name: { api: 'Name', type: 'text', named: true },
  viewIds: { api: 'ViewIDs', type: 'numbers' },
  period: { api: 'Period', type: { labels: reportPeriods, strict: true } },
  fromDay: { api: 'FromDay', type: 'text' },
  toDay: { api: 'ToDay', type: 'text' },
  sections: { api: 'Sections', type: 'texts' },
  formats: { api: 'Formats', type: 'texts' },
  weekdays: { api: 'Weekdays', type: 'numbers' },
  time: { api: 'Time', type: 'text' },
  recipients: { api: 'Recipients', type: 'texts' },
} as const satisfies ReplyTable;

export const reportFormFields = Object.keys(enteredFields) as (keyof ReportForm)[];

/** A saved filter that a report may have. `personal`: the labels of what the report leaves out of it. */
const viewFields = {
  id: { api: 'ViewID', type: 'id' },
  name: { api: 'Name', type: 'text', named: true },
  query: { api: 'Query', type: 'text' },
  personal: { api: 'Personal', type: 'texts' },
} as const satisfies ReplyTable;

/** `recipients`: those who still get the report; `left`: those who have stopped it. */
const leftFields = {
  address: { api: 'Address', type: 'text' },
  at: { api: 'At', type: 'moment' },
} as const satisfies ReplyTable;

/** The mails of the newest sending. */
const lastFields = {
  at: { api: 'At', type: 'moment' },
  sent: { api: 'Sent', type: 'id' },
  failed: { api: 'Failed', type: 'id' },
  waiting: { api: 'Waiting', type: 'id' },
} as const satisfies ReplyTable;

/** `nextAt`: the next date. `reason`: why the report was stopped; null unless it is. */
export const reportFields = {
  ...enteredFields,
  id: { api: 'ReportID', type: 'id' },
  views: { api: 'Views', type: { rows: viewFields } },
  left: { api: 'Left', type: { rows: leftFields } },
  nextAt: { api: 'NextAt', type: 'time' },
  last: { api: 'Last', type: { row: lastFields, nullable: true } },
  state: { api: 'State', type: { labels: reportStates, strict: true } },
  reason: { api: 'Reason', type: 'plain' },
  version: { api: 'Version', type: 'reference' },
} as const satisfies ReplyTable;

/**
 * `views`: the saved filters of the viewer. `mailDomains`: the allowed domains of recipients; empty allows all. `sends`: whether the
 * service sends mail. `ownAddress`: where «Отправить себе» sends; null if that is not known.
 */
export const reportsFields = {
  reports: { api: 'reports', type: { rows: reportFields } },
  views: { api: 'Views', type: { rows: viewFields } },
  mailDomains: { api: 'MailDomains', type: 'texts' },
  sends: { api: 'Sends', type: 'boolean' },
  ownAddress: { api: 'OwnAddress', type: 'plain' },
} as const satisfies ReplyTable;

type Known<Row> = Omit<Row, 'sections' | 'formats'> & { sections: SectionName[]; formats: ReportFormat[] };

export type Report = Known<RowOf<typeof reportFields>>;
export type ReportView = RowOf<typeof viewFields>;
/** `rows`: the reports, by name. */
export type Reports = Page<Report> & Omit<RowOf<typeof reportsFields>, 'reports'>;

/** Leaves out sections and forms that this version does not know. */
const known = (row: RowOf<typeof reportFields>): Report => ({
  ...row,
  sections: row.sections.filter(isSectionName),
  formats: row.formats.filter(isReportFormat),
});

const readRow = rowReader(reportFields);
export const readReport = (reply: unknown): Report => known(readRow(reply));

const readReports = rowReader(reportsFields);

export const loadReports = (): Call<Reports> =>
  get(
    '/vknf/reports',
    (reply) => {
      const { reports, ...rest } = readReports(reply);
      return { ...rest, rows: reports.map(known), total: reports.length };
    },
    messages.loadReports,
  );

export const savedReportFields = { id: { api: 'ReportID', type: 'id' } } as const satisfies ReplyTable;

const bodyOfForm = (form: Partial<ReportForm>) => bodyOf(enteredFields, form as Partial<RowOf<typeof enteredFields>>);

export const createReport = (form: ReportForm) =>
  post('/vknf/reports/create', bodyOfForm(form), rowReader(savedReportFields), messages.saveReport);

/** Missing fields stay unchanged. */
export const updateReport = (id: number, form: Partial<ReportForm>, version: number | null) =>
  post(
    withQuery('/vknf/reports/update', { id }),
    { ...bodyOfForm(form), ...seenAs(version) },
    rowReader(savedReportFields),
    messages.saveReport,
  );

export const pauseReport = (id: number, paused: boolean) =>
  change(withQuery('/vknf/reports/pause', { id }), messages.saveReport, { Paused: paused });

export const deleteReport = (id: number) => change(withQuery('/vknf/reports/delete', { id }), messages.deleteReport);

/** Queues a trial to the address; null for the viewer's own. */
export const sendReportTrial = (id: number, address: string | null) =>
  change(withQuery('/vknf/reports/trial', { id }), messages.sendReport, address === null ? {} : { Address: address });

/** What the link in a mail stops. `stoppedAt`: when the recipient has stopped it; null before. */
export const stopFields = {
  name: { api: 'Name', type: 'text', named: true },
  address: { api: 'Address', type: 'text' },
  stoppedAt: { api: 'StoppedAt', type: 'time' },
} as const satisfies ReplyTable;

export type ReportStop = RowOf<typeof stopFields>;

export const loadReportStop = (token: string): Call<ReportStop> =>
  get(withQuery('/vknf/reports/recipient', { token }), rowReader(stopFields), messages.loadReports);

export const stopReport = (token: string) => change('/vknf/reports/stop', messages.saveReport, { Token: token });
