import fc from 'fast-check';
import { packRows, unpackRows } from './pack-rows.ts';

test('a list of rows travels as its columns: texts as lines, whole numbers that run on as differences', () => {
  const rows = [
    { id: 1000, text: 'a', clients: ['b', 'c'], done: true },
    { id: 999, text: '', clients: [], done: false },
    { id: 997, text: 'd', clients: ['e'], done: false },
  ];
  const columns = { id: { steps: [1000, -1, -2] }, text: 'a\n\nd', clients: { lists: 'b, c\n\ne' } };
  expect(packRows({ rows, total: 2 })).toEqual({
    rows: { '~': { ...columns, done: [true, false, false] } },
    total: 2,
  });
});

test.each([
  ['texts of several lines', ['a', 'b\nc']],
  ['a text that is missing', ['a', null]],
  ['lists of texts with commas', [['a, b'], ['c']]],
  ['a list of no text', [[''], []]],
  ['numbers that do not run on', [6, 13, 8]],
  ['numbers too far apart', [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]],
  ['fractions', [1000.5, 1001.5]],
])('%s travel as they are', (_, values) => {
  expect(packRows(values.map((value) => ({ value })))).toEqual({ '~': { value: values } });
});

test('rows that are not alike travel as they are', () => {
  const list = [{ id: 1 }, { id: 2, name: 'b' }];
  expect(packRows(list)).toEqual(list);
});

test('whatever JSON is packed comes back the same', () => {
  const name = fc.string({ minLength: 1 }).filter((text) => text !== '~' && text !== '__proto__');
  const line = fc.string({ unit: fc.constantFrom('a', '\n', ',', ' ') });
  const row = fc.record({
    id: fc.oneof(fc.integer(), fc.maxSafeInteger()),
    text: fc.oneof(fc.constant(null), line),
    list: fc.array(line, { maxLength: 3 }),
  });
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      fc.jsonValue({ maxDepth: 0 }),
      fc.array(row),
      fc.array(tie('value')),
      fc.dictionary(name, tie('value')),
    ),
  }));
  fc.assert(
    fc.property(value, (json) => {
      const travelled: unknown = JSON.parse(JSON.stringify(packRows(json)));
      expect(unpackRows(travelled)).toEqual(JSON.parse(JSON.stringify(json)));
    }),
  );
});
