import { DatabaseSync } from 'node:sqlite';
import { boundPostId } from '../store/post-id.ts';
import { createDenseKeys, packedIds, unpackIds } from './row-columns.ts';

const pack = (ids: readonly number[]) => {
  const sql = `SELECT ${packedIds('value')} AS ids FROM json_each(?)`;
  return new DatabaseSync(':memory:').prepare(sql).get(JSON.stringify(ids))?.ids as Uint8Array | null;
};

test('row IDs of all lengths are the same after they were packed', () => {
  const ids = [0, 1, 9, 10, 12_345_678, 99_999_999, 100_000_000, 1_783_339_028_578_304, boundPostId(Number.MAX_VALUE)];
  expect([...unpackIds(pack(ids))]).toEqual(ids);
});

test('no rows are an empty list', () => {
  expect(unpackIds(pack([]))).toHaveLength(0);
});

test('keys are dense, lead back to negative and large values, and are those of earlier columns', () => {
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
