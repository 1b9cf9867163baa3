/** Serves exports: the files, and the state that their menu shows (docs/product/export.md). */

import { type RequestHandler, Router } from 'express';
import { minuteMs } from '../../shared/durations.ts';
import {
  continuedExport,
  type ExportFormatName,
  type ExportState,
  exportFormats,
  exportTotalText,
  type ReportFileName,
  reportFiles,
  reportPages,
} from '../../shared/export.ts';
import { formatNumber } from '../../shared/format.ts';
import * as messages from '../../shared/messages.ts';
import { routeOf } from '../../shared/routes.ts';
import { AppError } from '../platform/app-error.ts';
import { tokenTimeLeft } from '../session/console-session.ts';
import { guardsOf, waitForBackendKind } from '../session/guards.ts';
import { withInput } from '../session/page-input.ts';
import { sendJsonError } from '../session/request-context.ts';
import type { ExportInput, ExportList } from './export-table.ts';
import { clientsExport, journalExport, ownersExport, wordsExport } from './list-exports.ts';
import { postsExport } from './posts-export.ts';
import { exportInput, type RunningExport, type RunningExports, runAlone, userKey } from './run-alone.ts';
import { mayExport, sendExport } from './send-export.ts';
import { serveReport } from './send-report.ts';

const exportLists: readonly ExportList[] = [postsExport, wordsExport, ownersExport, clientsExport, journalExport];

/** A token that expires sooner is refreshed before an export, because no cookie can be sent after its first byte. */
const minTokenMs = 5 * minuteMs;

const serveExport = (list: ExportList, format: ExportFormatName, exports: RunningExports): RequestHandler =>
  withInput((context, input) =>
    runAlone(context, input, exports, { list: list.name, format }, async (running, signal) => {
      if (tokenTimeLeft(context) < minTokenMs) await input.backend.refresh();
      // A HEAD request is not an export.
      const first = context.request.method === 'HEAD' ? continuedExport : format;
      await sendExport(context, exportInput(input, signal, first), { list, format, running, signal });
    }),
  );

async function readState(
  list: ExportList,
  input: ExportInput,
  running: RunningExport | undefined,
): Promise<ExportState> {
  if (running) return { running: messages.exportProgress(formatNumber(running.rows)) };
  if (!(await mayExport(input))) return { refusal: messages.exportDenied };
  return { total: exportTotalText(await list.count(input)) };
}

const serveExportState = (list: ExportList, exports: RunningExports): RequestHandler =>
  withInput(async (context, pageInput) => {
    const input = exportInput(pageInput);
    try {
      const state = await readState(list, input, exports.get(userKey(input.viewer)));
      context.response.json(state);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      sendJsonError(context, error);
    }
  });

export function exportRoutes(): Router {
  const router = Router();
  const exports: RunningExports = new Map();
  for (const list of exportLists) {
    const route = routeOf(list.name);
    const guards = [...guardsOf(route), waitForBackendKind];
    router.get(`${route.path}/export`, guards, serveExportState(list, exports));
    for (const format of Object.keys(exportFormats) as ExportFormatName[])
      router.get(`${route.path}/export.${format}`, guards, serveExport(list, format, exports));
  }
  for (const page of reportPages) {
    const route = routeOf(page);
    const guards = [...guardsOf(route), waitForBackendKind];
    for (const format of Object.keys(reportFiles) as ReportFileName[])
      router.get(`${route.path}/report.${format}`, guards, serveReport(page, format, exports));
  }
  return router;
}
