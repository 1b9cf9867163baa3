/** A report as DOCX, for people who go on editing it. */
import {
  AlignmentType,
  BorderStyle,
  Document,
  ExternalHyperlink,
  Footer,
  Header,
  HeadingLevel,
  ImageRun,
  Packer,
  PageNumber,
  Paragraph,
  type ParagraphChild,
  ShadingType,
  Table,
  TableCell,
  TableLayoutType,
  TableRow,
  TextRun,
  WidthType,
} from 'docx';
import { drawChart } from './drawing.ts';
import { fitWidths } from './fit-widths.ts';
import type {
  ReportBlock,
  ReportCell,
  ReportChart,
  ReportDocument,
  ReportFact,
  ReportFigure,
  ReportTable,
  ReportText,
} from './report-document.ts';

/** In twentieths of a point: the width of A4 between its margins. */
const contentWidth = 9638;
const margins = { top: 1134, bottom: 1134, left: 1134, right: 1134 };
/** In pixels of 96 per inch. */
const pictureWidth = 640;
const muted = '586070';

const run = ({ text, href }: ReportText): ParagraphChild =>
  href === null
    ? new TextRun(text)
    : new ExternalHyperlink({ link: href, children: [new TextRun({ text, style: 'Hyperlink' })] });

const paragraph = (parts: readonly ReportText[], keepNext = false): Paragraph =>
  new Paragraph({ keepNext, children: parts.map(run) });

const border = { style: BorderStyle.SINGLE, size: 4, color: 'D9DEE6' };
const none = { style: BorderStyle.NONE, size: 0, color: 'auto' };
const tableBorders = {
  top: border,
  bottom: border,
  left: none,
  right: none,
  insideHorizontal: border,
  insideVertical: none,
};
const cellMargins = { top: 50, bottom: 50, left: 90, right: 90 };
const wholeWidth = { size: contentWidth, type: WidthType.DXA };

const alignOf = (cell: ReportCell | undefined) => (cell?.isFigure ? AlignmentType.RIGHT : AlignmentType.LEFT);

const tableCell = (cell: ReportCell, width: number): TableCell =>
  new TableCell({
    ...{ margins: cellMargins, width: { size: width, type: WidthType.DXA } },
    children: [new Paragraph({ spacing: { after: 0 }, alignment: alignOf(cell), children: [run(cell)] })],
  });

/** Stays on the page of the first row. `below`: the first cell of the column. */
const headCell = (text: string, below: ReportCell | undefined, width: number): TableCell =>
  new TableCell({
    ...{ margins: cellMargins, width: { size: width, type: WidthType.DXA } },
    shading: { type: ShadingType.CLEAR, color: 'auto', fill: 'EEF1F6' },
    children: [
      new Paragraph({
        ...{ spacing: { after: 0 }, keepNext: true, alignment: alignOf(below) },
        children: [new TextRun({ text, bold: true })],
      }),
    ],
  });

/** Of a character on average: the size of the font is 10 points. */
const characterWidth = 120;

function widthsOf({ heads, rows }: ReportTable): number[] {
  const wanted = heads.map((head, column) =>
    Math.max(head.length + 1, ...rows.map((cells) => cells[column]?.text.length ?? 0)),
  );
  const { left, right } = cellMargins;
  return fitWidths(
    wanted.map((characters) => characters * characterWidth + left + right),
    contentWidth,
  ).map(Math.round);
}

function table(content: ReportTable): Table {
  const { heads, rows } = content;
  const widths = widthsOf(content);
  const widthOf = (column: number): number => widths[column] ?? 0;
  const head = new TableRow({
    ...{ tableHeader: true, cantSplit: true },
    children: heads.map((text, column) => headCell(text, rows[0]?.[column], widthOf(column))),
  });
  const body = rows.map(
    (cells) =>
      new TableRow({ cantSplit: true, children: cells.map((cell, column) => tableCell(cell, widthOf(column))) }),
  );
  return new Table({
    ...{ width: wholeWidth, columnWidths: widths, layout: TableLayoutType.FIXED },
    ...{ borders: tableBorders, rows: [head, ...body] },
  });
}

