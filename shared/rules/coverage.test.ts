// Proves: analytics#missing-time, phrases#card-of-a-phrase
import { type CollectedWindow, coverageOf, isMissing, visitMissingTime } from './coverage.ts';

const ms = (hour: number) => Date.UTC(2026, 10, 1, hour);
const window = (from: number, to: number, complete = true) => ({ from: ms(from), to: ms(to), complete });

test('without windows nothing is covered', () => {
  expect(coverageOf([], ms(5))).toEqual([]);
});

test('adjacent windows have no gap, and the time since the last one is awaited', () => {
  expect(coverageOf([window(0, 2), window(2, 4, false)], ms(5))).toEqual([
    { from: ms(0), to: ms(2), kind: 'collected' },
    { from: ms(2), to: ms(4), kind: 'partial' },
    { from: ms(4), to: ms(5), kind: 'awaited' },
  ]);
});

test('the time between two windows is a gap', () => {
  const stretches = coverageOf([window(0, 1), window(3, 4)], ms(4));
  expect(stretches.map(({ kind }) => kind)).toEqual(['collected', 'gap', 'collected']);
  expect(stretches.filter(isMissing)).toEqual([{ from: ms(1), to: ms(3), kind: 'gap' }]);
});

describe('the missing time of a range', () => {
  const range = { from: ms(2), to: ms(20) };
  const listMissing = (windows: readonly CollectedWindow[], hasOlderPosts: boolean) => {
    const found: { from: number; to: number }[] = [];
    visitMissingTime(windows, range, hasOlderPosts, (from, to) => found.push({ from, to }));
    return found;
  };
  const windows = [window(4, 6), window(8, 9, false), window(10, 22), window(23, 24)];

  test('contains gaps, incomplete windows and the time before the first window, within the range', () => {
    const gaps = [
      { from: ms(6), to: ms(8) },
      { from: ms(8), to: ms(9) },
      { from: ms(9), to: ms(10) },
    ];
    expect(listMissing(windows, false)).toEqual([{ from: ms(2), to: ms(4) }, ...gaps]);
    expect(listMissing(windows, true)).toEqual(gaps);
  });

  test('excludes the time since the last window, and is empty without windows', () => {
    expect(listMissing([window(1, 3)], false)).toEqual([]);
    expect(listMissing([], false)).toEqual([]);
  });
});
