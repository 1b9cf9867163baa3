import { countFittingRows, fitTexts } from './page-rows.ts';

const total = (lengths: readonly number[], max: number) =>
  lengths.reduce((sum, length) => sum + Math.min(length, max), 0);

test('texts of a usual page stay whole, and none is longer than those that are stored', () => {
  expect(fitTexts([])).toBe(100_000);
  expect(fitTexts(Array.from({ length: 1000 }, () => 3000))).toBe(100_000);
  expect(fitTexts([10, 20_000_000])).toBe(100_000);
});

test('of too many long texts the longest are cut, so that all fit', () => {
  const lengths = [...Array.from({ length: 500 }, () => 100), ...Array.from({ length: 500 }, () => 90_000)];
  const max = fitTexts(lengths);
  expect([max, total(lengths, max)]).toEqual([5900, 3_000_000]);
});

test('a reply by cursor ends before the text that does not fit, and has a row at least', () => {
  expect(countFittingRows([5, 5, 5])).toBe(3);
  expect(countFittingRows([9_000_000, 9_000_000])).toBe(2);
  expect(countFittingRows(Array.from({ length: 100 }, () => 90_000))).toBe(33);
  expect(countFittingRows([])).toBe(0);
});
