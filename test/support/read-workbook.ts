/** Reads an XLSX workbook as Excel shows it, with a strict XML reader. */
import { parseXml, type XmlElement } from './parse-xml.ts';
import { unzip } from './unzip.ts';

/** Numeric cells, including times, are numbers. `links`: the address that a cell opens, by its reference. */
export type Sheet = {
  name: string;
  rows: (string | number | null)[][];
  filter: string | undefined;
  links: Record<string, string>;
};

const childrenOf = (element: XmlElement | undefined, name: string): XmlElement[] =>
  element?.children.filter((child) => child.name === name) ?? [];

/** The index of a column, from 0, by the reference of a cell. */
const columnOf = (reference: string): number =>
  [...reference.replace(/\d+$/, '')].reduce((index, letter) => index * 26 + letter.charCodeAt(0) - 64, 0) - 1;

/** Excel decodes `_xHHHH_` in texts. */
const decodeEscapes = (text: string): string =>
  text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));

function readCell(cell: XmlElement): string | number {
  const [value] = childrenOf(cell, 'v');
  if (value) return Number(value.text);
  return decodeEscapes(childrenOf(childrenOf(cell, 'is')[0], 't')[0]?.text ?? '');
}

function readRow(row: XmlElement): (string | number | null)[] {
  const cells: (string | number | null)[] = [];
  for (const cell of childrenOf(row, 'c')) {
    const { r: reference = '' } = cell.attributes;
    if (!reference.endsWith(row.attributes.r ?? '?')) throw new Error(`${reference} is in row ${row.attributes.r}`);
    const column = columnOf(reference);
    while (cells.length < column) cells.push(null);
    cells.push(readCell(cell));
  }
  return cells;
}

export function readWorkbook(archive: Buffer): Sheet[] {
  const files = unzip(archive);
  const read = (name: string): XmlElement =>
    parseXml(new TextDecoder('utf-8', { fatal: true }).decode(files.get(name)));
  for (const name of files.keys()) read(name);
  const targetsOf = (name: string) =>
    new Map(read(name).children.map(({ attributes: { Id = '', Target = '' } }) => [Id, Target]));
  const targets = targetsOf('xl/_rels/workbook.xml.rels');

  function readLinks(sheet: XmlElement, target: string): Record<string, string> {
    const links = childrenOf(childrenOf(sheet, 'hyperlinks')[0], 'hyperlink');
    if (links.length === 0) return {};
    const addresses = targetsOf(`xl/${target.replace('worksheets/', 'worksheets/_rels/')}.rels`);
    return Object.fromEntries(
      links.map(({ attributes: { ref = '', 'r:id': id = '' } }) => [ref, addresses.get(id) ?? 'no address']),
    );
  }
  return childrenOf(childrenOf(read('xl/workbook.xml'), 'sheets')[0], 'sheet').map(({ attributes }) => {
    const target = targets.get(attributes['r:id'] ?? '') ?? '';
    const sheet = read(`xl/${target}`);
    return {
      name: attributes.name ?? '',
      rows: childrenOf(childrenOf(sheet, 'sheetData')[0], 'row').map(readRow),
      filter: childrenOf(sheet, 'autoFilter')[0]?.attributes.ref,
      links: readLinks(sheet, target),
    };
  });
}
