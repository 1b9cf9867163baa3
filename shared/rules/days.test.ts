// Proves: analytics#period
import { completePeriod, periodBefore, shortenPeriod } from './days.ts';

const today = '2026-11-22';

test.each([
  [{}, '2026-10-24', '2026-11-22'],
  [{ to: '2026-03-01' }, '2026-01-31', '2026-03-01'],
  [{ from: '2026-11-20' }, '2026-11-20', '2026-11-22'],
  [{ from: '2026-12-01' }, '2026-12-01', '2026-12-01'],
  [{ from: '2026-01-01', to: '2026-01-01' }, '2026-01-01', '2026-01-01'],
  [{ from: '2025-11-22', to: '2026-11-22' }, '2025-11-22', '2026-11-22'],
  [{ from: '2020-01-01', to: '2026-11-22' }, '2025-11-22', '2026-11-22'],
])('the period of %j is from %s to %s', (days, from, to) => {
  expect(shortenPeriod(completePeriod(days, today))).toEqual({ from, to });
});

test('the period before has as many days', () => {
  expect(periodBefore({ from: '2026-03-01', to: '2026-03-30' })).toEqual({ from: '2026-01-30', to: '2026-02-28' });
  expect(periodBefore({ from: '2026-03-01', to: '2026-03-01' })).toEqual({ from: '2026-02-28', to: '2026-02-28' });
});
