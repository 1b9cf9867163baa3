/** CSV for Excel with Russian settings, plain CSV (RFC 4180), and JSON Lines. */
import type { Cell, ExportColumn, ExportTable } from './export-table.ts';
import { toIsoTime, toRussianTime } from './local-time.ts';

/** `statesRows`: adds a last row with the number of rows. */
const plain = { separator: ',', start: '', formatTime: toIsoTime, statesRows: false };
/** Excel reads UTF-8 only after a byte order mark. */
const excel: typeof plain = { separator: ';', start: '\uFEFF', formatTime: toRussianTime, statesRows: true };

/** Characters that a spreadsheet may interpret as the start of a formula (OWASP, CSV injection). */
const formulaStart = /^[=+\-@\t\r\n＝＋－＠]/;

/** Returns the text with a leading apostrophe if it could be a formula. Quotes around it would not help. */
export const guardFormula = (text: string): string => (formulaStart.test(text) ? `'${text}` : text);

/** A text may contain either separator, so both dialects quote both. */
const quote = (text: string): string => (/[";,\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

const formatText = (text: string): string => quote(guardFormula(text.toWellFormed().replaceAll('\0', '')));

async function* writeCsv<Row>(
  { columns, batches, timeZone }: ExportTable<Row>,
  { separator, start, formatTime, statesRows }: typeof plain,
): AsyncGenerator<string> {
  const formatCell = (kind: ExportColumn<Row>['kind'], cell: Cell): string => {
    if (cell === null) return '';
    if (typeof cell === 'number') return String(cell);
    return formatText(kind === 'time' ? (formatTime(cell, timeZone) ?? cell) : cell);
  };
  const formatRow = (row: Row): string =>
    `${columns.map(({ kind, value }) => formatCell(kind, value(row))).join(separator)}\r\n`;

  yield `${start}${columns.map(({ title }) => formatText(title)).join(separator)}\r\n`;
  let rows = 0;
  for await (const batch of batches) {
    rows += batch.length;
    yield batch.map(formatRow).join('');
  }
  if (statesRows) yield `Строк: ${rows} из ${rows}\r\n`;
}

export const writeExcelCsv = <Row>(table: ExportTable<Row>) => writeCsv(table, excel);
export const writePlainCsv = <Row>(table: ExportTable<Row>) => writeCsv(table, plain);

/** JSON Lines: an object per row, with the field names and the exact texts of the API. */
export async function* writeJsonLines<Row>({ columns, batches }: ExportTable<Row>): AsyncGenerator<string> {
  const formatRow = (row: Row): string =>
    `${JSON.stringify(Object.assign({}, ...columns.map(({ fields }) => fields(row))))}\n`;
  for await (const batch of batches) yield batch.map(formatRow).join('');
}
