import { chunkBytes, chunkOf, hasMark, listMarks, setMark } from './mark-bits.ts';

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

test('the marks of a chunk are listed in ascending order', () => {
  const bits = new Uint8Array(chunkBytes);
  const stories = [8192, 8199, 8200, 9000, 12_287];
  for (const story of stories.toReversed()) setMark(bits, story, true);
  expect(listMarks(2, bits)).toEqual(stories);
});
