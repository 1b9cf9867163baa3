/** A strict CSV parser (RFC 4180): throws for a stray quote, a different line end, and rows of different lengths. */
export function parseCsv(text: string, separator: ',' | ';', lineEnd: '\r\n' | '\n' = '\r\n'): string[][] {
  const rows: string[][] = [];
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|([^"\r\n${separator}]*))(${separator}|${lineEnd})`, 'y');
  let row: string[] = [];
  while (cell.lastIndex < text.length) {
    const start = cell.lastIndex;
    const [, quoted, bare, end] = cell.exec(text) ?? [];
    if (end === undefined) throw new Error(`Not CSV: ${JSON.stringify(text.slice(start, start + 80))}`);
    row.push(quoted?.replaceAll('""', '"') ?? bare ?? '');
    if (end === separator) continue;
    rows.push(row);
    row = [];
  }
  if (row.length > 0) throw new Error('The last row has no end');
  return rows;
}
