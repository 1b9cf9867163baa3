/** Calls beyond the specified ones: reports, and the link that stops one (docs/product/reports.md). */
import * as v from 'valibot';
import { reportsFields, savedReportFields, stopFields } from '../../../../shared/api/reports.ts';
import * as messages from '../../../../shared/messages.ts';
import { alertAddressMax } from '../../../../shared/rules/alerts.ts';
import { recipientKey, reportsMax } from '../../../../shared/rules/reports.ts';
import { badRequest, tooManyRequests } from '../../../platform/app-error.ts';
import { type Config, sendsEmail } from '../../../platform/settings.ts';
import { mailError } from '../../domain/alerts/channels.ts';
import { requireExport } from '../../domain/export-right.ts';
import { planOf, reportAuthor } from '../../domain/reports/plan.ts';
import { readStopToken } from '../../domain/reports/stop-path.ts';
import { onAccess } from '../../http/access.ts';
import { type Context, endpoint, existing, savedId } from '../../http/endpoint.ts';
import { idQuery, plainText, text } from '../../http/schema-fields.ts';
import { changeVersioned, isVersion } from '../../http/versioned.ts';
import { accountOf, type Identity, sharedAccountOf } from '../../rules/account.ts';
import { trialsMax } from '../../rules/alerts/rule.ts';
import type { Report, ReportFields } from '../../rules/reports/report.ts';
import { dateAfter } from '../../rules/reports/schedule.ts';
import type { Saved } from '../../store/page.ts';
import type { Session } from '../../store/session-tokens.ts';
import type { Resources } from '../../store/store.ts';
import {
  completeFields,
  enteredOf,
  fieldsOf,
  presentReport,
  reportBody,
  reportChangeBody,
  shownReport,
  shownView,
} from './report.ts';

function requireMail(config: Pick<Config, 'SMTP_URL'>): void {
  if (!sendsEmail(config)) throw badRequest(messages.channelOff, { code: 'channel-off' });
}

function requireRecipient(address: string, domains: readonly string[]): void {
  const error = mailError(address, domains);
  if (error?.code === 'bad-email') throw badRequest(messages.badRecipient(address), error);
  if (error !== null) throw badRequest(error.message, error);
}

/** Throws a 400 for a recipient that was added and is not allowed. Each sending checks all of them again. */
function requireRecipients(fields: ReportFields, known: readonly string[], domains: readonly string[]): void {
  const kept = new Set(known.map(recipientKey));
  for (const address of fields.recipients) if (!kept.has(recipientKey(address))) requireRecipient(address, domains);
}

/** Throws a 404 for a filter that is neither in the viewer's list nor in the report, where it may be another person's. */
async function requireViews({ views }: Resources, viewer: Identity, fields: ReportFields, known: readonly number[]) {
  const own = new Set((await views.list(accountOf(viewer))).map(({ viewId }) => viewId));
  for (const viewId of fields.viewIds) existing(own.has(viewId) || known.includes(viewId));
}

const reportIdOf = (saved: Saved): number =>
  savedId(saved, { message: messages.reportExists, code: 'report-exists' }, messages.tooManyReports(reportsMax));

type OwnAddress = Pick<Context, 'store' | 'config' | 'now'> & { viewer: Identity; session: Session };

/** Where the viewer gets a trial: the login, or the client's address. Null for others, and while somebody acts as the client. */
async function ownAddress({ store, config, session, viewer, now }: OwnAddress): Promise<string | null> {
  if (session.impersonation) return null;
  const isAccount = viewer.type === 'client' && !viewer.person;
  const named = viewer.type === 'admin' ? viewer.username : (viewer.person?.login ?? '');
  const address = isAccount ? ((await store.clients.get(viewer.clientId, now))?.email ?? '') : named;
  return mailError(address, config.MAIL_DOMAINS) === null ? address : null;
}

const isSame = (report: Report, fields: ReportFields): boolean =>
  JSON.stringify(enteredOf(report)) === JSON.stringify(fields);

/** An unchanged schedule keeps its date, which may be over and not yet handled. */
function nextDate(report: Report, fields: ReportFields, now: number, timeZone: string): number | null {
  if (report.paused) return null;
  const scheduleOf = ({ period, fromDay, toDay, weekdays, minute }: ReportFields) =>
    JSON.stringify([period, fromDay, toDay, weekdays, minute]);
  const isKept = report.stopped === null && scheduleOf(enteredOf(report)) === scheduleOf(fields);
  return isKept ? report.nextAt : dateAfter(fields, now, timeZone);
}

const stopCalls = [
  endpoint('GET', '/vknf/reports/recipient', 'public', {
    summary: 'The report and the recipient of a link that stops it; 404 for an unknown one',
    query: v.object({ token: plainText }),
    reply: stopFields,
    handle: async ({ store, query }) => {
      const token = existing(readStopToken(query.token));
      return existing(await store.reports.findRecipient(token));
    },
  }),
  endpoint('POST', '/vknf/reports/stop', 'public', {
    summary: 'Sends no more mails of a report to the recipient of the link',
    body: v.object({ Token: plainText }),
    allowsReadOnly: true,
    handle: async ({ store, address, now, body: { Token } }) => {
      const by = { who: messages.reportRecipient, onBehalfOf: null, address, at: now };
      existing(await store.reports.stopRecipient(existing(readStopToken(Token)), now, by));
    },
  }),
];

