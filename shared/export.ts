/** Formats and addresses of exports (docs/product/export.md), for the menu, the console and its tests. */
import { formatNumber } from './format.ts';
import * as messages from './messages.ts';
import type { PageName } from './routes.ts';

/** The pages with an export. File names begin with these names. */
export const exportNames = ['posts', 'words', 'owners', 'clients', 'journal'] as const satisfies PageName[];
export type ExportName = (typeof exportNames)[number];

/** The pages whose figures are downloaded as a report, at `<page>/report.<format>`. */
export const reportPages = ['summary', 'analytics'] as const satisfies PageName[];
export type ReportPage = (typeof reportPages)[number];

export const isExportName = (name: string | null): name is ExportName => exportNames.some((known) => known === name);

/** The address of an export ends with `/export.<format>`. */
export const exportFormats = {
  excel: { label: 'CSV для Excel', extension: 'csv' },
  csv: { label: 'CSV', extension: 'csv' },
  xlsx: { label: 'XLSX', extension: 'xlsx' },
  jsonl: { label: 'JSON Lines', extension: 'jsonl' },
} as const;
export type ExportFormatName = keyof typeof exportFormats;

/** The files of a report. */
export const reportFiles = {
  pdf: { label: 'PDF', extension: 'pdf' },
  docx: { label: 'DOCX', extension: 'docx' },
} as const;
export type ReportFileName = keyof typeof reportFiles;

/** Everything that is recorded as an export. */
export const downloadFormats = { ...exportFormats, ...reportFiles } as const;
export type DownloadFormat = keyof typeof downloadFormats;
export type DownloadName = ExportName | ReportPage;

/**
 * The value of the parameter `export` in all calls of an export but the first. The first call has the format, and is recorded
 * in the journal (docs/product/journal.md).
 */
export const continuedExport = 'continued';

/** A text for the menu: the number of rows to export, the progress of a running export, or why it is refused. */
export type ExportState = { total: string } | { running: string } | { refusal: string };

/** «Будет выгружено строк: N». A negative total is unknown. */
export const exportTotalText = (total: number): string =>
  messages.exportTotal(total < 0 ? 'неизвестно' : formatNumber(total));
