/** The stories that an account has read. */
import type { DatabaseSync } from 'node:sqlite';
import { chunkOf, hasMark, listMarks } from '../../marks/mark-bits.ts';

export type Marks = { has(storyId: number): boolean; list(): number[] };

export function readMarks(db: DatabaseSync, account: string | null): Marks {
  const rows = account === null ? [] : db.prepare('SELECT chunk, bits FROM marks WHERE account = ?').all(account);
  const chunks = new Map(rows.map(({ chunk, bits }) => [Number(chunk), bits as Uint8Array]));
  return {
    has(storyId) {
      const bits = chunks.get(chunkOf(storyId));
      return bits !== undefined && hasMark(bits, storyId);
    },
    list: () => [...chunks].flatMap(([chunk, bits]) => listMarks(chunk, bits)),
  };
}
