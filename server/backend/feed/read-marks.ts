/** Which stories an account has read. */
import type { DatabaseSync } from 'node:sqlite';
import { hasBit } from '../rules/bits.ts';
import { chunkBytes } from '../rules/mark-bits.ts';

/** As a bit set (rules/bits.ts). */
export function readStories(db: DatabaseSync, account: string | null): Uint8Array {
  const rows =
    account === null ? [] : db.prepare('SELECT chunk, bits FROM marks WHERE account = ? ORDER BY chunk').all(account);
  const marks = new Uint8Array((Number(rows.at(-1)?.chunk ?? -1) + 1) * chunkBytes);
  for (const { chunk, bits } of rows) marks.set(bits as Uint8Array, Number(chunk) * chunkBytes);
  return marks;
}

/** Returns a function that tells whether the account has read a story. */
export function readMarks(db: DatabaseSync, account: string | null): (storyId: number) => boolean {
  const bits = readStories(db, account);
  return (storyId) => hasBit(bits, storyId);
}
