/** Sets of small integers, with a bit each. Places after the last byte are not in the set. */

export const hasBit = (bits: Uint8Array, place: number): boolean =>
  (((bits[place >> 3] ?? 0) >> (place & 7)) & 1) === 1;

export function setBit(bits: Uint8Array, place: number, isIn: boolean): void {
  const bit = 1 << (place & 7);
  bits[place >> 3] = isIn ? (bits[place >> 3] ?? 0) | bit : (bits[place >> 3] ?? 0) & ~bit;
}

/** Adds the other ones to the set, up to its last byte. */
export function addAll(bits: Uint8Array, others: Uint8Array): void {
  for (let index = 0; index < bits.length; index += 1) bits[index] = (bits[index] ?? 0) | (others[index] ?? 0);
}

const bitCounts = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(2).replaceAll('0', '').length);

export function countBits(bits: Uint8Array): number {
  let count = 0;
  for (let index = 0; index < bits.length; index += 1) count += bitCounts[bits[index] ?? 0] ?? 0;
  return count;
}

/** In ascending order. */
export function placesOf(bits: Uint8Array): Uint32Array {
  const count = countBits(bits);
  // Up to seven places are written before it is known that they are not in the set.
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
