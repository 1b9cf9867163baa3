/** Reports: schemas and presentation. */
import * as v from 'valibot';
import { reportFields } from '../../../../shared/api/reports.ts';
import { twoDigits } from '../../../../shared/format.ts';
import * as messages from '../../../../shared/messages.ts';
import { namePersonal } from '../../../../shared/pages/personal-filters.ts';
import { reportFormats, reportSections } from '../../../../shared/rules/report-sections.ts';
import {
  recipientKey,
  recipientsTextMax,
  reportErrors,
  reportNameMax,
  reportPeriods,
} from '../../../../shared/rules/reports.ts';
import { badRequest } from '../../../platform/app-error.ts';
import { parseViewQuery } from '../../domain/saved-filter.ts';
import { bodyId, given, nameIn, plainText, requiredMessages, text } from '../../http/schema-fields.ts';
import { seenVersion } from '../../http/versioned.ts';
import { presenterOf } from '../../rules/reply-values.ts';
import { type Report, type ReportFields, type ReportView, stateOf } from '../../rules/reports/report.ts';

const clock = v.pipe(plainText, v.regex(/^([01]\d|2[0-3]):[0-5]\d$/, messages.enterTime));
const day = v.union([v.literal(''), v.pipe(v.string(), v.isoDate(messages.badDate))]);
const weekday = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(7));
/** Longer lists get the same message as the form shows. */
const listOf = <Item extends v.GenericSchema>(item: Item) => v.pipe(v.array(item), v.maxLength(100));

const reportEntries = {
  Name: v.pipe(text(reportNameMax), v.minLength(1, messages.enterTitle)),
  ViewIDs: listOf(bodyId),
  Period: nameIn(reportPeriods),
  FromDay: day,
  ToDay: day,
  Sections: listOf(nameIn(reportSections)),
  Formats: listOf(nameIn(reportFormats)),
  Weekdays: listOf(weekday),
  Time: clock,
  Recipients: listOf(text(recipientsTextMax)),
};

export const reportBody = v.object(
  {
    ...reportEntries,
    FromDay: v.optional(day, ''),
    ToDay: v.optional(day, ''),
    Weekdays: v.optional(reportEntries.Weekdays, []),
    Time: v.optional(clock, '09:00'),
  },
  requiredMessages({
    Name: messages.enterTitle,
    ViewIDs: messages.chooseView,
    Sections: messages.chooseSections,
    Formats: messages.chooseFormats,
    Recipients: messages.enterAddress,
  }),
);

type ReportBody = v.InferOutput<typeof reportBody>;

/** Missing fields stay unchanged. */
export const reportChangeBody = v.object({ ...v.partial(v.object(reportEntries)).entries, Version: seenVersion });

/** In the order of the table; each once. */
const inOrder = <Name extends string>(table: Readonly<Record<Name, unknown>>, chosen: readonly Name[]): Name[] =>
  (Object.keys(table) as Name[]).filter((name) => chosen.includes(name));

const toMinute = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
};
const toTime = (minute: number): string => `${twoDigits(Math.floor(minute / 60))}:${twoDigits(minute % 60)}`;

/** The given fields, with their names in the store. */
export function fieldsOf(body: ReportBody): ReportFields;
export function fieldsOf(body: Partial<ReportBody>): Partial<ReportFields>;
export function fieldsOf(body: Partial<ReportBody>): Partial<ReportFields> {
  const { Sections, Formats, Weekdays, Recipients, ViewIDs } = body;
  return given({
    name: body.Name,
    viewIds: ViewIDs && [...new Set(ViewIDs)],
    period: body.Period,
    fromDay: body.FromDay === undefined ? undefined : body.FromDay || null,
    toDay: body.ToDay === undefined ? undefined : body.ToDay || null,
    sections: Sections && inOrder(reportSections, Sections),
    formats: Formats && inOrder(reportFormats, Formats),
    weekdays: Weekdays && [...new Set(Weekdays)].sort((a, b) => a - b),
    minute: body.Time === undefined ? undefined : toMinute(body.Time),
    recipients: Recipients && [...new Map(Recipients.map((address) => [recipientKey(address), address])).values()],
  });
}

const activeRecipients = ({ recipients }: Report): string[] =>
  recipients.filter(({ stoppedAt }) => stoppedAt === null).map(({ address }) => address);

/** What a person has entered. */
export const enteredOf = (report: Report): ReportFields => {
  const { name, period, fromDay, toDay, sections, formats, weekdays, minute, views } = report;
  const viewIds = views.map(({ viewId }) => viewId);
  return {
    name,
    viewIds,
    period,
    fromDay,
    toDay,
    sections,
    formats,
    weekdays,
    minute,
    recipients: activeRecipients(report),
  };
};

/** Days belong to the period of chosen days. Throws a 400 for the first error. */
export function completeFields(fields: ReportFields): ReportFields {
  const days =
    fields.period === 'days' ? { fromDay: fields.fromDay, toDay: fields.toDay } : { fromDay: null, toDay: null };
  const complete = { ...fields, ...days };
  const errors = reportErrors({
    ...complete,
    fromDay: complete.fromDay ?? '',
    toDay: complete.toDay ?? '',
    time: toTime(fields.minute),
  });
  const error = Object.values(errors).find((message) => message !== null);
  if (error) throw badRequest(error);
  return complete;
}

function reasonOf({ stopped, denied, author }: Report): string | null {
  if (denied) return messages.exportForbidden;
  if (stopped === 'author') return messages.authorLost(author);
  return stopped === null ? null : messages.viewGone;
}

const presentFields = presenterOf(reportFields);

export const shownView = ({ viewId: id, name, query }: ReportView) => ({
  ...{ id, name, query },
  personal: namePersonal(parseViewQuery(query)),
});

/** The stored values of the reply's fields. */
export const shownReport = (report: Report) => ({
  ...report,
  id: report.reportId,
  viewIds: report.views.map(({ viewId }) => viewId),
  views: report.views.map(shownView),
  sections: [...report.sections],
  formats: [...report.formats],
  time: toTime(report.minute),
  recipients: activeRecipients(report),
  left: report.recipients.flatMap(({ address, stoppedAt }) => (stoppedAt === null ? [] : [{ address, at: stoppedAt }])),
  state: stateOf(report),
  reason: reasonOf(report),
});

export const presentReport = (report: Report) => presentFields(shownReport(report));
