/**
 * An XLSX workbook as a stream: the rows in sheets «Данные», and a description of the export in the sheet «О выгрузке».
 */

import { PassThrough, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { Cell, ExportColumn, ExportTable, Fact } from './export-table.ts';
import { toExcelTime } from './local-time.ts';
import * as xml from './xlsx-xml.ts';

type WorkbookFile = { name: string; data: AsyncIterable<string> | string };

const zipOptions = {
  // Twice as fast as the default of 6, for files that are a tenth larger.
  compressionLevel: 3,
  // The same rows make the same file.
  mtime: new Date(1980, 0, 1),
  forceDosTimestamp: true,
};

/** Reads the files one after another, because each depends on those before it. */
async function addFiles(zip: ZipFile, files: AsyncIterable<WorkbookFile>, signal: AbortSignal): Promise<void> {
  for await (const { name, data } of files) {
    const stream = Readable.from(data, { signal });
    zip.addReadStream(stream, name, zipOptions);
    await finished(stream);
  }
  zip.end();
}

/** A ZIP archive as a stream. Nothing is buffered or read twice. */
async function* writeZip(files: AsyncIterable<WorkbookFile>): AsyncGenerator<Buffer> {
  const zip = new ZipFile();
  const output = zip.outputStream.pipe(new PassThrough());
  const reader = new AbortController();
  const fail = (error: Error) => output.destroy(error);
  zip.on('error', fail);
  const added = addFiles(zip, files, reader.signal).catch(fail);
  try {
    yield* output;
  } finally {
    reader.abort();
    await added;
  }
}

/** Excel allows 1,048,576 rows and 65,530 links per sheet. A sheet's XML must stay under 4 GiB, the limit of a ZIP archive. */
export type SheetLimits = { rows: number; characters: number; links: number };
const excelLimits: SheetLimits = { rows: 1_048_576, characters: 1_400_000_000, links: 65_530 };

const formatNumberCell = (at: string, value: number, style = ''): string => `<c r="${at}"${style}><v>${value}</v></c>`;

/** A text is never a formula, whatever it begins with. */
const formatTextCell = (at: string, text: string, style = ''): string =>
  `<c r="${at}"${style} t="inlineStr"><is><t xml:space="preserve">${xml.escapeXml(text)}</t></is></c>`;

const headingStyle = ` s="${xml.cellStyles.heading}"`;
const linkStyle = ` s="${xml.cellStyles.link}"`;
const timeStyle = ` s="${xml.cellStyles.time}"`;

const formatTexts = (row: number, texts: readonly string[], style = ''): string =>
  `<row r="${row}">${texts.map((text, index) => formatTextCell(xml.columnName(index) + row, xml.fitCell(text), style)).join('')}</row>`;

type CellEvents = {
  /** Called for each text that Excel would not accept unchanged. */
  onFitted: () => void;
  /** Called for each address. Returns false if the sheet can have no more links. */
  onLink: (link: xml.CellLink) => boolean;
};

function createRowFormat<Row>(
  columns: readonly ExportColumn<Row>[],
  timeZone: string,
  { onFitted, onLink }: CellEvents,
) {
  const names = columns.map((_, index) => xml.columnName(index));
  const formatCell = (at: string, kind: ExportColumn<Row>['kind'], cell: Cell): string => {
    if (cell === null) return '';
    if (typeof cell === 'number') return formatNumberCell(at, cell);
    const day = kind === 'time' ? toExcelTime(cell, timeZone) : null;
    if (day !== null) return formatNumberCell(at, day, timeStyle);
    const text = xml.fitCell(cell);
    if (text !== cell) onFitted();
    return formatTextCell(at, text, kind === 'link' && onLink({ at, address: text }) ? linkStyle : '');
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
  yield facts.map((fact, index) => formatTexts(index + 2, fact)).join('') + xml.sheetEnd(null, []);
}

async function* files<Row>(table: ExportTable<Row>, limits: SheetLimits): AsyncGenerator<WorkbookFile> {
  const { columns, batches, timeZone, facts } = table;
  let fitted = 0;
  let links: xml.CellLink[] = [];
  const formatRow = createRowFormat(columns, timeZone, {
    onFitted() {
      fitted += 1;
    },
    onLink(link) {
      if (links.length >= limits.links) return false;
      links.push(link);
      return true;
    },
  });
  const source = createRowSource(batches);
  const titles = columns.map(({ title }) => title);
  let rows = 0;

  async function* writeSheet(): AsyncGenerator<string> {
    const start = xml.sheetStart(columns.map(({ width }) => width)) + formatTexts(1, titles, headingStyle);
    yield start;
    links = [];
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
    yield xml.sheetEnd(`A1:${xml.columnName(columns.length - 1)}${number}`, links);
  }

  const names: string[] = [];
  const sheetFile = (name: string, data: AsyncIterable<string>): WorkbookFile => {
    names.push(name);
    return { name: `xl/worksheets/sheet${names.length}.xml`, data };
  };
  do {
    yield sheetFile(names.length === 0 ? 'Данные' : `Данные ${names.length + 1}`, writeSheet());
    if (links.length > 0)
      yield { name: `xl/worksheets/_rels/sheet${names.length}.xml.rels`, data: xml.sheetRelations(links) };
  } while (!(await source.isOver()));
  const fittedFacts: Fact[] = fitted === 0 ? [] : [['Изменено по пределам Excel', `Ячеек: ${fitted}`]];
  yield sheetFile('О выгрузке', writeFacts([...facts(rows), ...fittedFacts]));
  yield { name: 'xl/styles.xml', data: xml.styleSheet };
  yield { name: 'xl/workbook.xml', data: xml.workbook(names) };
  yield { name: 'xl/_rels/workbook.xml.rels', data: xml.workbookRelations(names.length) };
  yield { name: '_rels/.rels', data: xml.packageRelations };
  yield { name: '[Content_Types].xml', data: xml.contentTypes(names.length) };
}

export const writeXlsx = <Row>(table: ExportTable<Row>, limits: SheetLimits = excelLimits): AsyncGenerator<Buffer> =>
  writeZip(files(table, limits));
