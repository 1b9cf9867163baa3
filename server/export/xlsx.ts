/** An XLSX workbook as a stream: the rows in sheets «Данные», and what was exported in the sheet «О выгрузке». */

import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';
import type { Cell, ExportColumn, ExportTable, Fact } from './export-table.ts';
import { createLocalTime } from './local-time.ts';
import * as xml from './xlsx-xml.ts';

export type ZipFile = { name: string; data: AsyncIterable<string> };

/** An entry of the archive's directory. */
type Entry = { name: Buffer; crc: number; size: number; packed: number; offset: number };

/** Without the extension ZIP64, which Excel reads only in part. */
const maxBytes = 0xffff_ffff;

/** Twice as fast as the default of 6, for files that are a tenth larger. */
const level = 3;

/** Sizes follow the data; names are UTF-8. */
const flags = 0x0808;
const deflated = 8;
const version = 20;
/** 1 January 1980: the same rows make the same file. */
const dosDate = 0x21;

/** `fields` are pairs of a value and its number of bytes, little-endian. */
function record(...fields: readonly (readonly [number, 2 | 4])[]): Buffer {
  const buffer = Buffer.alloc(fields.reduce((bytes, [, length]) => bytes + length, 0));
  let at = 0;
  for (const [value, length] of fields) at = buffer.writeUIntLE(value, at, length);
  return buffer;
}

const localHeader = ({ name }: Entry): Buffer =>
  Buffer.concat([
    record([0x04034b50, 4], [version, 2], [flags, 2], [deflated, 2], [0, 2], [dosDate, 2]),
    record([0, 4], [0, 4], [0, 4], [name.length, 2], [0, 2]),
    name,
  ]);

const descriptor = ({ crc, packed, size }: Entry): Buffer => record([0x08074b50, 4], [crc, 4], [packed, 4], [size, 4]);

const directoryEntry = ({ name, crc, size, packed, offset }: Entry): Buffer =>
  Buffer.concat([
    record([0x02014b50, 4], [version, 2], [version, 2], [flags, 2], [deflated, 2], [0, 2], [dosDate, 2]),
    record([crc, 4], [packed, 4], [size, 4], [name.length, 2], [0, 2], [0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]),
    name,
  ]);

/** Yields the compressed data and completes the entry. */
async function* deflate(data: AsyncIterable<string>, entry: Entry): AsyncGenerator<Buffer> {
  async function* count(): AsyncGenerator<Buffer> {
    for await (const text of data) {
      const bytes = Buffer.from(text);
      entry.crc = crc32(bytes, entry.crc);
      entry.size += bytes.length;
      yield bytes;
    }
  }
  const packer = createDeflateRaw({ level });
  const done = pipeline(Readable.from(count()), packer);
  // The loop below reports the error first.
  done.catch(() => undefined);
  for await (const chunk of packer as AsyncIterable<Buffer>) {
    entry.packed += chunk.length;
    yield chunk;
  }
  await done;
  if (Math.max(entry.size, entry.packed) > maxBytes) throw new Error(`${entry.name} is too large for a ZIP archive`);
}

/** A ZIP archive as a stream. Files are read one after another; sizes follow the data, so that nothing is held or read twice. */
async function* writeZip(files: AsyncIterable<ZipFile>): AsyncGenerator<Buffer> {
  const entries: Entry[] = [];
  let offset = 0;
  const sent = (chunk: Buffer): Buffer => {
    offset += chunk.length;
    return chunk;
  };
  for await (const { name, data } of files) {
    const entry: Entry = { name: Buffer.from(name), crc: 0, size: 0, packed: 0, offset };
    entries.push(entry);
    yield sent(localHeader(entry));
    for await (const chunk of deflate(data, entry)) yield sent(chunk);
    yield sent(descriptor(entry));
  }
  if (offset > maxBytes) throw new Error('The ZIP archive is too large');
  const directory = Buffer.concat(entries.map(directoryEntry));
  const count = [entries.length, 2] as const;
  yield directory;
  yield record([0x06054b50, 4], [0, 2], [0, 2], count, count, [directory.length, 4], [offset, 4], [0, 2]);
}

/** Excel allows 1,048,576 rows per sheet. A sheet's XML must stay under 4 GiB, the limit of a ZIP archive. */
export type SheetLimits = { rows: number; characters: number };
const excelLimits: SheetLimits = { rows: 1_048_576, characters: 1_400_000_000 };

const formatNumberCell = (at: string, value: number, style = ''): string => `<c r="${at}"${style}><v>${value}</v></c>`;

/** A text is never a formula, whatever it begins with. */
const formatTextCell = (at: string, text: string, style = ''): string =>
  `<c r="${at}"${style} t="inlineStr"><is><t xml:space="preserve">${xml.escapeXml(text)}</t></is></c>`;

