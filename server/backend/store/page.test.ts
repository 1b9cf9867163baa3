import fc from 'fast-check';
import { totalOf } from './page.ts';

test('the total is the length of the list, which is counted only when the page does not show its end', () => {
  const size = fc.integer({ min: 0, max: 12 });
  fc.assert(
    fc.property(size, size, fc.integer({ min: 1, max: 5 }), (length, offset, limit) => {
      const rows = Math.max(0, Math.min(limit, length - offset));
      let counts = 0;
      const count = () => {
        counts += 1;
        return length;
      };
      expect(totalOf(rows, { limit, offset }, count)).toBe(length);
      const showsEnd = rows < limit && (rows > 0 || offset === 0);
      expect(counts).toBe(showsEnd ? 0 : 1);
    }),
  );
});
