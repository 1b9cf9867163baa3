/** A report as PDF: A4, tagged, with text that can be searched. */
import PDFDocument from 'pdfkit';
import { assetFile } from './assets.ts';
import { type Drawing, drawChart, type Shape, textColor, textSize } from './drawing.ts';
import { fitWidths } from './fit-widths.ts';
import type {
  ReportBlock,
  ReportChapter,
  ReportChart,
  ReportDocument,
  ReportFact,
  ReportFigure,
  ReportTable,
  ReportText,
} from './report-document.ts';

const [pageWidth, pageHeight] = [595.28, 841.89];
const margin = { side: 48, top: 60, bottom: 60 };
const contentWidth = pageWidth - 2 * margin.side;
const contentEnd = pageHeight - margin.bottom;
const colors = { text: '#1a1e26', muted: '#586070', link: '#1f4fb8', line: '#d9dee6', head: '#eef1f6' };
const sizes = { title: 22, chapter: 16, section: 13, text: 10, small: 8.5 };
const cellPadding = { x: 6, y: 4 };

/** Emoji with the space before them, and characters that are never visible. */
const unshown = / ?\p{RGI_Emoji}|\p{DI}/gv;
/** Letters that the font lacks and that pdfkit would reorder, together with the text after them. */
const reordered = /\p{Script=Arabic}|\p{Script=Hebrew}/gv;
/** The font draws a box for a character that it lacks. */
const shown = (text: string): string => text.replace(unshown, '').replace(reordered, '\u25a1');

/** Paths, because pdfkit keeps a font only under the name by which it was first used. */
const textFont = assetFile('noto-sans.ttf');
const boldFont = assetFile('noto-sans-bold.ttf');

type Place = { x: number; width: number };
type Font = { size: number; bold?: boolean };
type Style = { color?: string; align?: 'right'; href?: string | null };

/** The parts of a page are drawn from `y` down, each entirely on one page. */
function createWriter({ title, subject, author }: ReportDocument) {
  const info = { Title: shown(subject), Author: shown(author) };
  const doc = new PDFDocument({
    ...{ size: 'A4', margins: { left: margin.side, right: margin.side, top: margin.top, bottom: 0 } },
    ...{ font: textFont, bufferPages: true, pdfVersion: '1.7' },
    ...{ tagged: true, lang: 'ru-RU', displayTitle: true, info },
  });
  const root = doc.struct('Document', { title: shown(title) });
  doc.addStructure(root);
  let y = margin.top;

  const use = ({ size, bold = false }: Font) => doc.font(bold ? boldFont : textFont).fontSize(size);
  const widthOf = (text: string, font: Font): number => use(font).widthOfString(shown(text));

  return {
    doc,
    root,
    use,
    top: () => y,
    moveDown(height: number): void {
      y += height;
    },
    newPage(): void {
      doc.addPage();
      y = margin.top;
    },
    /** Continues on a new page unless the height fits. Returns whether it does. */
    ensure(height: number): boolean {
      if (y + height <= contentEnd || y === margin.top) return false;
      this.newPage();
      return true;
    },
    widthOf,
    heightOf(text: string, font: Font, width: number): number {
      const isLine = widthOf(text, font) <= width;
      return isLine ? use(font).currentLineHeight(true) : doc.heightOfString(shown(text), { width });
    },
    /** A text on one line needs no search for line breaks, which takes most of the time. */
    write(
      text: string,
      { x, width }: Place,
      font: Font,
      { color = colors.text, align, href = null }: Style = {},
    ): void {
      const wide = widthOf(text, font);
      doc.fillColor(href === null ? color : colors.link);
      const link = href === null ? {} : { link: href };
      if (wide > width) doc.text(shown(text), x, y, { width, ...(align && { align }), ...link });
      else doc.text(shown(text), align === 'right' ? x + width - wide : x, y, { lineBreak: false, ...link });
    },
  };
}

type Writer = ReturnType<typeof createWriter>;
type Structure = Writer['root'];

const whole: Place = { x: margin.side, width: contentWidth };

const paragraphText = (parts: readonly ReportText[]): string => parts.map(({ text }) => text).join('');
const paragraphHeight = (writer: Writer, parts: readonly ReportText[]): number =>
  writer.heightOf(paragraphText(parts), { size: sizes.text }, contentWidth);

