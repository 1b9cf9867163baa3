/** Serves exports: the files, and the state that their menu shows (docs/product.md, section 19). */
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Request, RequestHandler, Response } from 'express';
import { recordExport } from '../../shared/api/exports.ts';
import { type ExportFormatName, type ExportState, exportFormats, exportNames } from '../../shared/export.ts';
import { formatNumber } from '../../shared/format.ts';
import * as messages from '../../shared/messages.ts';
import { userName, type Viewer } from '../../shared/roles.ts';
import { routeOf } from '../../shared/routes.ts';
import type { PageInput } from '../pages/page.tsx';
import { handle, passRefreshedCookies } from '../pages/serve-page.ts';
import { AppError, conflict, forbidden } from '../platform/app-error.ts';
import { minuteMs } from '../platform/durations.ts';
import { identityOf, type RequestContext, withContext } from '../request-context.ts';
import { sendJsonError } from '../send-json-error.ts';
import { toActionError } from '../session/actions.ts';
import { tokenTimeLeft } from '../session/token-time-left.ts';
import { mayExport } from './export-permission.ts';
import type { ExportInput, ExportList, ExportSource, ExportTable, Fact } from './export-table.ts';
import { exportTotalText } from './export-total.ts';
import { formatWriters } from './formats.ts';
import { createLocalTime } from './local-time.ts';
import type { RunningExport } from './running-exports.ts';

/** After each page, so that an export does not take the processor from others. */
const pauseMs = 2;
const minTokenMs = 5 * minuteMs;
/** A browser that takes nothing for so long has gone. */
const idleMs = 2 * minuteMs;

/** The signed-in user, also while an administrator acts as a client. */
const userKey = ({ user, impersonation }: Viewer): string =>
  impersonation ? `admin:${impersonation.impersonatedBy}` : `${user.type}:${userName(user)}`;

/** `signal` ends running calls. */
function exportInput(context: RequestContext, input: PageInput, signal?: AbortSignal): ExportInput {
  const { backend } = input;
  return {
    ...input,
    async send(call) {
      try {
        return await (context.response.headersSent ? backend.sendOnce(call, signal) : backend.send(call, signal));
      } catch (error) {
        throw toActionError(error, call.failure);
      }
    },
  };
}

function readFormat({ params }: Request): ExportFormatName | null {
  const { format } = params;
  return typeof format === 'string' && Object.hasOwn(exportFormats, format) ? (format as ExportFormatName) : null;
}

/** `posts_2026-11-22_1030.xlsx`, in the console's time zone. */
function fileName(name: string, format: ExportFormatName, { timeZone, now }: PageInput): string {
  const time = createLocalTime(timeZone).toIso(new Date(now).toISOString()) ?? '';
  const [, day = '', hour = '', minute = ''] = /^(.{10})T(..):(..)/.exec(time) ?? [];
  return `${name}_${day}_${hour}${minute}.${exportFormats[format].extension}`;
}

/** Who exported what, the filters, and the number of rows. */
function describe(
  list: ExportList,
  { viewer, timeZone, now }: PageInput,
  filters: readonly Fact[],
  rows: number,
): Fact[] {
  const { user, impersonation } = viewer;
  return [
    ['Список', routeOf(list.name).title],
    ['Время', createLocalTime(timeZone).toRussian(new Date(now).toISOString()) ?? ''],
    ['Кто', impersonation?.impersonatedBy ?? userName(user)],
    ...(impersonation ? [['От имени', userName(user)] as const] : []),
    ...filters,
    ['Строк', `${rows} из ${rows}`],
  ];
}

/** Reads the first rows, so that a failure can still be answered with an error. Counts rows as they are read. */
async function startReading<Row>(
  { batches }: ExportSource<Row>,
  running: RunningExport,
): Promise<AsyncGenerator<readonly Row[]>> {
  const source = batches[Symbol.asyncIterator]();
  let next = await source.next();
  async function* read() {
    for (; !next.done; next = await source.next()) {
      running.rows += next.value.length;
      yield next.value;
      await pause(pauseMs);
    }
  }
  return read();
}

async function sendChunks(response: Response, chunks: AsyncIterable<string | Uint8Array>, signal: AbortSignal) {
  for await (const chunk of chunks) {
    signal.throwIfAborted();
    if (chunk.length > 0 && !response.write(chunk)) await once(response, 'drain', { signal });
  }
  response.end();
}

function startResponse({ response }: RequestContext, contentType: string, name: string): void {
  response.setTimeout(idleMs, () => response.destroy());
  response.set({
    'Content-Type': contentType,
    'Content-Disposition': `attachment; filename="${name}"; filename*=UTF-8''${name}`,
    // nginx would hold the rows back.
    'X-Accel-Buffering': 'no',
  });
  response.flushHeaders();
}

/** A reset instead of an end, so that neither a proxy nor the browser takes the file for a complete one. */
function cutOff({ deps, response, requestId }: RequestContext, error: unknown): void {
  if (!response.destroyed) deps.logger.error({ requestId, err: error }, 'export cut off');
  response.socket?.resetAndDestroy();
}

async function sendExport(
  context: RequestContext,
  input: ExportInput,
  {
    list,
    format,
    running,
    signal,
  }: { list: ExportList; format: ExportFormatName; running: RunningExport; signal: AbortSignal },
): Promise<void> {
  if (!(await mayExport(input))) throw forbidden(messages.exportDenied);
  const source = await list.open(input);
  const table: ExportTable<unknown> = {
    columns: source.columns,
    batches: await startReading(source, running),
    facts: (rows) => describe(list, input, source.facts(), rows),
    timeZone: input.timeZone,
  };
  const { contentType, write } = formatWriters[format];
  const isHead = context.request.method === 'HEAD';
  if (!isHead && input.capabilities.includes('journal')) await input.send(recordExport(list.name, format));
  passRefreshedCookies(context, input);
  startResponse(context, contentType, fileName(exportNames[list.name], format, input));
  if (isHead) return void context.response.end();
  try {
    await sendChunks(context.response, write(table), signal);
  } catch (error) {
    cutOff(context, error);
  }
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
      await sendExport(context, exportInput(context, input, signal), { list, format, running, signal });
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
    const input = exportInput(context, pageInput);
    try {
      const state = await readState(list, input, context.deps.exports.find(userKey(input.viewer)));
      passRefreshedCookies(context, input);
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
