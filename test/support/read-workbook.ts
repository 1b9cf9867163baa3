/** Reads an XLSX workbook as Excel shows it, with a strict ZIP and XML reader. */
import { crc32, inflateRawSync } from 'node:zlib';
import { parseXml, type XmlElement } from './parse-xml.ts';

/** Numeric cells, including times, are numbers. `links`: the address that a cell opens, by its reference. */
export type Sheet = {
  name: string;
  rows: (string | number | null)[][];
  filter: string | undefined;
  links: Record<string, string>;
};

/** Returns the files of the archive by name. Checks sizes, checksums and the directory. */
function unzip(archive: Buffer): Map<string, Buffer> {
  const end = archive.length - 22;
  if (archive.readUInt32LE(end) !== 0x06054b50) throw new Error('The archive has no end');
  const files = new Map<string, Buffer>();
  let at = archive.readUInt32LE(end + 16);
  for (let index = 0; index < archive.readUInt16LE(end + 10); index += 1) {
    if (archive.readUInt32LE(at) !== 0x02014b50) throw new Error('The directory is damaged');
    const [crc, packed, size] = [16, 20, 24].map((field) => archive.readUInt32LE(at + field));
    const nameLength = archive.readUInt16LE(at + 28);
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength);
    const local = archive.readUInt32LE(at + 42);
    if (archive.readUInt32LE(local) !== 0x04034b50) throw new Error(`${name} is not where the directory says`);
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const data = inflateRawSync(archive.subarray(start, start + (packed ?? 0)));
    if (data.length !== size || crc32(data) !== crc) throw new Error(`${name} is damaged`);
    files.set(name, data);
    at += 46 + nameLength;
  }
  if (at !== end) throw new Error('The directory has another size');
  return files;
}

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