/** `below`: what must fit on the page below the heading. */
function writeHeading(writer: Writer, parent: Structure, level: 1 | 2, text: string, below: number): void {
  const font = { size: level === 1 ? sizes.chapter : sizes.section, bold: true };
  const height = writer.heightOf(text, font, contentWidth);
  const gap = level === 1 ? 18 : 14;
  if (!writer.ensure(gap + height + 6 + below)) writer.moveDown(gap);
  parent.add(writer.doc.struct(`H${level + 1}`, {}, () => writer.write(text, whole, font)));
  writer.moveDown(height + 6);
}

function writeParagraph(writer: Writer, parent: Structure, parts: readonly ReportText[]): void {
  const { doc } = writer;
  const font = { size: sizes.text };
  const height = paragraphHeight(writer, parts);
  writer.ensure(height);
  const paragraph = doc.struct('P', {}, () => {
    writer.use(font);
    doc.text('', margin.side, writer.top(), { width: contentWidth, continued: true });
    for (const [index, { text, href }] of parts.entries()) {
      doc.fillColor(href === null ? colors.text : colors.link);
      doc.text(shown(text), { link: href, continued: index < parts.length - 1 } as PDFKit.Mixins.TextOptions);
    }
  });
  parent.add(paragraph);
  writer.moveDown(height + 6);
}

function writeFacts(writer: Writer, parent: Structure, facts: readonly ReportFact[]): void {
  const labelWidth = 130;
  const place = { x: margin.side + labelWidth, width: contentWidth - labelWidth };
  for (const [label, text] of facts) {
    const height = writer.heightOf(text, { size: sizes.text }, place.width);
    writer.ensure(height);
    const fact = writer.doc.struct('P', {}, () => {
      writer.write(label, { x: margin.side, width: labelWidth }, { size: sizes.text }, { color: colors.muted });
      writer.write(text, place, { size: sizes.text });
    });
    parent.add(fact);
    writer.moveDown(height + 3);
  }
}

const figuresHeight = 58;

function writeFigures(writer: Writer, parent: Structure, figures: readonly ReportFigure[]): void {
  const width = contentWidth / Math.max(figures.length, 3);
  writer.ensure(figuresHeight);
  const start = writer.top();
  for (const [index, { name, text, note, href }] of figures.entries()) {
    const place = { x: margin.side + index * width, width: width - 12 };
    const lines = [
      [name, { size: sizes.small }, { color: colors.muted }],
      [text, { size: 18, bold: true }, { href }],
      [note, { size: sizes.small }, { color: colors.muted }],
    ] as const;
    const group = writer.doc.struct('P', {}, () => {
      for (const [line, font, more] of lines) {
        writer.write(line, place, font, more);
        writer.moveDown(font.size * 1.4);
      }
    });
    parent.add(group);
    writer.moveDown(start - writer.top());
  }
  writer.moveDown(figuresHeight);
}

type Columns = { widths: number[]; numeric: boolean[] };

function layOut(writer: Writer, { heads, rows }: ReportTable): Columns {
  const wanted = heads.map((head, column) =>
    Math.max(
      writer.widthOf(head, { size: sizes.small, bold: true }),
      ...rows.map((row) => writer.widthOf(row[column]?.text ?? '', { size: sizes.text })),
    ),
  );
  return {
    widths: fitWidths(
      wanted.map((width) => width + 2 * cellPadding.x + 1),
      contentWidth,
    ),
    numeric: heads.map((_, column) => rows.every((row) => row[column]?.isFigure)),
  };
}

type Row = { cells: readonly ReportText[]; font: Font; tag: 'TH' | 'TD' };

const rowHeight = (writer: Writer, { cells, font }: Row, { widths }: Columns): number =>
  2 * cellPadding.y +
  Math.max(...cells.map(({ text }, index) => writer.heightOf(text, font, (widths[index] ?? 0) - 2 * cellPadding.x)));

/** Draws what is between the calls as decoration, which readers of the text leave out. */
function decorate({ doc }: Writer, type: 'Layout' | 'Pagination', draw: () => void): void {
  doc.markContent('Artifact', { type });
  draw();
  doc.endMarkedContent();
}

