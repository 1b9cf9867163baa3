/** How each format writes a table. */
import type { ExportFormatName } from '../../shared/export.ts';
import { writeExcelCsv, writePlainCsv } from './csv.ts';
import type { ExportTable } from './export-table.ts';
import { writeJsonLines } from './json-lines.ts';
import { writeXlsx } from './xlsx.ts';

export type FormatWriter = {
  contentType: string;
  write(table: ExportTable<unknown>): AsyncIterable<string | Uint8Array>;
};

export const formatWriters: Record<ExportFormatName, FormatWriter> = {
  excel: { contentType: 'text/csv; charset=utf-8', write: writeExcelCsv },
  csv: { contentType: 'text/csv; charset=utf-8', write: writePlainCsv },
  xlsx: {
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    write: (table) => writeXlsx(table),
  },
  jsonl: { contentType: 'application/x-ndjson; charset=utf-8', write: writeJsonLines },
};
