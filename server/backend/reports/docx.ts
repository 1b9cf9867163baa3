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
  TableRow,
  TextRun,
  WidthType,
} from 'docx';
import { drawChart } from './drawing.ts';
import {
  isNumber,
  type ReportBlock,
  type ReportCell,
  type ReportChart,
  type ReportDocument,
  type ReportFact,
  type ReportFigure,
  type ReportTable,
  type ReportText,
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

const paragraph = (...parts: readonly ReportText[]): Paragraph => new Paragraph({ children: parts.map(run) });

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

/** `shade`: the ground of a head. */
type CellStyle = { bold?: boolean; align?: (typeof AlignmentType)[keyof typeof AlignmentType]; shade?: string };

const tableCell = (content: ReportText, { bold = false, align, shade }: CellStyle): TableCell =>
  new TableCell({
    margins: cellMargins,
    ...(shade !== undefined && { shading: { type: ShadingType.CLEAR, color: 'auto', fill: shade } }),
    children: [
      new Paragraph({
        spacing: { after: 0 },
        ...(align && { alignment: align }),
        children: [bold ? new TextRun({ text: content.text, bold }) : run(content)],
      }),
    ],
  });

const alignOf = (cell: ReportCell) => (isNumber(cell) ? { align: AlignmentType.RIGHT } : {});

function table({ heads, rows }: ReportTable): Table {
  const [first] = rows;
  const head = new TableRow({
    tableHeader: true,
    cantSplit: true,
    children: heads.map((text, column) => {
      const cell = first?.[column];
      return tableCell({ text, href: null }, { bold: true, shade: 'EEF1F6', ...(cell && alignOf(cell)) });
    }),
  });
  const body = rows.map(
    (cells) => new TableRow({ cantSplit: true, children: cells.map((cell) => tableCell(cell, alignOf(cell))) }),
  );
  return new Table({ width: wholeWidth, borders: tableBorders, rows: [head, ...body] });
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

function picture(chart: ReportChart, data: Uint8Array): Paragraph {
  const drawing = drawChart(chart);
  const height = Math.round((drawing.height * pictureWidth) / drawing.width);
  const { alternative } = chart;
  return new Paragraph({
    keepLines: true,
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

/** `pictures`: those of the document that are left. */
function contentOf(block: ReportBlock, pictures: Uint8Array[]): (Paragraph | Table)[] {
  if (block.kind === 'paragraph') return [paragraph(...block.parts)];
  if (block.kind === 'figures') return [figuresTable(block.figures), gap()];
  if (block.kind === 'table') return [table(block), gap()];
  const data = pictures.shift();
  return data === undefined ? [] : [picture(block, data)];
}

function bodyOf({ title, author, facts, chapters }: ReportDocument, pictures: readonly Uint8Array[]) {
  const left = [...pictures];
  const chapterParts = chapters.flatMap((chapter, index) => [
    new Paragraph({ heading: HeadingLevel.HEADING_1, text: chapter.title, pageBreakBefore: index > 0, keepNext: true }),
    ...factLines(chapter.facts),
    ...chapter.sections.flatMap((section) => [
      new Paragraph({ heading: HeadingLevel.HEADING_2, text: section.title, keepNext: true }),
      ...section.blocks.flatMap((block) => contentOf(block, left)),
    ]),
  ]);
  return [
    new Paragraph({ heading: HeadingLevel.TITLE, text: title }),
    ...factLines(facts),
    paragraph({ text: author, href: null }),
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
