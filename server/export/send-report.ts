/** Sends the figures of a page as a PDF or DOCX file (docs/product/reports.md#downloads). */
import type { RequestHandler } from 'express';
import type { Call } from '../../shared/api/call.ts';
import { loadAnalyticsReport, loadSummaryReport } from '../../shared/api/report-files.ts';
import { type ReportFileName, type ReportPage, reportFiles } from '../../shared/export.ts';
import * as messages from '../../shared/messages.ts';
import { postFiltersOf } from '../../shared/pages/posts-query.ts';
import { chooseFigures } from '../pages/analytics/analytics-input.ts';
import { chooseSummary } from '../pages/summary/summary-input.ts';
import { badRequest, forbidden } from '../platform/app-error.ts';
import { type PageInput, withInput } from '../session/page-input.ts';
import { exportInput, fileHeaders, type RunningExports, runAlone } from './run-alone.ts';
import { mayExport } from './send-export.ts';

const contentTypes: Record<ReportFileName, string> = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
};

type ReportCall = Call<{ file: string }>;

function refusePeriod(error: 'day' | 'order' | null): void {
  if (error !== null) throw badRequest(error === 'day' ? messages.badDate : messages.reversedDays);
}

/** The call for what the page shows. Throws a 400 when the page would show an error of its form instead. */
const calls: Record<ReportPage, (input: PageInput, format: ReportFileName) => Promise<ReportCall>> = {
  async summary(input, format) {
    const { period, asked } = chooseSummary(input);
    refusePeriod(period.error);
    return loadSummaryReport(asked, format);
  },
  async analytics(input, format) {
    const { period, phrases, query } = await chooseFigures(input);
    refusePeriod(period.error);
    if (phrases.ids.length === 0 && phrases.error !== null) throw badRequest(phrases.error);
    return loadAnalyticsReport(postFiltersOf(query, input), format);
  },
};

export const serveReport = (page: ReportPage, format: ReportFileName, exports: RunningExports): RequestHandler =>
  withInput((context, input) =>
    runAlone(context, input, exports, { list: page, format }, async (_running, signal) => {
      const { request, response } = context;
      const downloading = exportInput(input, signal);
      if (!(await mayExport(downloading))) throw forbidden(messages.exportDenied);
      const headers = fileHeaders(page, reportFiles[format].extension, contentTypes[format], input);
      // A HEAD request is not an export.
      if (request.method === 'HEAD') return void response.set(headers).end();
      const { file } = await downloading.send(await calls[page](input, format));
      response.set(headers).end(Buffer.from(file, 'base64'));
    }),
  );