/** `add`: adds a cell to the structure of the document; a repeated head has none. */
function writeRow(writer: Writer, row: Row, columns: Columns, add: (tag: string, draw: () => void) => void): void {
  const { doc } = writer;
  const { cells, font, tag } = row;
  const height = rowHeight(writer, row, columns);
  const top = writer.top();
  decorate(writer, 'Layout', () => {
    if (tag === 'TH') doc.rect(margin.side, top, contentWidth, height).fill(colors.head);
    doc.moveTo(margin.side, top + height).lineTo(margin.side + contentWidth, top + height);
    doc.lineWidth(0.5).stroke(colors.line);
  });
  let x = margin.side;
  writer.moveDown(cellPadding.y);
  for (const [index, { text, href }] of cells.entries()) {
    const width = columns.widths[index] ?? 0;
    const place = { x: x + cellPadding.x, width: width - 2 * cellPadding.x };
    const more = { href, ...(columns.numeric[index] && { align: 'right' as const }) };
    add(tag, () => writer.write(text, place, font, more));
    x += width;
  }
  writer.moveDown(height - cellPadding.y);
}

function addRow(writer: Writer, table: Structure, row: Row, columns: Columns): void {
  const { doc } = writer;
  const structure = doc.struct('TR');
  table.add(structure);
  writeRow(writer, row, columns, (tag, draw) => structure.add(doc.struct(tag, {}, draw)));
  structure.end();
}

const headOf = ({ heads }: ReportTable): Row => ({
  cells: heads.map((text) => ({ text, href: null })),
  ...{ font: { size: sizes.small, bold: true }, tag: 'TH' },
});
const rowOf = (cells: readonly ReportText[]): Row => ({ cells, font: { size: sizes.text }, tag: 'TD' });

/** The head stands above the first row of each page, so never alone at the end of one. Nor is the last row alone. */
function writeTable(writer: Writer, parent: Structure, table: ReportTable): void {
  const columns = layOut(writer, table);
  const head = headOf(table);
  const structure = writer.doc.struct('Table');
  parent.add(structure);
  const headHeight = rowHeight(writer, head, columns);
  const heights = table.rows.map((cells) => rowHeight(writer, rowOf(cells), columns));
  const last = heights.length - 1;
  for (const [index, cells] of table.rows.entries()) {
    const row = rowOf(cells);
    const height = (heights[index] ?? 0) + (index === last - 1 ? (heights[last] ?? 0) : 0);
    const isNewPage = writer.ensure(index === 0 ? headHeight + height : height);
    if (index === 0) addRow(writer, structure, head, columns);
    else if (isNewPage) writeRow(writer, head, columns, (_tag, draw) => decorate(writer, 'Pagination', draw));
    addRow(writer, structure, row, columns);
  }
  structure.end();
  writer.moveDown(8);
}

function drawShape({ doc, use }: Writer, shape: Shape): void {
  if (shape.kind === 'rect') {
    doc.rect(shape.x, shape.y, shape.width, shape.height).fill(shape.fill);
  } else if (shape.kind === 'line') {
    for (const [index, [x, y]] of shape.points.entries()) index === 0 ? doc.moveTo(x, y) : doc.lineTo(x, y);
    doc.lineWidth(shape.width).stroke(shape.stroke);
  } else {
    use({ size: textSize }).fillColor(textColor);
    const width = doc.widthOfString(shape.text);
    const before = { start: 0, middle: width / 2, end: width }[shape.anchor];
    doc.text(shape.text, shape.x - before, shape.y - textSize, { lineBreak: false });
  }
}

function drawScaled(writer: Writer, { width, shapes }: Drawing): void {
  const { doc } = writer;
  doc
    .save()
    .translate(margin.side, writer.top())
    .scale(contentWidth / width);
  for (const shape of shapes) drawShape(writer, shape);
  doc.restore();
}

const heightOfDrawing = ({ width, height }: Drawing): number => (height * contentWidth) / width;

function writeChart(writer: Writer, parent: Structure, chart: ReportChart): void {
  const drawing = drawChart(chart);
  const height = heightOfDrawing(drawing);
  writer.ensure(height);
  parent.add(writer.doc.struct('Figure', { alt: chart.alternative }, () => drawScaled(writer, drawing)));
  writer.moveDown(height + 8);
}

