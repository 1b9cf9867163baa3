/** Serves exports: the files, and the state that their menu shows (docs/product.md, section 19). */
import type { Request, RequestHandler } from 'express';
import type { Call } from '../../shared/api/call.ts';
import { continuedExport, type ExportFormatName, type ExportState, exportFormats } from '../../shared/export.ts';
import { formatNumber } from '../../shared/format.ts';
import * as messages from '../../shared/messages.ts';
import { userName, type Viewer } from '../../shared/roles.ts';
import type { PageInput } from '../pages/page.tsx';
import { handle } from '../pages/serve-page.ts';
import { AppError, conflict } from '../platform/app-error.ts';
import { minuteMs } from '../platform/durations.ts';
import { identityOf, withContext } from '../request-context.ts';
import { sendJsonError } from '../send-json-error.ts';
import { toActionError } from '../session/actions.ts';
import { tokenTimeLeft } from '../session/token-time-left.ts';
import { mayExport } from './export-permission.ts';
import type { ExportInput, ExportList, Send } from './export-table.ts';
import { exportTotalText } from './export-total.ts';
import type { RunningExport } from './running-exports.ts';
import { sendExport } from './send-export.ts';

/** A token that expires sooner is refreshed before an export, because no cookie can be sent after its first byte. */
const minTokenMs = 5 * minuteMs;

/** The signed-in user, also while an administrator acts as a client. */
const userKey = ({ user, impersonation }: Viewer): string =>
  impersonation ? `admin:${impersonation.impersonatedBy}` : `${user.type}:${userName(user)}`;

type ExportMark = ExportFormatName | typeof continuedExport;

/** Only a backend with a journal knows the parameter. */
const markCall = <T>(call: Call<T>, mark: ExportMark, { capabilities }: PageInput): Call<T> =>
  capabilities.includes('journal')
    ? { ...call, path: `${call.path}${call.path.includes('?') ? '&' : '?'}export=${mark}` }
    : call;

/** `signal` ends running calls. `first` marks the first call for rows; one that failed may be sent again in another way. */
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

function readFormat({ params }: Request): ExportFormatName | null {
  const { format } = params;
  return typeof format === 'string' && Object.hasOwn(exportFormats, format) ? (format as ExportFormatName) : null;
}

export const serveExport = (list: ExportList): RequestHandler =>
  handle(async (context, input, next) => {
    const { deps, request, response, requestId } = context;
    const format = readFormat(request);
    if (format === null) return next('route');
    const running = deps.exports.begin(userKey(input.viewer));
    if (running === null) throw conflict(messages.exportRunning);
    const closing = new AbortController();
    response.on('close', () => closing.abort());
    const { signal } = closing;
    try {
      if (tokenTimeLeft(context) < minTokenMs) await input.backend.refresh();
      // The headers alone are no export.
      const first = request.method === 'HEAD' ? continuedExport : format;
      await sendExport(context, exportInput(input, signal, first), { list, format, running, signal });
    } finally {
      running.end();
      const { rows } = running;
      const complete = response.writableEnded;
      deps.logger.info(
        { event: 'export', requestId, ...identityOf(input.viewer), list: list.name, format, rows, complete },
        'export',
      );
    }
  });

async function readState(list: ExportList, input: ExportInput, running: RunningExport | null): Promise<ExportState> {
  if (running) return { running: messages.exportProgress(formatNumber(running.rows)) };
  if (!(await mayExport(input))) return { refusal: messages.exportDenied };
  return { total: exportTotalText(await list.count(input)) };
}

export const serveExportState = (list: ExportList): RequestHandler =>
  handle(async (context, pageInput) => {
    const input = exportInput(pageInput);
    try {
      const state = await readState(list, input, context.deps.exports.find(userKey(input.viewer)));
      context.response.json(state);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      sendJsonError(context, error);
    }
  });

/** The first request of a process knows no capabilities yet, and would export without them. */
export const waitForCapabilities: RequestHandler = withContext(async ({ deps, caller }, next) => {
  await deps.capabilities.load(caller);
  next();
});
