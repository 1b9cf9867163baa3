/** Pieces of XML of an XLSX workbook, within the limits of Excel. */
import { cutText } from '../../shared/format.ts';

/** Per cell, in UTF-16 units. Excel repairs a file with longer texts, and drops them. */
const maxTextLength = 32_767;
const maxLineFeeds = 253;

/** Characters that XML cannot contain, and texts that Excel reads as an escape: `_x0041_` is an «A» for Excel. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are the subject
const special = /[&<>"\u0000-\u0008\u000b-\u001f\ufffe\uffff]|_(?=x[0-9a-fA-F]{4}_)/g;

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', _: '_x005F_' };

function escapeCharacter(character: string): string {
  const entity = entities[character];
  if (entity !== undefined) return entity;
  if (character >= '\ufffe') return '';
  return `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
}

export const escapeXml = (text: string): string => text.toWellFormed().replace(special, escapeCharacter);

/** A cut text ends with an ellipsis; line feeds over the limit become spaces. */
export function fitCell(text: string): string {
  const cut = cutText(text, maxTextLength);
  if (!cut.includes('\n')) return cut;
  let lineFeeds = 0;
  return cut.replace(/\n/g, () => {
    lineFeeds += 1;
    return lineFeeds > maxLineFeeds ? ' ' : '\n';
  });
}

/** `index` counts from 0: A, …, Z, AA. */
export const columnName = (index: number): string =>
  (index >= 26 ? columnName(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26));

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

export const sheetStart = (widths: readonly number[]): string =>
  `${head}<worksheet xmlns="${main}" xmlns:r="${relations}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" ` +
  'activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>' +
  widths
    .map((width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`)
    .join('') +
  '</cols><sheetData>';

/** A cell, and the address that it opens. */
export type CellLink = { at: string; address: string };

const linkId = (index: number): string => `link${index + 1}`;

/** `range`: the cells with a filter in their first row, null for none. */
export const sheetEnd = (range: string | null, links: readonly CellLink[]): string =>
  `</sheetData>${range === null ? '' : `<autoFilter ref="${range}"/>`}${
    links.length === 0
      ? ''
      : `<hyperlinks>${links.map(({ at }, index) => `<hyperlink ref="${at}" r:id="${linkId(index)}"/>`).join('')}</hyperlinks>`
  }</worksheet>`;

/** Indices of `cellXfs` in the style sheet. */
export const cellStyles = { heading: 1, time: 2, link: 3 } as const;

export const styleSheet =
  `${head}<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="dd\\.mm\\.yyyy\\ hh:mm"/></numFmts>` +
  '<fonts count="3"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font>' +
  '<font><u/><sz val="11"/><color rgb="FF0563C1"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  '<cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
  '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>' +
  '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="0" fontId="2" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs></styleSheet>';

export const workbook = (names: readonly string[]): string =>
  `${head}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>` +
  names.map((name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`).join('') +
  '</sheets></workbook>';

const relation = (id: string, type: string, target: string, mode = ''): string =>
  `<Relationship Id="${id}" Type="${relations}/${type}" Target="${target}"${mode}/>`;

export const sheetRelations = (links: readonly CellLink[]): string =>
  `${head}<Relationships xmlns="${packages}/relationships">${links
    .map(({ address }, index) => relation(linkId(index), 'hyperlink', escapeXml(address), ' TargetMode="External"'))
    .join('')}</Relationships>`;

export const workbookRelations = (sheets: number): string =>
  `${head}<Relationships xmlns="${packages}/relationships">` +
  Array.from({ length: sheets }, (_, index) =>
    relation(`rId${index + 1}`, 'worksheet', `worksheets/sheet${index + 1}.xml`),
  ).join('') +
  `${relation('styles', 'styles', 'styles.xml')}</Relationships>`;

export const packageRelations = `${head}<Relationships xmlns="${packages}/relationships">${relation(
  'workbook',
  'officeDocument',
  'xl/workbook.xml',
)}</Relationships>`;

const override = (part: string, type: string): string =>
  `<Override PartName="/xl/${part}.xml" ContentType="${types}.${type}+xml"/>`;

export const contentTypes = (sheets: number): string =>
  `${head}<Types xmlns="${packages}/content-types"><Default Extension="rels" ` +
  `ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>` +
  override('workbook', 'sheet.main') +
  override('styles', 'styles') +
  Array.from({ length: sheets }, (_, index) => override(`worksheets/sheet${index + 1}`, 'worksheet')).join('') +
  '</Types>';
