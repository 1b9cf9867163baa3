// Proves: export#formats
import fc from 'fast-check';
import { character } from '../../test/support/arbitraries.ts';
import { readWorkbook, type Sheet } from '../../test/support/read-workbook.ts';
import type { Cell, ExportTable } from './export-table.ts';
import { type SheetLimits, writeXlsx } from './xlsx.ts';
import { columnName } from './xlsx-xml.ts';

const table = (...rows: Cell[][]): ExportTable<Cell[]> => ({
  columns: (['text', 'number', 'time', 'link'] as const).map((kind, index) => ({
    title: ['Текст', 'ID', 'Дата поста', 'Ссылка'][index] ?? '',
    on: 'both',
    kind,
    width: 10,
    value: (row) => row[index] ?? null,
    fields: () => ({}),
  })),
  batches: (async function* () {
    yield rows.slice(0, 2);
    yield [];
    yield rows.slice(2);
  })(),
  facts: (count) => [
    ['Фраза', '=метро & «парк»'],
    ['Строк', `${count} из ${count}`],
  ],
  timeZone: 'Europe/Moscow',
});

async function write(rows: Cell[][], limits?: SheetLimits): Promise<Sheet[]> {
  const chunks: Buffer[] = [];
  for await (const chunk of writeXlsx(table(...rows), limits)) chunks.push(chunk);
  return readWorkbook(Buffer.concat(chunks));
}

const texts = async (...values: string[]) => {
  const [data] = await write(values.map((value) => [value]));
  return data?.rows.slice(1).map(([cell]) => cell);
};

test('the workbook has the data with headings, and a sheet that describes the export', async () => {
  const rows = [
    ['Ёлка', -5, '2026-11-01T09:00:00Z', 'https://vk.com/wall-1_2?a=1&b=2'],
    [null, null, null],
    [' края ', 7, 'вчера'],
  ];
  expect(await write(rows)).toEqual([
    {
      name: 'Данные',
      // 1 November 2026, 12:00 in Moscow.
      rows: [
        ['Текст', 'ID', 'Дата поста', 'Ссылка'],
        ['Ёлка', -5, 46_327.5, 'https://vk.com/wall-1_2?a=1&b=2'],
        [],
        [' края ', 7, 'вчера'],
      ],
      filter: 'A1:D4',
      links: { D2: 'https://vk.com/wall-1_2?a=1&b=2' },
    },
    {
      name: 'О выгрузке',
      rows: [
        ['Параметр', 'Значение'],
        ['Фраза', '=метро & «парк»'],
        ['Строк', '3 из 3'],
      ],
      filter: undefined,
      links: {},
    },
  ]);
});

test('an empty table has its headings', async () => {
  expect((await write([]))[0]).toEqual({
    name: 'Данные',
    rows: [['Текст', 'ID', 'Дата поста', 'Ссылка']],
    filter: 'A1:D1',
    links: {},
  });
});

const numbered = [1, 2, 3, 4, 5].map((number) => [`Пост ${number}`, number]);

test.each([
  [3, [2, 2, 1]],
  [6, [5]],
])('sheets of at most %i rows are filled one after another, each with the headings', async (rows, sizes) => {
  const data = (await write(numbered, { rows, characters: 1e9, links: 1e9 })).slice(0, -1);
  expect(data.map((sheet) => sheet.rows.length - 1)).toEqual(sizes);
  expect(data.map(({ name }) => name)).toEqual(['Данные', 'Данные 2', 'Данные 3'].slice(0, sizes.length));
  expect(data.flatMap((sheet) => sheet.rows.slice(1))).toEqual(numbered);
});

test('a sheet also ends at its limit of characters', async () => {
  const data = (await write(numbered, { rows: 1e6, characters: 1, links: 1e9 })).slice(0, -1);
  expect(data.map((sheet) => sheet.rows.length - 1)).toEqual([2, 3]);
  expect(data.flatMap((sheet) => sheet.rows.slice(1))).toEqual(numbered);
});

test('each sheet has links up to the limit of Excel, and plain addresses after it', async () => {
  const rows = numbered.map(([text = '', number = 0]) => [text, number, null, `https://vk.com/wall-1_${number}`]);
  const [first, second] = await write(rows, { rows: 4, characters: 1e9, links: 2 });
  expect([first?.links, second?.links]).toEqual([
    { D2: 'https://vk.com/wall-1_1', D3: 'https://vk.com/wall-1_2' },
    { D2: 'https://vk.com/wall-1_4', D3: 'https://vk.com/wall-1_5' },
  ]);
  expect(first?.rows.at(-1)?.at(-1)).toBe('https://vk.com/wall-1_3');
});

test('texts that look like formulas or escapes stay unchanged', async () => {
  const values = ['=1+1', '+7', '-1', '@x', '_x0041_', '_x005F_', '__x0041_', '<b>&amp;</b>', ']]>', '"', "'"];
  expect(await texts(...values)).toEqual(values);
});

test('control characters survive, and characters that XML cannot contain are omitted', async () => {
  expect(await texts('а\u0008б\rв\nг\tд\u001f', 'а\ufffeб\uffff', 'а\ud800б')).toEqual([
    'а\u0008б\rв\nг\tд\u001f',
    'аб',
    'а\ufffdб',
  ]);
});

test('a text over the limit of Excel is cut and marked, line feeds over its limit become spaces, and the file says so', async () => {
  const values = ['ж'.repeat(40_000), `ж${'𝕏'.repeat(20_000)}`, '\n'.repeat(300), '\n'.repeat(253)];
  const [data, about] = await write(values.map((value) => [value]));
  const [long, cut, lines, fits] = data?.rows.slice(1).map(([cell]) => cell) ?? [];
  expect(long === `${'ж'.repeat(32_766)}…`).toBe(true);
  // Half a surrogate pair is not a character.
  expect(cut === `ж${'𝕏'.repeat(16_382)}…`).toBe(true);
  expect(lines).toBe('\n'.repeat(253) + ' '.repeat(47));
  expect(fits).toBe('\n'.repeat(253));
  expect(about?.rows.at(-1)).toEqual(['Изменено по пределам Excel', 'Ячеек: 3']);
});

test('every text survives', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.string({ unit: character, minLength: 1 }), { minLength: 1 }), async (values) => {
      expect(await texts(...values)).toEqual(
        values.map((value) => value.toWellFormed().replaceAll(/[\ufffe\uffff]/g, '')),
      );
    }),
    { numRuns: 50 },
  );
});

test('columns are named as in Excel', () => {
  expect([0, 25, 26, 701, 702].map(columnName)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA']);
});
