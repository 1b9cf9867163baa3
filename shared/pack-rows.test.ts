import fc from 'fast-check';
import { packRows, unpackRows } from './pack-rows.ts';

test('a list of rows travels as its columns', () => {
  const rows = [
    { id: 1, clients: ['a'] },
    { id: 2, clients: [] },
  ];
  expect(packRows({ rows, total: 2 })).toEqual({ rows: { '~': { id: [1, 2], clients: [['a'], []] } }, total: 2 });
});

test('rows that are not alike travel as they are', () => {
  const list = [{ id: 1 }, { id: 2, name: 'b' }];
  expect(packRows(list)).toEqual(list);
});

test('whatever JSON is packed comes back the same', () => {
  const name = fc.string({ minLength: 1 }).filter((text) => text !== '~' && text !== '__proto__');
  const row = fc.record({ id: fc.integer(), text: fc.option(fc.string()), list: fc.array(fc.string()) });
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
