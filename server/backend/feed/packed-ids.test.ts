import { DatabaseSync } from 'node:sqlite';
import { boundPostId } from '../store/post-id.ts';
import { packedIds, unpackIds } from './packed-ids.ts';

const pack = (ids: readonly number[]) => {
  const sql = `SELECT ${packedIds('value')} AS ids FROM json_each(?)`;
  return new DatabaseSync(':memory:').prepare(sql).get(JSON.stringify(ids))?.ids as Uint8Array | null;
};

test('row IDs of all lengths survive packing', () => {
  const ids = [0, 1, 9, 10, 12_345_678, 99_999_999, 100_000_000, 1_783_339_028_578_304, boundPostId(Number.MAX_VALUE)];
  expect([...unpackIds(pack(ids))]).toEqual(ids);
});

test('no rows are an empty list', () => {
  expect(unpackIds(pack([]))).toHaveLength(0);
});
