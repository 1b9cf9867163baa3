import { chunkBytes, chunkOf, hasMark, setMark } from './mark-bits.ts';

test('a mark concerns one story, and setting it again changes nothing', () => {
  const bits = new Uint8Array(chunkBytes);
  expect(setMark(bits, 4096 + 4095, true)).toBe(true);
  expect(setMark(bits, 4096 + 4095, true)).toBe(false);
  expect([4094, 4095].map((place) => hasMark(bits, 4096 + place))).toEqual([false, true]);
  expect(setMark(bits, 4096 + 4095, false)).toBe(true);
  expect(bits).toEqual(new Uint8Array(chunkBytes));
});

test('the first story of a chunk follows the last one of the previous chunk', () => {
  expect([0, 4095, 4096, 8192].map(chunkOf)).toEqual([0, 0, 1, 2]);
});
