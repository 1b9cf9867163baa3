/** Reads the forms of a report as people do: the texts of the mail's HTML, of the PDF's pages and of the DOCX's body. */
import { inflateSync } from 'node:zlib';
import type { ReportBlock, ReportDocument } from '../../server/backend/reports/report-document.ts';
import { parseXml, type XmlElement } from './parse-xml.ts';
import { unzip } from './unzip.ts';

/** The texts of a document in the order of its forms. Those of a table or of figures are a list of rows. */
export type FormText = string | string[][];

function textsOfBlock(block: ReportBlock): FormText[] {
  if (block.kind === 'paragraph') return [block.parts.map(({ text }) => text).join('')];
  if (block.kind === 'figures') return [[block.figures.map(({ name, text, note }) => [name, text, note].join('\n'))]];
  if (block.kind === 'chart') return [];
  return [[[...block.heads], ...block.rows.map((cells) => cells.map(({ text }) => text))]];
}

/** Without what is above the chapters. */
export const textsOf = ({ chapters }: ReportDocument): FormText[] =>
  chapters.flatMap(({ title, facts, sections }) => [
    title,
    facts.map((fact) => [...fact]),
    ...sections.flatMap((section) => [section.title, ...section.blocks.flatMap(textsOfBlock)]),
  ]);

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", apos: "'" };
export const plainOf = (html: string): string =>
  html
    .replaceAll('<br>', '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(#?\w+);/g, (whole, name) => entities[name] ?? whole)
    .replaceAll('\u200c', '');

const cellsOf = (row: string): string[] =>
  [...row.matchAll(/<(td|th)\b[^>]*>(.*?)<\/\1>/gs)].map(([, , cell = '']) => plainOf(cell));

/** A sentence is a row of its own, above the cells that belong to it. */
const joinQuotes = (rows: string[][]): string[][] =>
  rows[0]?.length === 1
    ? Array.from({ length: rows.length / 2 }, (_, index) => rows.slice(2 * index, 2 * index + 2).flat())
    : rows;

/** From the first chapter on, without pictures. The last text is the author. */
export function readMail(html: string): FormText[] {
  const body = html.slice(html.indexOf('<h2'));
  const found = body.matchAll(
    /<h[23][^>]*>(.*?)<\/h[23]>|<table[^>]*collapse">(.*?)<\/table>|<td[^>]*14px[^>]*>([^<]*(?:<a .*?)?)<\/td>/gs,
  );
  return [...found].flatMap(([, heading, table, text]): FormText[] => {
    if (heading !== undefined) return [plainOf(heading)];
    if (table !== undefined) return [joinQuotes(table.split('</tr>').slice(0, -1).map(cellsOf))];
    return [plainOf(text ?? '')];
  });
}

const childrenOf = (element: XmlElement, name: string): XmlElement[] =>
  element.children.filter((child) => child.name === name);

const textOf = (element: XmlElement): string =>
  element.name === 'w:t' ? element.text : element.children.map(textOf).join('');

const cellText = (cell: XmlElement): string => childrenOf(cell, 'w:p').map(textOf).join('\n');

export type DocxFile = { texts: FormText[]; xml: string; files: string[]; styles: string[]; alternatives: string[] };

const all = (element: XmlElement, name: string): XmlElement[] => [
  ...(element.name === name ? [element] : []),
  ...element.children.flatMap((child) => all(child, name)),
];

/** All XML of the file must be well-formed. */
export function readDocx(file: Buffer): DocxFile {
  const files = unzip(file);
  for (const [name, content] of files) if (/\.(xml|rels)$/.test(name)) parseXml(content.toString());
  const xml = files.get('word/document.xml')?.toString() ?? '';
  const [document] = [parseXml(xml)];
  const [body] = all(document, 'w:body');
  const parts = body?.children.filter(({ name }) => name === 'w:p' || name === 'w:tbl') ?? [];
  const texts = parts.map(
    (part): FormText =>
      part.name === 'w:p' ? textOf(part) : childrenOf(part, 'w:tr').map((row) => childrenOf(row, 'w:tc').map(cellText)),
  );
  return {
    texts: texts.filter((text) => text !== ''),
    xml,
    files: [...files.keys()],
    styles: all(document, 'w:pStyle').map(({ attributes }) => attributes['w:val'] ?? ''),
    alternatives: all(document, 'wp:docPr').map(({ attributes }) => attributes.descr ?? ''),
  };
}

/** The objects of the file by number, with their streams. Reads only what pdfkit writes. */
function readObjects(file: Buffer): Map<number, { source: string; stream: string }> {
  const text = file.toString('latin1');
  const objects = new Map<number, { source: string; stream: string }>();
  for (const match of text.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const [, number, body = ''] = match;
    const [source = '', packed] = body.split(/\nstream\n/);
    const data = packed === undefined ? '' : packed.slice(0, packed.lastIndexOf('\nendstream'));
    const stream = source.includes('/FlateDecode') ? inflateSync(Buffer.from(data, 'latin1')).toString('latin1') : data;
    objects.set(Number(number), { source, stream });
  }
  return objects;
}

const referenceOf = (source: string, name: string): number =>
  Number(new RegExp(`/${name} (\\d+) 0 R`).exec(source)?.[1] ?? 0);

const fromUtf16 = (hex: string): string => Buffer.from(hex, 'hex').swap16().toString('utf16le');

/** The texts of the glyphs of a font. */
function readGlyphs(cmap: string): string[] {
  const glyphs: string[] = [];
  for (const [, first = '0', list = ''] of cmap.matchAll(/<(\w+)> <\w+> \[(.*?)\]/gs)) {
    const start = Number.parseInt(first, 16);
    for (const [index, [, hex = '']] of [...list.matchAll(/<([\w\s]*)>/g)].entries())
      glyphs[start + index] = fromUtf16(hex.replaceAll(/\s/g, ''));
  }
  return glyphs;
}

/** The texts of a page in the order of drawing, without artifacts and figures. The glyph 0 stands for what the font lacks. */
function readPage(content: string, glyphsOf: (font: string) => string[]): string {
  let glyphs: string[] = [];
  let skipped = 0;
  let depth = 0;
  let text = '';
  for (const line of content.replaceAll(/<<[^<>]*>>/g, '').split('\n')) {
    const [, font] = /^\/(F\d+) [\d.]+ Tf$/.exec(line) ?? [];
    if (font !== undefined) glyphs = glyphsOf(font);
    if (/ +B(DC|MC)$/.test(line)) {
      depth += 1;
      if (skipped === 0 && /^\/(Artifact|Figure)/.test(line)) skipped = depth;
    } else if (line === 'EMC') {
      if (skipped === depth) skipped = 0;
      depth -= 1;
    } else if (line.endsWith('TJ') && skipped === 0) {
      for (const [, hex = ''] of line.matchAll(/<(\w*)>/g))
        for (const code of hex.match(/.{4}/g) ?? [])
          text += code === '0000' ? '' : (glyphs[Number.parseInt(code, 16)] ?? '');
      text += '\n';
    }
  }
  return text;
}

/** `catalog`: the source of the root object. */
export type PdfFile = { text: string; pages: number; catalog: string; links: string[] };

export function readPdf(file: Buffer): PdfFile {
  const objects = readObjects(file);
  const at = (number: number) => objects.get(number) ?? { source: '', stream: '' };
  const sources = [...objects.values()].map(({ source }) => source);
  const pages = sources.filter((source) => /\/Type \/Page\b(?!s)/.test(source));
  const texts = pages.map((page) => {
    const fonts = at(referenceOf(page, 'Resources')).source;
    return readPage(at(referenceOf(page, 'Contents')).stream, (font) =>
      readGlyphs(at(referenceOf(at(referenceOf(fonts, font)).source, 'ToUnicode')).stream),
    );
  });
  return {
    text: texts.join(''),
    pages: pages.length,
    catalog: sources.find((source) => source.includes('/Type /Catalog')) ?? '',
    links: sources.flatMap((source) => /\/URI \((.*)\)/.exec(source)?.[1] ?? []),
  };
}
