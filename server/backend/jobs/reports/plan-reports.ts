/** Plans the sendings of reports whose date has come, and stops reports that may not be sent any more. */
import type { Logger } from 'pino';
import * as messages from '../../../../shared/messages.ts';
import { planOf } from '../../domain/reports/plan.ts';
import { clientOf } from '../../rules/account.ts';
import type { Report } from '../../rules/reports/report.ts';
import { lastDate } from '../../rules/reports/schedule.ts';
import type { Store } from '../../store/store.ts';
import { attemptEach } from '../background.ts';

export type PlannerDeps = {
  store: Pick<Store, 'reports' | 'faultOf'>;
  timeZone: string;
  logger: Pick<Logger, 'error' | 'info'>;
  now: () => number;
};

/** Of several missed dates, only the last one is sent. While the client may not export, dates pass without a sending. */
async function planReport({ store: { reports }, timeZone, logger, now }: PlannerDeps, report: Report): Promise<void> {
  const { reportId, account, stopped, denied, nextAt } = report;
  if (stopped !== null) {
    const by = { who: messages.service, onBehalfOf: clientOf(account), address: '', at: now() };
    if (await reports.stop(report, now(), by)) logger.info({ reportId, stopped }, 'report stopped');
    return;
  }
  if (nextAt === null) return;
  const { date, skipped, next } = lastDate(report, nextAt, now(), timeZone);
  const plan = denied ? null : planOf(report, date, skipped, timeZone);
  await reports.begin(report, { plan, next }, now());
}

/** Returns a function that plans what is due. A report whose planning fails does not stop others. */
export const createPlanner = (deps: PlannerDeps) => async (): Promise<void> => {
  const { store, logger, now } = deps;
  for (const report of await store.reports.due(now())) {
    await attemptEach(
      [report],
      () => planReport(deps, report),
      (_, error) => {
        if (store.faultOf(error) !== null) throw error;
        logger.error({ err: error, reportId: report.reportId }, 'planning of a report failed');
      },
    );
  }
};
