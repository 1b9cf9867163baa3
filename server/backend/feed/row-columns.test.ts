import { createDenseKeys } from './row-columns.ts';

test('keys are dense, map back to negative and large values, and are the same in all columns', () => {
  const { keysOf, values } = createDenseKeys();
  const valueAt = (index: number) => (index % 2 === 0 ? -1 : 2 ** 33) * (index % 150);
  const columns = [300, 900].map((length) => Float64Array.from({ length }, (_, index) => valueAt(index)));
  for (const column of columns) {
    const keys = keysOf(column);
    expect(Float64Array.from(keys, (key) => values[key] ?? Number.NaN)).toEqual(column);
    expect(keysOf(column)).toBe(keys);
  }
  expect(values).toHaveLength(new Set(columns.flatMap((column) => [...column])).size);
});
