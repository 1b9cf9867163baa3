// Proves: reports#coverage
import { dayMs, hourMs, minuteMs } from '../../../shared/durations.ts';
import { coverPeriod, type PhraseWindows } from './report-coverage.ts';

const period = { from: 0, to: 10 * dayMs };
const later = 20 * dayMs;
const phrase = (windows: [from: number, to: number][], since: number | null = null): PhraseWindows => ({
  since,
  windows: windows.map(([from, to]) => ({ from, to, complete: true })),
});

test('the percentage is rounded down, gaps of all phrases are joined, and short ones are not named', () => {
  const phrases = [
    phrase([
      [-dayMs, dayMs],
      [dayMs + 2 * hourMs, 5 * dayMs],
      [5 * dayMs + 10 * minuteMs, 11 * dayMs],
    ]),
    phrase([
      [0, dayMs + hourMs],
      [dayMs + 3 * hourMs, 10 * dayMs],
    ]),
  ];
  expect(coverPeriod(phrases, period, later)).toEqual({
    percent: 99,
    gaps: [{ from: dayMs, to: dayMs + 3 * hourMs }],
  });
});

test.each([
  [
    'adjacent windows have no gap',
    [
      phrase([
        [0, dayMs],
        [dayMs + 1000, 10 * dayMs],
      ]),
    ],
    100,
  ],
  ['a phrase counts from when the client added it', [phrase([[8 * dayMs, 10 * dayMs]], 8 * dayMs)], 100],
  ['a phrase without windows was not collected at all', [phrase([[0, 10 * dayMs]]), phrase([])], 50],
  ['time after the last window is missing', [phrase([[0, 5 * dayMs]])], 50],
])('%s', (_name, phrases, percent) => {
  expect(coverPeriod(phrases as PhraseWindows[], period, later)?.percent).toBe(percent);
});

test('minutes since the last run of a period up to now are not missing, hours are', () => {
  const now = 5 * dayMs;
  expect(coverPeriod([phrase([[0, now - 14 * minuteMs]])], period, now)).toEqual({ percent: 100, gaps: [] });
  const gap = { from: now - 12 * hourMs, to: now };
  expect(coverPeriod([phrase([[0, gap.from]])], period, now)).toEqual({ percent: 90, gaps: [gap] });
});

test('nothing is known without windows, without phrases, and of a period before all phrases', () => {
  expect(coverPeriod([phrase([])], period, later)).toBeNull();
  expect(coverPeriod([], period, later)).toBeNull();
  expect(coverPeriod([phrase([[later, later + 1]], later)], period, later)).toBeNull();
});
