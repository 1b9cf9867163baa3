/**
 * Masks of the rows of a chunk that pass, a bit per row: 1.3 MB for 10,000,000 rows. The offsets of half of them would take 20.
 */
import { placeOf } from '../store/sqlite/row-columns.ts';

/** Null: all rows. Bits after the last row are 0. */
export type RowMask = Uint8Array | null;

export type Values = Float64Array | Uint32Array | Uint8Array;

/** Values greater than `since`, up to and including `until`. */
export type ValueRange = { since: number; until: number };

/** The accepted values from `first` to `last`, as ascending ranges: from the first value to before the second. */
export type Ranges = { rangesOf: (first: number, last: number) => Iterable<readonly [number, number]> };

/** Accepts values in a range, values whose bit in a set equals `has`, values within ranges, or those that a function accepts. */
type RowTest = ValueRange | { bits: Uint8Array; has: 0 | 1 } | { accepts: (value: number) => boolean };

/** Only columns that ascend can be tested by ranges. A function takes several times as long as the other tests. */
export type ValueTest = RowTest | Ranges;

/** Accepts one integer. */
export const isValue = (value: number): ValueTest => ({ since: value - 1, until: value });

export function greatestOf(values: Uint32Array): number {
  let greatest = 0;
  for (let row = 0; row < values.length; row += 1) {
    const value = values[row] ?? 0;
    if (value > greatest) greatest = value;
  }
  return greatest;
}

export const emptyMask = (rows: number): Uint8Array => new Uint8Array(Math.ceil(rows / 8));

/** The bits of up to eight rows from `first` on. */
function testByte(values: Values, test: RowTest, first: number): number {
  const end = Math.min(first + 8, values.length);
  let bits = 0;
  if ('since' in test) {
    const { since, until } = test;
    for (let row = first; row < end; row += 1) {
      const value = values[row] ?? 0;
      bits |= (Number(value > since) & Number(value <= until)) << (row - first);
    }
  } else if ('bits' in test) {
    const { bits: set, has } = test;
    for (let row = first; row < end; row += 1) {
      const value = values[row] ?? 0;
      bits |= Number((((set[value >> 3] ?? 0) >> (value & 7)) & 1) === has) << (row - first);
    }
  } else {
    for (let row = first; row < end; row += 1) bits |= Number(test.accepts(values[row] ?? 0)) << (row - first);
  }
  return bits;
}

function setBits(mask: Uint8Array, from: number, to: number): void {
  for (let row = from; row < to; row += 1) {
    if ((row & 7) === 0 && row + 8 <= to) {
      mask[row >> 3] = 0xff;
      row += 7;
    } else mask[row >> 3] = (mask[row >> 3] ?? 0) | (1 << (row & 7));
  }
}

function maskRanges(values: Values, { rangesOf }: Ranges, mask: RowMask): Uint8Array {
  const passed = emptyMask(values.length);
  const [first, last] = [values[0], values.at(-1)];
  if (first === undefined || last === undefined) return passed;
  for (const [from, to] of rangesOf(first, last)) setBits(passed, placeOf(values, from), placeOf(values, to));
  return mask === null ? passed : passed.map((byte, index) => byte & (mask[index] ?? 0));
}

/** The rows of the mask whose values pass. */
export function maskOf(values: Values, test: ValueTest, mask: RowMask): Uint8Array {
  if ('rangesOf' in test) return maskRanges(values, test, mask);
  const passed = emptyMask(values.length);
  for (let index = 0; index < passed.length; index += 1) {
    const byte = mask === null ? 0xff : (mask[index] ?? 0);
    if (byte !== 0) passed[index] = byte & testByte(values, test, index * 8);
  }
  return passed;
}

/** The rows of the mask outside of these stories. `stories`: a bit per story; null without any. */
export const maskWithout = <Mask extends RowMask>(
  values: Values,
  stories: Uint8Array | null,
  mask: Mask,
): Mask | Uint8Array => (stories === null ? mask : maskOf(values, { bits: stories, has: 0 }, mask));

export function invertMask(mask: Uint8Array, rows: number): Uint8Array {
  const inverted = mask.map((byte) => ~byte);
  if (rows % 8 > 0) inverted[rows >> 3] = (inverted[rows >> 3] ?? 0) & (0xff >> (8 - (rows % 8)));
  return inverted;
}

/** The mask of the rows from `first` to before `end`. */
export function sliceMask(mask: Uint8Array, first: number, end: number): Uint8Array {
  const sliced = emptyMask(end - first);
  for (let row = first; row < end; row += 1) {
    const bit = ((mask[row >> 3] ?? 0) >> (row & 7)) & 1;
    sliced[(row - first) >> 3] = (sliced[(row - first) >> 3] ?? 0) | (bit << ((row - first) & 7));
  }
  return sliced;
}