function writeBlock(writer: Writer, parent: Structure, block: ReportBlock): void {
  if (block.kind === 'paragraph') writeParagraph(writer, parent, block.parts);
  else if (block.kind === 'figures') writeFigures(writer, parent, block.figures);
  else if (block.kind === 'table') writeTable(writer, parent, block);
  else writeChart(writer, parent, block);
}

/** Of a longer table, the head and these rows stand below the heading. */
const keptRows = 3;

function tableHeight(writer: Writer, table: ReportTable): number {
  const columns = layOut(writer, table);
  const rows = [headOf(table), ...table.rows.map(rowOf)];
  return rows.reduce((sum, row) => sum + rowHeight(writer, row, columns), 8);
}

function blockHeight(writer: Writer, block: ReportBlock): number {
  if (block.kind === 'paragraph') return paragraphHeight(writer, block.parts) + 6;
  if (block.kind === 'figures') return figuresHeight;
  if (block.kind === 'chart') return heightOfDrawing(drawChart(block)) + 8;
  return tableHeight(writer, block);
}

/** A short section stays on one page. */
const wholeMax = 330;

/** What must fit on the page of a section's heading. */
function leastBelow(writer: Writer, blocks: readonly ReportBlock[]): number {
  let height = 0;
  for (const block of blocks) {
    if (block.kind !== 'table') {
      height += blockHeight(writer, block);
      continue;
    }
    const start = height + tableHeight(writer, { ...block, rows: block.rows.slice(0, keptRows) });
    const isLong = block.rows.length * sizes.text * 1.4 > wholeMax;
    height += isLong ? wholeMax : tableHeight(writer, block);
    if (height > wholeMax) return start;
  }
  return height;
}

/** A heading stands above the facts of its chapter, or the start of its section. */
const belowChapter = 90;

function writeChapter(writer: Writer, { title, facts, sections }: ReportChapter): void {
  const { doc, root } = writer;
  const part = doc.struct('Part', { title: shown(title) });
  root.add(part);
  writeHeading(writer, part, 1, title, belowChapter);
  const bookmark = doc.outline.addItem(shown(title));
  writeFacts(writer, part, facts);
  for (const section of sections) {
    const structure = doc.struct('Sect', { title: section.title });
    part.add(structure);
    writeHeading(writer, structure, 2, section.title, leastBelow(writer, section.blocks));
    bookmark.addItem(section.title);
    for (const block of section.blocks) writeBlock(writer, structure, block);
    structure.end();
  }
  part.end();
}

function writeFirstPage(writer: Writer, { title, author, facts }: ReportDocument): void {
  const font = { size: sizes.title, bold: true };
  const height = writer.heightOf(title, font, contentWidth);
  writer.root.add(writer.doc.struct('H1', {}, () => writer.write(title, whole, font)));
  writer.moveDown(height + 8);
  writeFacts(writer, writer.root, facts);
  writeParagraph(writer, writer.root, [{ text: author, href: null }]);
}

/** The first page has its title in the text. */
function writeMargins(writer: Writer, { subject }: ReportDocument): void {
  const { doc, use } = writer;
  const { count } = doc.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    doc.switchToPage(page);
    decorate(writer, 'Pagination', () => {
      use({ size: sizes.small }).fillColor(colors.muted);
      const line = { width: contentWidth, height: 12, ellipsis: true };
      if (page > 0) doc.text(shown(subject), margin.side, 30, line);
      doc.text(`Страница ${page + 1} из ${count}`, margin.side, pageHeight - 40, { ...line, align: 'right' });
    });
  }
}

/** A new page per chapter after the first, so that a chapter can be handed on. */
export async function makePdf(document: ReportDocument): Promise<Uint8Array> {
  const writer = createWriter(document);
  const { doc, root } = writer;
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((resolve) => doc.once('end', resolve));
  writeFirstPage(writer, document);
  for (const [index, chapter] of document.chapters.entries()) {
    if (index > 0) writer.newPage();
    writeChapter(writer, chapter);
  }
  root.end();
  writeMargins(writer, document);
  doc.end();
  await ended;
  return Buffer.concat(chunks);
}
