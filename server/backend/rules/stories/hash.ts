/** Hashes for text keys. They are stored, so their results must never change. */

/** Spreads the bits of a 32-bit number. */
export function mix(value: number): number {
  let hash = Math.imul(value ^ (value >>> 16), 0x85eb_ca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** 32 bits. */
export function hashText(text: string): number {
  let hash = 0x811c_9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x0100_0193);
  return mix(hash ^ text.length);
}

/** A hash of 52 bits, a safe integer, of a sequence of 32-bit numbers. */
export function hashNumbers(numbers: Uint32Array, seed: number): number {
  let high = mix(seed + 1);
  let low = mix(~seed);
  for (let at = 0; at < numbers.length; at += 1) {
    const number = numbers[at] as number;
    high = mix(Math.imul(high, 0x9e37_79b1) ^ number);
    low = mix(Math.imul(low, 0x85eb_ca77) + number);
  }
  return (high & 0xf_ffff) * 2 ** 32 + low;
}
