import fc from 'fast-check';
import { createDenseKeys } from './row-columns.ts';
import { countAscending, countByKey, countByValue, orderByStory, orderOfRows, rank } from './story-counts.ts';

const rowsArbitrary = fc.array(
  fc.record({ story: fc.integer({ min: 5, max: 40 }), owner: fc.integer({ min: -6, max: 6 }) }),
  { maxLength: 200 },
);

test('stories per value equal the sizes of sets, whatever the order of the rows', () => {
  fc.assert(
    fc.property(rowsArbitrary, (rows) => {
      const order = orderByStory(Uint32Array.from(rows, ({ story }) => story));
      const owners = Float64Array.from(rows, ({ owner }) => owner);
      const expected = [...Map.groupBy(rows, ({ owner }) => owner)]
        .map(([value, found]) => ({ value, total: new Set(found.map(({ story }) => story)).size }))
        .sort((a, b) => b.total - a.total || a.value - b.value);
      const { keysOf, values } = createDenseKeys();
      const ranked = rank(
        keysOf(owners),
        order,
        { size: values.length, toValue: (key) => values[key] ?? Number.NaN },
        3,
      );
      expect(ranked).toEqual({ items: expected.slice(0, 3), distinct: expected.length });
    }),
  );
});

test('stories per ascending key count once in the total and once per key', () => {
  const counts = countAscending(Uint32Array.of(7, 7, 5, 7, 5, 9), Uint32Array.of(0, 0, 0, 2, 2, 2), 4);
  expect(counts).toEqual({ total: 3, totals: Uint32Array.of(2, 0, 3, 0) });
});

test('in the order of rows each row counts', () => {
  const order = orderOfRows(3);
  expect([...countByKey(order, Uint32Array.of(1, 1, 0), 3)]).toEqual([1, 2, 0]);
});

test('stories per value and key count once in the total and once per key', () => {
  const order = orderByStory(Uint32Array.of(9, 9, 8, 9));
  const rows = { values: Uint32Array.of(5, 5, 5, 3), keys: Uint32Array.of(0, 1, 1, 1) };
  expect(countByValue(rows, order, [3, 5, 7], 2)).toEqual([
    { total: 1, totals: [0, 1] },
    { total: 2, totals: [1, 2] },
    { total: 0, totals: [0, 0] },
  ]);
});
