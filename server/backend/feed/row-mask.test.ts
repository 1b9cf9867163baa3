import fc from 'fast-check';
import { countBits, placesOf } from '../rules/bits.ts';
import { invertMask, isValue, maskOf, sliceMask, type ValueTest } from './row-mask.ts';

test('masks combine two tests, and can be inverted and sliced, for any number of rows', () => {
  const column = fc.array(fc.nat(9), { maxLength: 40 }).map((values) => Uint32Array.from(values));
  const oddValues = Uint8Array.of(0b10101010, 0b10);
  const tests: [ValueTest, (value: number) => boolean][] = [
    [{ since: 2, until: 7 }, (value) => value > 2 && value <= 7],
    [isValue(3), (value) => value === 3],
    [{ bits: oddValues, has: 0 }, (value) => value % 2 === 0],
    [{ accepts: (value) => value > 4 }, (value) => value > 4],
  ];
  const pair = fc.constantFrom(...tests);
  fc.assert(
    fc.property(column, pair, pair, fc.nat(40), fc.nat(40), (values, [one, isOne], [other, isOther], start, length) => {
      const mask = maskOf(values, other, maskOf(values, one, null));
      const rows = [...values.keys()];
      const passed = rows.filter((row) => isOne(values[row] ?? 0) && isOther(values[row] ?? 0));
      expect([[...placesOf(mask)], countBits(mask)]).toEqual([passed, passed.length]);
      expect([...placesOf(invertMask(mask, values.length))]).toEqual(rows.filter((row) => !passed.includes(row)));
      const [first, end] = [Math.min(start, values.length), Math.min(start + length, values.length)];
      const part = passed.filter((row) => row >= first && row < end).map((row) => row - first);
      expect([...placesOf(sliceMask(mask, first, end))]).toEqual(part);
    }),
  );
});