export const reports = [
  ...stopCalls,
  endpoint('GET', '/vknf/reports', 'reporter', {
    summary: 'The reports of the client or the administrator by name, and what a report may have',
    reply: reportsFields,
    handle: async ({ viewer, ...context }) => {
      const { store, config } = context;
      const found = await store.reports.list(sharedAccountOf(viewer));
      const views = await store.views.list(accountOf(viewer));
      return {
        reports: found.map(shownReport),
        views: views.map(shownView),
        mailDomains: [...config.MAIL_DOMAINS],
        sends: sendsEmail(config),
        ownAddress: await ownAddress({ ...context, viewer }),
      };
    },
  }),
  endpoint('POST', '/vknf/reports/create', 'reporter', {
    summary: 'Adds a report on saved filters in the viewer’s list. It runs by the right of its author',
    body: reportBody,
    reply: savedReportFields,
    status: 201,
    onAccess: true,
    handle: ({ viewer, body, ...context }) => {
      const { config, by, now } = context;
      requireMail(config);
      const fields = completeFields(fieldsOf(body));
      requireRecipients(fields, [], config.MAIL_DOMAINS);
      return onAccess(context, [], async (resources) => {
        await requireExport({ store: resources, viewer, now });
        await requireViews(resources, viewer, fields, []);
        const nextAt = dateAfter(fields, now, config.CONSOLE_TIME_ZONE);
        const saving = { fields, nextAt, ...(await reportAuthor(viewer, resources, now)) };
        const saved = await resources.reports.create(sharedAccountOf(viewer), saving, now, by, reportsMax);
        return { id: reportIdOf(saved) };
      });
    },
  }),
  endpoint('POST', '/vknf/reports/update', 'reporter', {
    summary:
      'Changes the given fields of a report, whose author is now the viewer. With Version, 409 if the report has another one: it ' +
      'was changed since',
    query: idQuery,
    body: reportChangeBody,
    reply: savedReportFields,
    onAccess: true,
    handle: ({ query: { id }, body: { Version, ...body }, ...context }) => {
      const { config, viewer, by, now } = context;
      return onAccess(context, [], async (resources) => {
        await requireExport({ store: resources, viewer, now });
        const row = existing(await resources.reports.lock(sharedAccountOf(viewer), id));
        const stored = enteredOf(row);
        const fields = completeFields({ ...stored, ...fieldsOf(body) });
        requireRecipients(fields, stored.recipients, config.MAIL_DOMAINS);
        await requireViews(resources, viewer, fields, stored.viewIds);
        await changeVersioned(context, resources, {
          row,
          isDone: (report) => isSame(report, fields),
          isSeen: isVersion(Version),
          present: presentReport,
          async apply(report) {
            const nextAt = nextDate(report, fields, now, config.CONSOLE_TIME_ZONE);
            const saving = { fields, nextAt, ...(await reportAuthor(viewer, resources, now)) };
            reportIdOf(await resources.reports.update(report, saving, now, by));
            return resources.reports.lock(report.account, id);
          },
        });
        return { id };
      });
    },
  }),
  endpoint('POST', '/vknf/reports/pause', 'reporter', {
    summary: 'Pauses a report and cancels its waiting mails, or resumes it, which makes the viewer its author',
    query: idQuery,
    body: v.object({ Paused: v.boolean() }),
    onAccess: true,
    handle: ({ viewer, query: { id }, body: { Paused: paused }, ...context }) => {
      const { config, by, now } = context;
      return onAccess(context, [], async (resources) => {
        const report = existing(await resources.reports.lock(sharedAccountOf(viewer), id));
        if (!paused) {
          await requireExport({ store: resources, viewer, now });
          if (report.stopped === 'view-gone') throw badRequest(messages.chooseView);
        }
        const nextAt = dateAfter(report, now, config.CONSOLE_TIME_ZONE);
        const saving = { paused, nextAt, ...(await reportAuthor(viewer, resources, now)) };
        existing(await resources.reports.setPaused(report, saving, now, by));
      });
    },
  }),
  endpoint('POST', '/vknf/reports/delete', 'reporter', {
    summary: 'Deletes a report and cancels its waiting mails',
    query: idQuery,
    onAccess: true,
    handle: ({ viewer, query: { id }, ...context }) =>
      onAccess(context, [], async ({ reports }) => {
        const report = existing(await reports.lock(sharedAccountOf(viewer), id));
        existing(await reports.delete(report, context.now, context.by));
      }),
  }),
  endpoint('POST', '/vknf/reports/trial', 'reporter', {
    summary: 'Sends a report as it would be due now to the viewer, or to the address',
    query: idQuery,
    body: v.object({ Address: v.optional(text(alertAddressMax)) }),
    onAccess: true,
    handle: async ({ viewer, query: { id }, body: { Address }, ...context }) => {
      const { config, now } = context;
      requireMail(config);
      const address = Address ?? (await ownAddress({ ...context, viewer }));
      if (address === null) throw badRequest(messages.enterAddress);
      requireRecipient(address, config.MAIL_DOMAINS);
      await onAccess(context, [], async (resources) => {
        await requireExport({ store: resources, viewer, now });
        const report = existing(await resources.reports.lock(sharedAccountOf(viewer), id));
        if (report.views.length === 0) throw badRequest(messages.chooseView);
        const { author } = await reportAuthor(viewer, resources, now);
        const plan = planOf({ ...report, author }, now, 0, config.CONSOLE_TIME_ZONE);
        if (!(await resources.reports.addTrial(report, plan, address, now)))
          throw tooManyRequests(messages.tooManyTrials(trialsMax));
      });
    },
  }),
];
