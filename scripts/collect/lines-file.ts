/** A file to which lines are added, each once, also when the program was killed while it wrote. */
import { closeSync, createReadStream, fsyncSync, ftruncateSync, openSync, statSync, writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { makePrivate, ownerOnly } from '../../server/platform/make-private.ts';

export type LinesFile = {
  /** Lines added since it was opened. */
  added(): number;
  /** Writes the lines that the file does not contain yet to the disk. Returns their number. */
  add(lines: readonly string[]): number;
  close(): void;
};

/** Reads the complete lines of the file, if it exists, and cuts off an incomplete last line. */
export async function openLinesFile(name: string): Promise<LinesFile> {
  const file = openSync(name, 'a', ownerOnly);
  makePrivate(name);
  const known = new Set<string>();
  let bytes = 0;
  for await (const line of createInterface({ input: createReadStream(name) })) {
    const end = bytes + Buffer.byteLength(line) + 1;
    if (end > statSync(name).size) break;
    known.add(line);
    bytes = end;
  }
  ftruncateSync(file, bytes);
  let added = 0;
  return {
    added: () => added,
    add(lines) {
      const fresh = [...new Set(lines)].filter((line) => !known.has(line));
      if (fresh.length === 0) return 0;
      writeSync(file, fresh.map((line) => `${line}\n`).join(''));
      fsyncSync(file);
      for (const line of fresh) known.add(line);
      added += fresh.length;
      return fresh.length;
    },
    close: () => closeSync(file),
  };
}
