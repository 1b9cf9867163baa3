/** Rows as both engines read and write them, and their checksum. */
import { createHash } from 'node:crypto';
import { DatabaseError } from '../database-error.ts';
import type { Table } from './tables.ts';

/** Booleans are 0 and 1, bytes a text `\x…` in hexadecimal digits, as PostgreSQL writes them. */
export type Cell = number | string | null;
/** In the order of the table's columns. */
export type Row = readonly Cell[];

export const keyOf = ({ key, columns }: Table, row: Row): Row =>
  key.map((name) => row[columns.findIndex((column) => column.name === name)] ?? null);

/** PostgreSQL cannot store the character NUL. Returns the same row when it has none. */
export const withoutNul = (row: Row): Row =>
  row.some((cell) => typeof cell === 'string' && cell.includes('\0'))
    ? row.map((cell) => (typeof cell === 'string' ? cell.replaceAll('\0', '') : cell))
    : row;

/** `first` and `last`: the keys of the batch. */
type BatchDigest = { hash: string; first: Row; last: Row };
/** `stripped`: keys of rows with NUL, the first few. */
export type Digest = { rows: number; hash: string; batches: BatchDigest[]; stripped: { rows: number; keys: Row[] } };

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const namedKeys = 5;

/** Computes the checksum of a table from its batches, in order. */
export function createDigest(table: Table) {
  const whole = createHash('sha256');
  const batches: BatchDigest[] = [];
  const stripped = { rows: 0, keys: [] as Row[] };
  let rows = 0;
  return {
    add(batch: readonly Row[]): void {
      const lines: string[] = [];
      for (const row of batch) {
        const clean = withoutNul(row);
        lines.push(`${JSON.stringify(clean)}\n`);
        if (clean === row) continue;
        stripped.rows += 1;
        if (stripped.keys.length < namedKeys) stripped.keys.push(keyOf(table, row));
      }
      const hash = sha256(lines.join(''));
      whole.update(hash);
      rows += batch.length;
      batches.push({ hash, first: keyOf(table, batch[0] ?? []), last: keyOf(table, batch.at(-1) ?? []) });
    },
    end: (): Digest => ({ rows, hash: whole.digest('hex'), batches, stripped }),
  };
}

/** The keys of the first batch that differs, in words; null without a difference. */
export function differenceOf(expected: Digest, found: Digest): string | null {
  if (expected.hash === found.hash) return null;
  const index = expected.batches.findIndex(({ hash }, place) => hash !== found.batches[place]?.hash);
  const batch = expected.batches[index] ?? found.batches[expected.batches.length];
  const place = batch ? `, from ${batch.first.join(' ')} to ${batch.last.join(' ')}` : '';
  return `${expected.rows} rows in the source, ${found.rows} in the target; they differ first${place}`;
}

/** A row that the target does not take. */
export class RowError extends DatabaseError {
  constructor(table: Table, row: Row, reason: string) {
    const key = table.key.map((name, index) => `${name} ${keyOf(table, row)[index]}`).join(', ');
    super(`The row with ${key} of ${table.name} cannot be copied: ${reason}`);
  }
}
