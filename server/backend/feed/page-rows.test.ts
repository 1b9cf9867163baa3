// Proves: security#statements
import { countFittingRows, fitTexts, splitRows } from './page-rows.ts';

const total = (lengths: readonly number[], max: number) =>
  lengths.reduce((sum, length) => sum + Math.min(length, max), 0);

test('texts of a usual page stay whole, up to the stored maximum', () => {
  expect(fitTexts([])).toBe(100_000);
  expect(fitTexts(Array.from({ length: 1000 }, () => 3000))).toBe(100_000);
  expect(fitTexts([10, 20_000_000])).toBe(100_000);
});

test('the longest texts are cut, so that all fit', () => {
  const lengths = [...Array.from({ length: 500 }, () => 100), ...Array.from({ length: 500 }, () => 90_000)];
  const max = fitTexts(lengths);
  expect([max, total(lengths, max)]).toEqual([5900, 3_000_000]);
});

test('a reply by cursor ends before the text that does not fit, and has at least one row', () => {
  expect(countFittingRows([5, 5, 5])).toBe(3);
  expect(countFittingRows([9_000_000, 9_000_000])).toBe(2);
  expect(countFittingRows(Array.from({ length: 100 }, () => 90_000))).toBe(33);
  expect(countFittingRows([])).toBe(0);
});

test('a page is split by rows and by texts', () => {
  const ids = Array.from({ length: 120 }, (_, index) => index);
  const sizes = (lengths: readonly number[], max = 100_000) => splitRows(ids, lengths, max).map((part) => part.length);
  expect(sizes(ids.map(() => 500))).toEqual([100, 20]);
  expect(sizes(ids.map(() => 20_000))).toEqual(Array.from({ length: 12 }, () => 10));
  expect(sizes(ids.map(() => 9_000_000))).toEqual(Array.from({ length: 60 }, () => 2));
  expect(splitRows(ids, ids, 10).flat()).toEqual(ids);
});