const headingStyle = ` s="${xml.cellStyles.heading}"`;
const timeStyle = ` s="${xml.cellStyles.time}"`;

const formatTexts = (row: number, texts: readonly string[], style = ''): string =>
  `<row r="${row}">${texts.map((text, index) => formatTextCell(xml.columnName(index) + row, xml.fitCell(text), style)).join('')}</row>`;

/** `onFitted` is called for each text that Excel would not take as it is. */
function createRowFormat<Row>(columns: readonly ExportColumn<Row>[], timeZone: string, onFitted: () => void) {
  const { toExcel } = createLocalTime(timeZone);
  const names = columns.map((_, index) => xml.columnName(index));
  const formatCell = (at: string, kind: ExportColumn<Row>['kind'], cell: Cell): string => {
    if (cell === null) return '';
    if (typeof cell === 'number') return formatNumberCell(at, cell);
    const day = kind === 'time' ? toExcel(cell) : null;
    if (day !== null) return formatNumberCell(at, day, timeStyle);
    const text = xml.fitCell(cell);
    if (text !== cell) onFitted();
    return formatTextCell(at, text);
  };
  return (number: number, row: Row): string => {
    const cells = columns.map(({ kind, value }, index) => formatCell(`${names[index]}${number}`, kind, value(row)));
    return `<row r="${number}">${cells.join('')}</row>`;
  };
}

/** Reads ahead, because a sheet must know whether another one follows. */
function createRowSource<Row>(batches: AsyncIterable<readonly Row[]>) {
  const source = batches[Symbol.asyncIterator]();
  let waiting: readonly Row[] = [];
  return {
    async isOver(): Promise<boolean> {
      while (waiting.length === 0) {
        const next = await source.next();
        if (next.done) return true;
        waiting = next.value;
      }
      return false;
    },
    take(max: number): readonly Row[] {
      const taken = waiting.slice(0, max);
      waiting = waiting.slice(max);
      return taken;
    },
  };
}

async function* writeFacts(facts: readonly Fact[]): AsyncGenerator<string> {
  yield xml.sheetStart([28, 60]) + formatTexts(1, ['Параметр', 'Значение'], headingStyle);
  yield facts.map((fact, index) => formatTexts(index + 2, fact)).join('') + xml.sheetEnd;
}

async function* one(text: string): AsyncGenerator<string> {
  yield text;
}

async function* files<Row>(table: ExportTable<Row>, limits: SheetLimits): AsyncGenerator<ZipFile> {
  const { columns, batches, timeZone, facts } = table;
  let fitted = 0;
  const formatRow = createRowFormat(columns, timeZone, () => {
    fitted += 1;
  });
  const source = createRowSource(batches);
  const titles = columns.map(({ title }) => title);
  let rows = 0;

  async function* writeSheet(): AsyncGenerator<string> {
    const start = xml.sheetStart(columns.map(({ width }) => width)) + formatTexts(1, titles, headingStyle);
    yield start;
    let characters = start.length;
    let number = 1;
    const isFull = () => number > 1 && (number >= limits.rows || characters >= limits.characters);
    while (!isFull() && !(await source.isOver())) {
      const first = number + 1;
      const taken = source.take(limits.rows - number);
      const text = taken.map((row, index) => formatRow(first + index, row)).join('');
      number += taken.length;
      characters += text.length;
      yield text;
    }
    rows += number - 1;
    yield xml.sheetEnd;
  }

  const names: string[] = [];
  const sheetFile = (name: string, data: AsyncIterable<string>): ZipFile => {
    names.push(name);
    return { name: `xl/worksheets/sheet${names.length}.xml`, data };
  };
  do yield sheetFile(names.length === 0 ? 'Данные' : `Данные ${names.length + 1}`, writeSheet());
  while (!(await source.isOver()));
  const fittedFacts: Fact[] = fitted === 0 ? [] : [['Изменено по пределам Excel', `Ячеек: ${fitted}`]];
  yield sheetFile('О выгрузке', writeFacts([...facts(rows), ...fittedFacts]));
  yield { name: 'xl/styles.xml', data: one(xml.styleSheet) };
  yield { name: 'xl/workbook.xml', data: one(xml.workbook(names)) };
  yield { name: 'xl/_rels/workbook.xml.rels', data: one(xml.workbookRelations(names.length)) };
  yield { name: '_rels/.rels', data: one(xml.packageRelations) };
  yield { name: '[Content_Types].xml', data: one(xml.contentTypes(names.length)) };
}

export const writeXlsx = <Row>(table: ExportTable<Row>, limits: SheetLimits = excelLimits): AsyncGenerator<Buffer> =>
  writeZip(files(table, limits));