/** The name, the number and the note of each figure in a column. */
function figuresTable(figures: readonly ReportFigure[]): Table {
  const line = (text: string, more: object): Paragraph =>
    new Paragraph({ spacing: { after: 0 }, children: [new TextRun({ text, ...more })] });
  const small = { size: 17, color: muted };
  const columns = figures.map(
    ({ name, note, ...value }) =>
      new TableCell({
        margins: cellMargins,
        children: [
          line(name, small),
          new Paragraph({
            spacing: { after: 0 },
            children:
              value.href === null
                ? [new TextRun({ text: value.text, bold: true, size: 34 })]
                : [
                    new ExternalHyperlink({
                      link: value.href,
                      children: [new TextRun({ text: value.text, bold: true, size: 34, style: 'Hyperlink' })],
                    }),
                  ],
          }),
          line(note, small),
        ],
      }),
  );
  return new Table({
    width: wholeWidth,
    borders: { ...tableBorders, top: none, bottom: none },
    rows: [new TableRow({ cantSplit: true, children: columns })],
  });
}

const factLines = (facts: readonly ReportFact[]): Paragraph[] =>
  facts.map(
    ([label, text]) =>
      new Paragraph({
        spacing: { after: 40 },
        children: [new TextRun({ text: `${label}: `, color: muted }), new TextRun(text)],
      }),
  );

function picture(chart: ReportChart, data: Uint8Array, keepNext: boolean): Paragraph {
  const drawing = drawChart(chart);
  const height = Math.round((drawing.height * pictureWidth) / drawing.width);
  const { alternative } = chart;
  return new Paragraph({
    ...{ keepLines: true, keepNext },
    children: [
      new ImageRun({
        type: 'png',
        data,
        transformation: { width: pictureWidth, height },
        altText: { name: alternative, title: alternative, description: alternative },
      }),
    ],
  });
}

/** Word joins adjacent tables without a paragraph between them. */
const gap = (): Paragraph => new Paragraph({ spacing: { after: 60 }, children: [] });

/** `pictures`: those of the document that are left. `isLast`: of its section; others stay on the page of the next block. */
function contentOf(block: ReportBlock, pictures: Uint8Array[], isLast: boolean): (Paragraph | Table)[] {
  if (block.kind === 'paragraph') return [paragraph(block.parts, !isLast)];
  if (block.kind === 'figures') return [figuresTable(block.figures), gap()];
  if (block.kind === 'table') return [table(block), gap()];
  const data = pictures.shift();
  return data === undefined ? [] : [picture(block, data, !isLast)];
}

function bodyOf({ title, author, facts, chapters }: ReportDocument, pictures: readonly Uint8Array[]) {
  const left = [...pictures];
  const chapterParts = chapters.flatMap((chapter, index) => [
    new Paragraph({ heading: HeadingLevel.HEADING_1, text: chapter.title, pageBreakBefore: index > 0, keepNext: true }),
    ...factLines(chapter.facts),
    ...chapter.sections.flatMap((section) => [
      new Paragraph({ heading: HeadingLevel.HEADING_2, text: section.title, keepNext: true }),
      ...section.blocks.flatMap((block, at) => contentOf(block, left, at === section.blocks.length - 1)),
    ]),
  ]);
  return [
    new Paragraph({ heading: HeadingLevel.TITLE, text: title }),
    ...factLines(facts),
    paragraph([{ text: author, href: null }]),
    ...chapterParts,
  ];
}

const ofPages = new Footer({
  children: [
    new Paragraph({
      alignment: AlignmentType.RIGHT,
      children: [
        new TextRun({
          children: ['Страница ', PageNumber.CURRENT, ' из ', PageNumber.TOTAL_PAGES],
          size: 17,
          color: muted,
        }),
      ],
    }),
  ],
});

const heading = (size: number, before: number) => ({
  run: { font: 'Arial', size, bold: true, color: '1A1E26' },
  paragraph: { spacing: { before, after: 100 } },
});

/** `pictures`: one per chart, as PNG. */
export async function makeDocx(document: ReportDocument, pictures: readonly Uint8Array[]): Promise<Uint8Array> {
  const subject = new TextRun({ text: document.subject, size: 17, color: muted });
  const file = new Document({
    title: document.subject,
    creator: document.author,
    description: '',
    styles: {
      default: {
        document: {
          run: { font: 'Arial', size: 20, language: { value: 'ru-RU' } },
          paragraph: { spacing: { after: 100 } },
        },
        title: heading(44, 0),
        heading1: heading(32, 240),
        heading2: heading(26, 200),
        hyperlink: { run: { color: '1F4FB8' } },
      },
    },
    sections: [
      {
        properties: { page: { size: { width: 11906, height: 16838 }, margin: margins }, titlePage: true },
        headers: { default: new Header({ children: [new Paragraph({ children: [subject] })] }) },
        footers: { default: ofPages, first: ofPages },
        children: bodyOf(document, pictures),
      },
    ],
  });
  return Packer.toBuffer(file);
}
