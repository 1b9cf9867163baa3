/** A report, and what one sending of it has. Times are milliseconds since 1970, days are `YYYY-MM-DD`. */
import type { ReportFormat, SectionName } from '../../../../shared/rules/report-sections.ts';
import type { ReportPeriod, ReportState } from '../../../../shared/rules/reports.ts';
import type { Versioned } from '../versioned.ts';

/**
 * `viewIds`: saved filters, in the order of the chapters. `fromDay` and `toDay` are null unless the period is `days`. `minute`:
 * since midnight in the console's time zone. Without weekdays (1 is Monday) there is no schedule.
 */
export type ReportFields = {
  name: string;
  viewIds: readonly number[];
  period: ReportPeriod;
  fromDay: string | null;
  toDay: string | null;
  sections: readonly SectionName[];
  formats: readonly ReportFormat[];
  weekdays: readonly number[];
  minute: number;
  recipients: readonly string[];
};

/** Who has saved the report last: the account whose right counts, and the name for the recipients. */
export type ReportAuthor = { authorAccount: string; author: string };

/** `author`: the author has lost the right to make reports. `view-gone`: no filter is left. */
export type StopReason = 'author' | 'view-gone';

/** `token`: of the link that stops the mails to this recipient. */
export type ReportRecipient = { recipientId: number; address: string; token: Uint8Array; stoppedAt: number | null };

export type ReportView = { viewId: number; name: string; query: string };

/** The newest sending: how many mails were sent, have failed, and wait. */
export type LastSending = { at: number; sent: number; failed: number; waiting: number };

/** `denied`: the client may not export. `nextAt`: the next date; null without one. */
export type Report = Omit<ReportFields, 'viewIds' | 'recipients'> &
  ReportAuthor &
  Versioned & {
    reportId: number;
    account: string;
    views: readonly ReportView[];
    recipients: readonly ReportRecipient[];
    paused: boolean;
    stopped: StopReason | null;
    denied: boolean;
    nextAt: number | null;
    createdAt: number;
    last: LastSending | null;
  };

export const stateOf = ({ paused, stopped, denied, period, weekdays, nextAt }: Report): ReportState => {
  if (stopped !== null || denied) return 'stopped';
  if (paused) return 'paused';
  return period === 'days' && weekdays.length > 0 && nextAt === null ? 'ended' : 'active';
};

/** What is counted for a sending: fixed when it is due, so that a retry counts the same. `to` is the last day. */
export type ReportPlan = {
  account: string;
  name: string;
  author: string;
  views: readonly Omit<ReportView, 'viewId'>[];
  fromDay: string;
  toDay: string;
  sections: readonly SectionName[];
  formats: readonly ReportFormat[];
  /** How many earlier dates were missed. */
  skipped: number;
};
