// Proves: analytics#page
import { describeChange } from './figure-texts.ts';

test.each([
  [112, 100, 'на 12 % больше, чем'],
  [50, 200, 'на 75 % меньше, чем'],
  [0, 9, 'на 100 % меньше, чем'],
  [7, 7, 'столько же, сколько'],
  [10_001, 10_000, 'почти столько же, сколько'],
  [29, 10, 'на 190 % больше, чем'],
  [34, 10, 'в 3,4 раза больше, чем'],
  [50, 10, 'в 5 раз больше, чем'],
  [4773, 2, 'в 2 387 раз больше, чем'],
  [210, 10, 'в 21 раз больше, чем'],
  [5, 0, null],
])('%i after %i: %s', (total, before, expected) => {
  expect(describeChange(total, before)?.replaceAll('\u00a0', ' ') ?? null).toBe(expected);
});
