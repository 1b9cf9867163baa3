/**
 * Makes the files of a report. PDF, DOCX and pictures are made in a process of their own, one at a time: their libraries would leave
 * 90 MB behind in this one (docs/product/reports.md#files).
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import path from 'node:path';
import type { ReportFormat } from '../../../shared/rules/report-sections.ts';
import { makeMail, type ReportMail } from './mail.ts';
import { chartsOf, type ReportDocument } from './report-document.ts';

/** `pictures`: those of the charts; empty except for `docx`. */
export type ChildTask = {
  kind: 'charts' | 'pdf' | 'docx';
  document: ReportDocument;
  pictures: readonly Uint8Array[];
};
export type ChildReply = { files: Uint8Array[] } | { error: string };

/** The process failed, or took too long. */
export class ReportFilesError extends Error {
  override name = 'ReportFilesError';
}

/** In the same folder as this module, in the sources and in the bundle. */
const childFile = new URL(`./report-child${path.extname(import.meta.filename)}`, import.meta.url);

const limitMs = 60_000;

function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // The process has ended already, or the system does not allow it.
  }
}

async function readReply(child: ChildProcess, signal: AbortSignal): Promise<Uint8Array[]> {
  const ended = once(child, 'exit', { signal }).then(([code, by]) => {
    throw new ReportFilesError(`The process of the report ended (${by ?? code})`);
  });
  const replied = once(child, 'message', { signal }).then(([reply]: ChildReply[]) => {
    if (reply === undefined || 'error' in reply) throw new ReportFilesError(reply?.error ?? 'No reply');
    return reply.files;
  });
  ended.catch(() => {});
  return Promise.race([replied, ended]);
}

/** Throws a `ReportFilesError`. */
async function runChild(task: ChildTask): Promise<Buffer[]> {
  const child = fork(childFile, {
    serialization: 'advanced',
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const signal = AbortSignal.timeout(limitMs);
  try {
    await once(child, 'spawn', { signal });
    lowerPriority(child);
    child.send(task);
    return (await readReply(child, signal)).map((file) => Buffer.from(file));
  } catch (error) {
    throw error instanceof ReportFilesError ? error : new ReportFilesError('The report was not made', { cause: error });
  } finally {
    child.kill('SIGKILL');
  }
}

/** The end of the last requested file. */
const turns = { last: Promise.resolve() as Promise<unknown> };

function inTurn(task: ChildTask): Promise<Buffer[]> {
  const run = turns.last.then(() => runChild(task));
  turns.last = run.catch(() => {});
  return run;
}

const renderCharts = async (document: ReportDocument): Promise<Buffer[]> =>
  chartsOf(document).length === 0 ? [] : inTurn({ kind: 'charts', document, pictures: [] });

async function makeFile(kind: 'pdf' | 'docx', document: ReportDocument, pictures: readonly Buffer[]): Promise<Buffer> {
  const [file] = await inTurn({ kind, document, pictures });
  if (file === undefined) throw new ReportFilesError(`No file: ${kind}`);
  return file;
}

/** One file, for a download. Throws a `ReportFilesError`. */
export const makeReportFile = async (document: ReportDocument, kind: 'pdf' | 'docx'): Promise<Buffer> =>
  makeFile(kind, document, kind === 'docx' ? await renderCharts(document) : []);

/** `pdf` and `docx` are null without the format; `docx` also when both would be too large. */
export type ReportFiles = { mail: ReportMail; pdf: Buffer | null; docx: Buffer | null };

/** Of both files, before the encoding of the mail. */
const filesMax = 7 * 1024 * 1024;

/** The mail has the whole report with the format `mail`, otherwise only its first page. Throws a `ReportFilesError`. */
export async function makeReportFiles(
  document: ReportDocument,
  formats: readonly ReportFormat[],
): Promise<ReportFiles> {
  const hasPictures = formats.includes('mail') || formats.includes('docx');
  const pictures = hasPictures ? await renderCharts(document) : [];
  const pdf = formats.includes('pdf') ? await makeFile('pdf', document, []) : null;
  const docx = formats.includes('docx') ? await makeFile('docx', document, pictures) : null;
  const isTooLarge = docx !== null && docx.length + (pdf?.length ?? 0) > filesMax;
  const mail = makeMail(document, { pictures, isWhole: formats.includes('mail'), leavesOutDocx: isTooLarge });
  return { mail, pdf, docx: isTooLarge ? null : docx };
}
