/** Reads exported files of every format as rows of texts, and fetches them from a listening console. */
import { readFileSync } from 'node:fs';
import type { ExportFormatName } from '../../shared/export.ts';
import { parseCsv } from './parse-csv.ts';
import { readWorkbook } from './read-workbook.ts';

/** `titles`: the headings, or the names of fields. Numbers and times are also texts. */
export type Exported = { titles: string[]; rows: string[][]; stated: string | null };

function fromCells([titles = [], ...rows]: string[][], stated: string | null): Exported {
  return { titles, rows, stated };
}

const readers: Record<ExportFormatName, (file: Buffer) => Exported> = {
  excel: (file) => {
    const text = file.toString();
    if (!text.startsWith('\uFEFF')) throw new Error('No byte order mark');
    const rows = parseCsv(text.slice(1), ';');
    return fromCells(rows.slice(0, -1), rows.at(-1)?.join('') ?? '');
  },
  csv: (file) => fromCells(parseCsv(file.toString(), ','), null),
  xlsx: (file) => {
    const [data, about] = readWorkbook(file);
    const rows = data?.rows.map((row) => row.map((cell) => String(cell ?? '')));
    return fromCells(rows ?? [], `Строк: ${about?.rows.at(-1)?.[1]}`);
  },
  jsonl: (file) => {
    const lines = file.toString().split('\n');
    if (lines.pop() !== '') throw new Error('The last line has no end');
    const rows = lines.map((line): Record<string, unknown> => JSON.parse(line));
    return {
      titles: Object.keys(rows[0] ?? {}),
      rows: rows.map((row) => Object.values(row).map((value) => String(value ?? ''))),
      stated: null,
    };
  },
};

export const readExport = (format: ExportFormatName, file: Buffer): Exported => readers[format](file);

export const readDownload = (format: ExportFormatName, path: string): Exported =>
  readExport(format, readFileSync(path));
