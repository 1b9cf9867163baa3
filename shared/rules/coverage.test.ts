import { coverageOf, isMissing } from './coverage.ts';

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
