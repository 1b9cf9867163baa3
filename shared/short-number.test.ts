// Proves: feed#table
import fc from 'fast-check';
import { formatShort } from './short-number.ts';

const { format } = new Intl.NumberFormat('ru', { notation: 'compact' });

test.each([0, 7, 999, 1000, 1049, 1050, 9949, 9950, 10_499, 10_500, 99_999, 999_499, 999_500, 1_049_999, 999_500_000])(
  '%i is short as in Intl',
  (value) => expect(formatShort(value)).toBe(format(value)),
);

test('any count is short as in Intl', () => {
  const count = fc.double({ min: 0, max: 9.6, noNaN: true }).map((power) => Math.floor(10 ** power));
  fc.assert(fc.property(count, (value) => expect(formatShort(value)).toBe(format(value))));
});
