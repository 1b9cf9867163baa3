/**
 * Reads row IDs of a query as one value: 500,000 take 18 ms longer than counting them, as JSON 40 ms, as rows 75 ms. SQLite
 * joins them as texts of 16 digits: the added offset guarantees this length, because IDs are less than 2^52 (post-id.ts).
 */
import type { DatabaseSync } from 'node:sqlite';
import type { Condition } from '../store/sqlite/sql.ts';

const offset = 10 ** 15;

export const packedIds = (column: string): string => `CAST(group_concat(${column} + ${offset}, '') AS BLOB)`;

/** Parses four ASCII digits, the first in the lowest byte. */
function readDigits(word: number): number {
  const digits = word - 0x30303030;
  const pairs = (Math.imul(digits, 10) + (digits >>> 8)) & 0x00ff00ff;
  return (Math.imul(pairs, 100) + (pairs >>> 16)) & 0xffff;
}

/** `sql`: a query without its SELECT and FROM. */
export function readPackedIds(db: DatabaseSync, column: string, { sql, params }: Condition): Float64Array {
  const row = db.prepare(`SELECT ${packedIds(column)} AS ids FROM ${sql}`).get(...params);
  return unpackIds(row?.ids as Uint8Array | null);
}

/** Null: no rows. */
export function unpackIds(bytes: Uint8Array | null): Float64Array {
  if (bytes === null) return new Float64Array(0);
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
  const ids = new Float64Array(words.length / 4);
  for (let index = 0, place = 0; index < ids.length; index += 1, place += 4) {
    const high = readDigits(words[place] ?? 0) * 1e4 + readDigits(words[place + 1] ?? 0);
    ids[index] = high * 1e8 + readDigits(words[place + 2] ?? 0) * 1e4 + readDigits(words[place + 3] ?? 0) - offset;
  }
  return ids;
}
