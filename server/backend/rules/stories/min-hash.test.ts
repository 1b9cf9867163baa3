import { bandCount, bandKeys, mix } from './folded-text.ts';

const set = (from: number, to: number) =>
  Uint32Array.from({ length: to - from }, (_, index) => mix(from + index)).sort();

/** The share of 400 pairs of sets with the similarity that have at least two bands in common. */
function shareFound(similarity: number): number {
  const size = 60;
  const common = Math.round((2 * size * similarity) / (1 + similarity));
  const found = Array.from({ length: 400 }, (_, run) => {
    const start = run * 1000;
    const [a, b] = [
      bandKeys(set(start, start + size)),
      bandKeys(set(start + size - common, start + 2 * size - common)),
    ];
    return a.filter((key) => b.includes(key)).length >= 2;
  });
  return found.filter(Boolean).length / found.length;
}

test('keys are safe integers, the same for the same set, and different for each band', () => {
  const keys = bandKeys(set(0, 20));
  expect(keys.every(Number.isSafeInteger)).toBe(true);
  expect(new Set(keys).size).toBe(bandCount);
  expect(bandKeys(set(0, 20))).toEqual(keys);
});

test('similar sets share two bands almost always, others rarely', () => {
  expect(shareFound(0.9)).toBeGreaterThan(0.98);
  expect(shareFound(0.8)).toBeGreaterThan(0.93);
  expect(shareFound(0.3)).toBeLessThan(0.06);
});
