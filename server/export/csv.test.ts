// Proves: export#formats
import fc from 'fast-check';
import { character } from '../../test/support/arbitraries.ts';
import { parseCsv } from '../../test/support/parse-csv.ts';
import { guardFormula, writeExcelCsv, writePlainCsv } from './csv.ts';
import type { ExportTable } from './export-table.ts';

type Row = { text: string | null; number: number | null; time: string | null };

const table = (...rows: Row[]): ExportTable<Row> => ({
  columns: [
    { title: 'Текст', on: 'both', kind: 'text', width: 10, value: ({ text }) => text, fields: () => ({}) },
    { title: 'ID', on: 'both', kind: 'number', width: 10, value: ({ number }) => number, fields: () => ({}) },
    { title: 'Дата поста', on: 'both', kind: 'time', width: 10, value: ({ time }) => time, fields: () => ({}) },
  ],
  batches: (async function* () {
    for (const row of rows) yield [row];
  })(),
  facts: () => [],
  timeZone: 'Europe/Moscow',
});
const row = (text: string | null): Row => ({ text, number: -5, time: '2026-11-01T10:00:30Z' });

async function collect(chunks: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const chunk of chunks) text += chunk;
  return text;
}

test('CSV for Excel has a byte order mark, semicolons, CRLF, Russian times, and a last row with the number of rows', async () => {
  expect(await collect(writeExcelCsv(table(row('Ёлка «Север»'), row(null))))).toBe(
    '\uFEFFТекст;ID;Дата поста\r\nЁлка «Север»;-5;01.11.2026 13:00\r\n;-5;01.11.2026 13:00\r\nСтрок: 2 из 2\r\n',
  );
});

test('plain CSV has commas, times with their offset, and only data', async () => {
  expect(await collect(writePlainCsv(table(row('Ёлка'), { text: 'x', number: null, time: null })))).toBe(
    'Текст,ID,Дата поста\r\nЁлка,-5,2026-11-01T13:00:30+03:00\r\nx,,\r\n',
  );
});

test.each(['=1+1', '+7 900', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', '\0=1', '\0\0@x'])(
  'the text %j cannot start a formula',
  async (text) => {
    const cells = parseCsv(await collect(writePlainCsv(table(row(text)))), ',');
    expect(cells[1]?.[0]).toBe(`'${text.replaceAll('\0', '')}`);
  },
);

test('a number is not guarded', () => {
  expect([guardFormula('5'), guardFormula('а=1')]).toEqual(['5', 'а=1']);
});

test('an invalid time stays as it was sent', async () => {
  expect(await collect(writePlainCsv(table({ ...row('x'), time: 'вчера' })))).toContain('\r\nx,-5,вчера\r\n');
});

test.each([
  ['Excel', writeExcelCsv, ';'],
  ['plain', writePlainCsv, ','],
] as const)('every text comes back from %s CSV, but for its guard and NUL', async (_name, write, separator) => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.string({ unit: character }), { minLength: 1, maxLength: 5 }), async (texts) => {
      const text = (await collect(write(table(...texts.map(row))))).replace(/^\uFEFF/, '');
      const cells = parseCsv(text, separator).slice(1, texts.length + 1);
      expect(cells.map(([cell]) => cell)).toEqual(
        texts.map((expected) => guardFormula(expected.toWellFormed().replaceAll('\0', ''))),
      );
    }),
  );
});
