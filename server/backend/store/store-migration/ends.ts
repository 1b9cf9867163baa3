/** The two ends of a migration, the same for both engines. */
import type { Cell, Row } from './rows.ts';
import type { Table } from './tables.ts';

export type Reader = {
  /** In the order of keys, those after the key. */
  rows(table: Table, after: Row | null, limit: number): Promise<Row[]>;
  /** Settings and counters, by name. */
  settings(): Promise<[name: string, value: Cell][]>;
};

export type Source = Reader & {
  count(table: Table): Promise<number>;
};

/** `last`: the key of the last copied row. `rows`: how many were copied. */
export type Position = { last: Row | null; rows: number };

export type Target = Reader & {
  /** The content of the source whose copying was begun; null when the target is empty. Throws when it has data of its own. */
  begun(): Promise<string | null>;
  begin(source: string): Promise<void>;
  position(table: Table): Promise<Position>;
  /** In one transaction with the position, which may be committed with later ones. Names the row that cannot be written. */
  write(table: Table, rows: readonly Row[], position: Position): Promise<void>;
  /** Commits all that was written. */
  writeSettings(values: ReadonlyMap<string, Cell>): Promise<void>;
  /** Makes the copied store usable. `onProgress` gets what is done, of the number of posts. */
  finish(onProgress: (done: number) => void): Promise<void>;
};

/** In the table of progress: the content of the source. Other names are tables with their `Position` as JSON. */
export const sourceName = 'source';

export const parsePosition = (value: unknown): Position =>
  value === undefined || value === null ? { last: null, rows: 0 } : (JSON.parse(String(value)) as Position);
