/**
 * Masks of the rows of a chunk that pass, a bit per row: 1.3 MB for 10,000,000 rows. The offsets of half of them would take 20.
 */

/** Null: all rows. Bits after the last row are 0. */
export type RowMask = Uint8Array | null;

export type Values = Float64Array | Uint32Array;

/** Values greater than `since`, up to and including `until`. */
export type ValueRange = { since: number; until: number };

/**
 * Accepts values in a range, values whose bit in a set equals `has`, or those that a function accepts, which takes several
 * times as long.
 */
export type ValueTest = ValueRange | { bits: Uint8Array; has: 0 | 1 } | { accepts: (value: number) => boolean };

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
function testByte(values: Values, test: ValueTest, first: number): number {
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

/** The rows of the mask whose values pass. */
export function maskOf(values: Values, test: ValueTest, mask: RowMask): Uint8Array {
  const passed = emptyMask(values.length);
  for (let index = 0; index < passed.length; index += 1) {
    const byte = mask === null ? 0xff : (mask[index] ?? 0);
    if (byte !== 0) passed[index] = byte & testByte(values, test, index * 8);
  }
  return passed;
}

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
