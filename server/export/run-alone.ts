/** What exports and reports have in common: their input, and that each person runs one at a time. */
import type { Call } from '../../shared/api/call.ts';
import { continuedExport, type DownloadFormat, type DownloadName, type ExportFormatName } from '../../shared/export.ts';
import * as messages from '../../shared/messages.ts';
import { userName, type Viewer } from '../../shared/roles.ts';
import { conflict } from '../platform/app-error.ts';
import { localTime } from '../platform/zone-offset.ts';
import { toActionError } from '../session/actions.ts';
import type { PageInput } from '../session/page-input.ts';
import { identityOf, type RequestContext } from '../session/request-context.ts';
import type { ExportInput, Send } from './export-table.ts';

/** The signed-in user; during an impersonation, the administrator. */
export const userKey = ({ user, impersonation }: Viewer): string =>
  impersonation ? `admin:${impersonation.impersonatedBy}` : `${user.type}:${userName(user)}`;

type ExportMark = ExportFormatName | typeof continuedExport;

/** Only a backend with a journal knows the parameter. */
const markCall = <T>(call: Call<T>, mark: ExportMark, { backendKind }: PageInput): Call<T> =>
  backendKind === 'own' ? { ...call, path: `${call.path}${call.path.includes('?') ? '&' : '?'}export=${mark}` } : call;

/** `signal` aborts running calls. `first` marks the first call for rows; a failed one may be sent again in another form. */
export function exportInput(input: PageInput, signal?: AbortSignal, first: ExportMark = continuedExport): ExportInput {
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

/** The exports that run in this process by user, at most one each, with the rows read so far. */
export type RunningExports = Map<string, RunningExport>;
export type RunningExport = { rows: number };

/** Throws a 409 when the user already runs one. `signal` aborts when the browser has left. */
export async function runAlone(
  { deps, response, requestId }: RequestContext,
  { viewer }: PageInput,
  exports: RunningExports,
  download: { list: DownloadName; format: DownloadFormat },
  run: (running: RunningExport, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const user = userKey(viewer);
  if (exports.has(user)) throw conflict(messages.exportRunning);
  const running: RunningExport = { rows: 0 };
  exports.set(user, running);
  const closing = new AbortController();
  response.on('close', () => closing.abort());
  try {
    await run(running, closing.signal);
  } catch (error) {
    // The browser has left.
    if (error !== closing.signal.reason) throw error;
  } finally {
    exports.delete(user);
    const complete = response.writableEnded;
    deps.logger.info(
      { event: 'export', requestId, ...identityOf(viewer), ...download, rows: running.rows, complete },
      'export',
    );
  }
}

/** The headers of a file, such as `posts_2026-11-22_1030.xlsx`, in the console's time zone. */
export function fileHeaders(name: string, extension: string, contentType: string, { timeZone, now }: PageInput) {
  const minute = localTime(now, timeZone).slice(0, 16).replace('T', '_').replace(':', '');
  const file = `${name}_${minute}.${extension}`;
  return {
    'Content-Type': contentType,
    'Content-Disposition': `attachment; filename="${file}"; filename*=UTF-8''${file}`,
  };
}
