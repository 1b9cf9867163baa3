import fc from 'fast-check';
import { valueAxis } from './chart-frame.tsx';

test.each([
  [1, [0, 1]],
  [2, [0, 1, 2]],
  [7, [0, 2, 4, 6, 8]],
  [1234, [0, 500, 1000, 1500]],
])('the axis for values up to %i has the ticks %j', (max, ticks) => {
  expect(valueAxis(max).ticks).toEqual(ticks);
});

test('ticks are whole, equally far apart, from 0 to at least the maximum', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e9 }), (max) => {
      const { ticks, top } = valueAxis(max);
      expect(ticks[0]).toBe(0);
      expect(top).toBeGreaterThanOrEqual(max);
      expect(ticks.length).toBeGreaterThanOrEqual(2);
      expect(ticks.length).toBeLessThanOrEqual(6);
      const [, step = 0] = ticks;
      expect(ticks).toEqual(ticks.map((_, index) => index * step));
    }),
  );
});
