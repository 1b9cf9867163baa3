/** A seeded random generator: demo data is the same everywhere. */

/** Looked up once: in jest each use of a global is slow. */
const { imul, floor } = Math;

/** A seed from a text: FNV-1a, mixed so that similar texts have different first numbers. */
export function hashText(text: string): number {
  let hash = 0x81_1c_9d_c5;
  for (let index = 0; index < text.length; index += 1) hash = imul(hash ^ text.charCodeAt(index), 0x01_00_01_93);
  hash = imul(hash ^ (hash >>> 16), 0x85_eb_ca_6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/** Mulberry32: small, and uniform enough for texts and times. */
export function createRandom(seed: number) {
  let state = seed >>> 0;
  /** From 0, less than 1. */
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  /** A whole number from 0, less than `below`. */
  const int = (below: number): number => floor(next() * below);
  return {
    next,
    int,
    chance: (probability: number): boolean => next() < probability,
    pick: <T>(list: readonly [T, ...T[]]): T => list[int(list.length)] ?? list[0],
  };
}

export type Random = ReturnType<typeof createRandom>;

export const demoPhotoUrl = (origin: string, name: string): string => `${origin}/photo/${name}.svg`;
