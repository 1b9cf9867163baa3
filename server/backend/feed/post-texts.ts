/** Limits of the texts of one reply. Rows may have texts of any length, and one of them must not make a list fail. */
import type { DatabaseSync } from 'node:sqlite';

/** In characters: the longest text that collection and import store. */
const textMax = 100_000;

/** In bytes of UTF-8. As JSON, once plain and once highlighted, they take less than the 8 MiB that the console reads. */
const replyTextsMax = 3_000_000;

/** The length of a text in bytes, without reading it; 0 without a text. */
export function readTextLengths(db: DatabaseSync, ids: readonly number[]): number[] {
  return db
    .prepare(
      `SELECT coalesce(octet_length(post_texts.text), 0) AS bytes
       FROM json_each(?) AS wanted LEFT JOIN post_texts ON post_texts.id = wanted.value ORDER BY wanted.key`,
    )
    .all(JSON.stringify(ids))
    .map(({ bytes }) => Number(bytes));
}

/** The greatest length of a text with which all fit into a reply. Only the longest texts are cut. */
export function fitTexts(lengths: readonly number[]): number {
  let rest = replyTextsMax;
  const ascending = lengths.toSorted((a, b) => a - b);
  for (const [index, length] of ascending.entries()) {
    const share = Math.floor(rest / (ascending.length - index));
    if (length > share) return Math.min(share, textMax);
    rest -= length;
  }
  return textMax;
}

/** How many rows fit into a reply that may have fewer; at least one. */
export function countFittingRows(lengths: readonly number[]): number {
  let rest = replyTextsMax;
  const end = lengths.findIndex((length) => {
    rest -= Math.min(length, textMax);
    return rest < 0;
  });
  return end < 0 ? lengths.length : Math.max(end, 1);
}

/** A part of a page takes about 10 ms. Smaller parts make the whole page slower. */
const partRows = 100;
const partTextsMax = 200_000;

/** Splits the rows of a page. */
export function splitRows(ids: readonly number[], lengths: readonly number[], longest: number): number[][] {
  const parts: number[][] = [];
  let room = 0;
  for (const [index, id] of ids.entries()) {
    const length = Math.min(lengths[index] ?? 0, longest);
    const part = parts.at(-1);
    room -= length;
    if (part && part.length < partRows && room >= 0) part.push(id);
    else {
      parts.push([id]);
      room = partTextsMax - length;
    }
  }
  return parts;
}
