/** Writes rows of posts as JSON of the API on a reader thread, because highlighting takes most of the time of a large page. */
import { cutText } from '../../../shared/cut-text.ts';
import type { PostRow } from '../store/posts-store.ts';
import { presentPost } from './present-post.ts';

/** Characters that JSON or HTML escape may make a text several times as long. */
const usualGrowth = 2.5;
/** For the other fields, in bytes. */
const fieldsMax = 8000;
/** A text that is shorter is not the reason for a long row. */
const shortText = 100;

function writePost(row: PostRow, searched: string | undefined): string {
  const { text } = row;
  const json = JSON.stringify(presentPost(row, searched));
  if (text === null || text.length <= shortText) return json;
  const max = usualGrowth * Buffer.byteLength(text) + fieldsMax;
  let written = json;
  for (let length = text.length; length > shortText && Buffer.byteLength(written) > max; ) {
    length = Math.floor(length / 2);
    written = JSON.stringify(presentPost({ ...row, text: cutText(text, length) }, searched));
  }
  return written;
}

/** The posts, separated by commas. */
export const writePosts = (rows: readonly PostRow[], searched: string | null): Uint8Array =>
  new TextEncoder().encode(rows.map((row) => writePost(row, searched ?? undefined)).join(','));
