/** Serves exports: the files, and the state that their menu shows (docs/product/export.md). */

import { type RequestHandler, Router } from 'express';
import type { Call } from '../../shared/api/call.ts';
import { minuteMs } from '../../shared/durations.ts';
import {
  continuedExport,
  type ExportFormatName,
  type ExportState,
  exportFormats,
  exportTotalText,
} from '../../shared/export.ts';
import { formatNumber } from '../../shared/format.ts';
import * as messages from '../../shared/messages.ts';
import { userName, type Viewer } from '../../shared/roles.ts';
import { routeOf } from '../../shared/routes.ts';
import { AppError, conflict } from '../platform/app-error.ts';
import { toActionError } from '../session/actions.ts';
import { tokenTimeLeft } from '../session/console-session.ts';
import { guardsOf, waitForBackendKind } from '../session/guards.ts';
import { type PageInput, withInput } from '../session/page-input.ts';
import { identityOf, sendJsonError } from '../session/request-context.ts';
import type { ExportInput, ExportList, Send } from './export-table.ts';
import { clientsExport, journalExport, ownersExport, wordsExport } from './list-exports.ts';
import { postsExport } from './posts-export.ts';
import { mayExport, type RunningExport, type RunningExports, sendExport } from './send-export.ts';

const exportLists: readonly ExportList[] = [postsExport, wordsExport, ownersExport, clientsExport, journalExport];

/** A token that expires sooner is refreshed before an export, because no cookie can be sent after its first byte. */
const minTokenMs = 5 * minuteMs;

/** The signed-in user; during an impersonation, the administrator. */
const userKey = ({ user, impersonation }: Viewer): string =>
  impersonation ? `admin:${impersonation.impersonatedBy}` : `${user.type}:${userName(user)}`;

type ExportMark = ExportFormatName | typeof continuedExport;

/** Only a backend with a journal knows the parameter. */
const markCall = <T>(call: Call<T>, mark: ExportMark, { backendKind }: PageInput): Call<T> =>
  backendKind === 'own' ? { ...call, path: `${call.path}${call.path.includes('?') ? '&' : '?'}export=${mark}` } : call;

/** `signal` aborts running calls. `first` marks the first call for rows; a failed one may be sent again in another form. */
function exportInput(input: PageInput, signal?: AbortSignal, first: ExportMark = continuedExport): ExportInput {
  const { backend } = input;
  let mark = first;
  const send: Send = async (call) => {
    try {
      return await backend.send(call, signal);
    } catch (error) {
      throw toActionError(error, call.failure);
    }
  };
  return {
    ...input,
    send,
    async sendRows(call) {
      const rows = await send(markCall(call, mark, input));
      mark = continuedExport;
      return rows;
    },
  };
}

const serveExport = (list: ExportList, format: ExportFormatName, exports: RunningExports): RequestHandler =>
  withInput(async (context, input) => {
    const { deps, request, response, requestId } = context;
    const user = userKey(input.viewer);
    if (exports.has(user)) throw conflict(messages.exportRunning);
    const running: RunningExport = { rows: 0 };
    exports.set(user, running);
    const closing = new AbortController();
    response.on('close', () => closing.abort());
    const { signal } = closing;
    try {
      if (tokenTimeLeft(context) < minTokenMs) await input.backend.refresh();
      // A HEAD request is not an export.
      const first = request.method === 'HEAD' ? continuedExport : format;
      await sendExport(context, exportInput(input, signal, first), { list, format, running, signal });
    } catch (error) {
      // The browser has left.
      if (error !== signal.reason) throw error;
    } finally {
      exports.delete(user);
      const { rows } = running;
      const complete = response.writableEnded;
      deps.logger.info(
        { event: 'export', requestId, ...identityOf(input.viewer), list: list.name, format, rows, complete },
        'export',
      );
    }
  });

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
  return router;
}
