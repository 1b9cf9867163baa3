/** The bitmaps of marks: one bit per story, in chunks of 4096 stories. A set bit means that the story is read. */

const storiesPerChunk = 4096;

/** The length of a chunk in bytes. */
export const chunkBytes = storiesPerChunk / 8;

export const chunkOf = (storyId: number): number => Math.floor(storyId / storiesPerChunk);

export const hasBit = (bits: Uint8Array, place: number): boolean =>
  (((bits[place >> 3] ?? 0) >> (place & 7)) & 1) === 1;

export const hasMark = (bits: Uint8Array, storyId: number): boolean => hasBit(bits, storyId % storiesPerChunk);

/** Changes the chunk in place. Returns whether the mark changed. */
export function setMark(bits: Uint8Array, storyId: number, read: boolean): boolean {
  if (hasMark(bits, storyId) === read) return false;
  const place = storyId % storiesPerChunk;
  bits[place >> 3] = (bits[place >> 3] ?? 0) ^ (1 << (place & 7));
  return true;
}

/** The read stories of a chunk in ascending order. */
export function listMarks(chunk: number, bits: Uint8Array): number[] {
  const first = chunk * storiesPerChunk;
  const stories: number[] = [];
  for (const [index, byte] of bits.entries()) {
    for (let bit = 0; byte >> bit !== 0; bit += 1) if ((byte >> bit) & 1) stories.push(first + index * 8 + bit);
  }
  return stories;
}
