/** Sends an export as a file that is written while its rows are read. */

import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Response } from 'express';
import { loadClient } from '../../shared/api/clients.ts';
import { minuteMs } from '../../shared/durations.ts';
import { type ExportFormatName, exportFormats } from '../../shared/export.ts';
import * as messages from '../../shared/messages.ts';
import { fullName } from '../../shared/roles.ts';
import { routeOf } from '../../shared/routes.ts';
import { RefusedError } from '../backend-link/backend-client.ts';
import { AppError, forbidden } from '../platform/app-error.ts';
import type { PageInput } from '../session/page-input.ts';
import type { RequestContext } from '../session/request-context.ts';
import { writeExcelCsv, writeJsonLines, writePlainCsv } from './csv.ts';
import type { ExportInput, ExportList, ExportSource, ExportTable, Fact } from './export-table.ts';
import { toRussianTime } from './local-time.ts';
import { fileHeaders, type RunningExport } from './run-alone.ts';
import { writeXlsx } from './xlsx.ts';

type FormatWriter = {
  contentType: string;
  write(table: ExportTable<unknown>): AsyncIterable<string | Uint8Array>;
};

const formatWriters: Record<ExportFormatName, FormatWriter> = {
  excel: { contentType: 'text/csv; charset=utf-8', write: writeExcelCsv },
  csv: { contentType: 'text/csv; charset=utf-8', write: writePlainCsv },
  xlsx: {
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    write: (table) => writeXlsx(table),
  },
  jsonl: { contentType: 'application/x-ndjson; charset=utf-8', write: writeJsonLines },
};

/** A refusal of the call means that the client has no permission. Throws other errors. */
async function isAllowed({ send }: ExportInput, clientId: string): Promise<boolean> {
  try {
    return (await send(loadClient(clientId))).exportAccess === 'allowed';
  } catch (error) {
    const isRefusal = error instanceof AppError && error.cause instanceof RefusedError && error.status < 500;
    if (isRefusal) return false;
    throw error;
  }
}

/** While an administrator acts as a client, the client's permission applies. */
export async function mayExport(input: ExportInput): Promise<boolean> {
  const { user } = input.viewer;
  return user.type === 'admin' || isAllowed(input, user.client_id);
}

/** The pause after each page, so that an export does not take the processor from other requests. */
const pauseMs = 2;
/** A browser that reads nothing for this long counts as gone. */
const idleMs = 2 * minuteMs;

/** The list, the person, the filters and the number of rows of an export. */
function describe(list: ExportList, input: PageInput, filters: readonly Fact[], rows: number): Fact[] {
  const { viewer, timeZone, now } = input;
  const { user, impersonation } = viewer;
  return [
    ['Список', routeOf(list.name).title],
    ['Время', toRussianTime(now, timeZone) ?? ''],
    ['Кто', impersonation?.impersonatedBy ?? fullName(user)],
    ...(user.type === 'client' && (impersonation || user.person) ? [['От имени', user.client_id] as const] : []),
    ...filters.filter(([, value]) => value !== ''),
    ['Строк', `${rows} из ${rows}`],
  ];
}

/** Reads the first rows, so that a failure can still be answered with an error. Counts rows as they are read. */
async function startReading<Row>({ batches }: ExportSource<Row>, running: RunningExport) {
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

function startResponse({ response }: RequestContext, headers: Record<string, string>): void {
  response.setTimeout(idleMs, () => response.destroy());
  // nginx would hold the rows back.
  response.set({ ...headers, 'X-Accel-Buffering': 'no' });
  response.flushHeaders();
}

/** Resets the connection instead of ending it, so that neither a proxy nor the browser considers the file complete. */
function cutOff({ deps, response, requestId }: RequestContext, error: unknown): void {
  if (!response.destroyed) deps.logger.error({ requestId, err: error }, 'export cut off');
  response.socket?.resetAndDestroy();
}

type SentExport = { list: ExportList; format: ExportFormatName; running: RunningExport; signal: AbortSignal };

export async function sendExport(
  context: RequestContext,
  input: ExportInput,
  { list, format, running, signal }: SentExport,
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
  startResponse(context, fileHeaders(list.name, exportFormats[format].extension, contentType, input));
  if (context.request.method === 'HEAD') return void context.response.end();
  try {
    await sendChunks(context.response, write(table), signal);
  } catch (error) {
    cutOff(context, error);
  }
}
