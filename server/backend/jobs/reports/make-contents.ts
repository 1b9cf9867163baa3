/** Counts and renders what a sending of a report sends (docs/product/reports.md#document). */
import type { Config } from '../../../platform/settings.ts';
import { consoleUrl } from '../../../platform/settings.ts';
import type { MakeReport, ReportFile } from '../../domain/reports/contents.ts';
import { parseViewQuery } from '../../domain/saved-filter.ts';
import { loadReport } from '../../reports/load-report.ts';
import { makeReportFiles } from '../../reports/report-files.ts';
import { viewerOf } from '../../rules/account.ts';
import type { ReportPlan } from '../../rules/reports/report.ts';
import type { Store } from '../../store/store.ts';

const mediaTypes = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
} as const;

const fileOf = ({ fromDay, toDay }: ReportPlan, kind: keyof typeof mediaTypes, content: Buffer | null): ReportFile[] =>
  content === null ? [] : [{ name: `report_${fromDay}_${toDay}.${kind}`, type: mediaTypes[kind], content }];

export function createReportMaker(store: Store, config: Config, now: () => number): MakeReport {
  return async (plan) => {
    const date = now();
    const document = await loadReport(
      { store, config },
      {
        viewer: viewerOf(plan.account),
        title: plan.name,
        author: `Отчёт настроил ${plan.author}.`,
        filters: plan.views.map(({ name, query }) => ({ name, query: parseViewQuery(query) })),
        period: { from: plan.fromDay, to: plan.toDay },
        sections: plan.sections,
        console: consoleUrl(config),
        until: (await store.alerts.newestArrival()) || null,
        now: date,
      },
    );
    const { mail, pdf, docx } = await makeReportFiles(document, plan.formats);
    return { ...mail, date, files: [...fileOf(plan, 'pdf', pdf), ...fileOf(plan, 'docx', docx)] };
  };
}
