/** The bitmaps of marks: one bit per story, in chunks of 4096 stories. A set bit means that the story is read. */
import { hasBit, placesOf, setBit } from './bits.ts';

const storiesPerChunk = 4096;

export const chunkBytes = storiesPerChunk / 8;

export const chunkOf = (storyId: number): number => Math.floor(storyId / storiesPerChunk);

export const hasMark = (bits: Uint8Array, storyId: number): boolean => hasBit(bits, storyId % storiesPerChunk);

/** Changes the chunk in place. Returns whether the mark changed. */
export function setMark(bits: Uint8Array, storyId: number, read: boolean): boolean {
  if (hasMark(bits, storyId) === read) return false;
  setBit(bits, storyId % storiesPerChunk, read);
  return true;
}

/** The read stories of a chunk in ascending order. */
export const listMarks = (chunk: number, bits: Uint8Array): number[] =>
  Array.from(placesOf(bits), (place) => chunk * storiesPerChunk + place);
