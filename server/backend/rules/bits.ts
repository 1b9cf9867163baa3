/** Sets of small integers, one bit each. Numbers beyond the last byte are not in the set. */

export const hasBit = (bits: Uint8Array, place: number): boolean =>
  (((bits[place >> 3] ?? 0) >> (place & 7)) & 1) === 1;

export function setBit(bits: Uint8Array, place: number, isIn: boolean): void {
  const bit = 1 << (place & 7);
  bits[place >> 3] = isIn ? (bits[place >> 3] ?? 0) | bit : (bits[place >> 3] ?? 0) & ~bit;
}

/** Adds the numbers of the other set, up to the last byte of this one. */
export function addAll(bits: Uint8Array, others: Uint8Array): void {
  for (let index = 0; index < bits.length; index += 1) bits[index] = (bits[index] ?? 0) | (others[index] ?? 0);
}

const bitCounts = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(2).replaceAll('0', '').length);

export function countBits(bits: Uint8Array): number {
  let count = 0;
  for (let index = 0; index < bits.length; index += 1) count += bitCounts[bits[index] ?? 0] ?? 0;
  return count;
}

/** The numbers in the set, ascending. */
export function placesOf(bits: Uint8Array): Uint32Array {
  const count = countBits(bits);
  // Longer than the result, because each number is written before its bit is tested.
  const places = new Uint32Array(count + 8);
  let found = 0;
  for (let index = 0; index < bits.length; index += 1) {
    const byte = bits[index] ?? 0;
    if (byte === 0) continue;
    for (let bit = 0; bit < 8; bit += 1) {
      places[found] = index * 8 + bit;
      // A sum instead of a condition: a processor cannot predict which rows match a common search.
      found += (byte >> bit) & 1;
    }
  }
  return places.subarray(0, count);
}
