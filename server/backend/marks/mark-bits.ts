/** The bitmaps of marks: one bit per story, in chunks of 4096 stories. A set bit means that the story is read. */

const storiesPerChunk = 4096;

/** The length of a chunk in bytes. */
export const chunkBytes = storiesPerChunk / 8;

export const chunkOf = (storyId: number): number => Math.floor(storyId / storiesPerChunk);

export function hasMark(bits: Uint8Array, storyId: number): boolean {
  const place = storyId % storiesPerChunk;
  return (((bits[place >> 3] ?? 0) >> (place & 7)) & 1) === 1;
}

/** Changes the chunk in place. Returns whether the mark changed. */
export function setMark(bits: Uint8Array, storyId: number, read: boolean): boolean {
  if (hasMark(bits, storyId) === read) return false;
  const place = storyId % storiesPerChunk;
  bits[place >> 3] = (bits[place >> 3] ?? 0) ^ (1 << (place & 7));
  return true;
}
