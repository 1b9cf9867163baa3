// Proves: phrases#column-динамика
import { trendOf, trendSize } from './word-figures.tsx';

const month = (values: Record<number, number>) => Array.from({ length: 30 }, (_, index) => values[index] ?? 0);
const pointsOf = (path = '') => [...path.matchAll(/(\d+) (\d+)/g)].map(([, x, y]) => [Number(x), Number(y)] as const);

test('the description has the total and the highest day, or the latest of several equal days', () => {
  const totals = month({ 3: 20, 13: 20, 29: 1200 - 40 });
  expect(trendOf('2026-11-01', { total: 1199, totals })?.text).toBe('за 30 дней: 1\u00a0199, пик 30.11: 1\u00a0160');
  expect(trendOf('2026-10-25', { total: 40, totals: month({ 3: 20, 13: 20 }) })?.text).toBe(
    'за 30 дней: 40, пик 07.11: 20',
  );
});

test('a phrase without posts has a line at the bottom and no highest day', () => {
  const trend = trendOf('2026-11-01', { total: 0, totals: month({}) });
  expect(trend?.text).toBe('за 30 дней: 0');
  expect(new Set(pointsOf(trend?.path).map(([, y]) => y))).toEqual(new Set([trendSize.height - 1]));
});

test('the line has a point for each day, from edge to edge and from bottom to top', () => {
  const points = pointsOf(trendOf('2026-11-01', { total: 12, totals: month({ 0: 4, 15: 8 }) })?.path);
  expect(points).toHaveLength(30);
  expect([points[0], points[15], points[29]]).toEqual([
    [1, 12],
    [37, 1],
    [71, 23],
  ]);
  const across = points.map(([x]) => x);
  expect(across).toEqual(across.toSorted((a, b) => a - b));
});

test('a phrase that is missing in the reply has no line', () => {
  expect(trendOf('2026-11-01', undefined)).toBeNull();
});
