/**
 * Reads a whole list by offset and limit, which is all that an existing backend offers. Rows that are added or removed during
 * the export shift the others. Each page therefore overlaps the previous one: rows that are already known are dropped, and a
 * page without a known row is read again further up, or further down when the list has grown. A row that matches throughout is
 * read exactly once if the backend orders equal rows the same way in every reply, and fewer than `knownRows` rows are added
 * between two calls.
 */
import type { Page } from '../../shared/read.ts';
import { AppError } from '../platform/app-error.ts';
import { batchRows } from './export-table.ts';

type Options<Row> = {
  load: (offset: number, limit: number) => Promise<Page<Row>>;
  keyOf: (row: Row) => string | number;
  /** The page size of the screen, which every backend accepts. */
  screenRows: number;
  /** The error text for a faulty list. */
  failure: string;
};

const knownRows = 20_000;
/** The known rows with which each page except the first begins. */
const overlapRows = 10;
/** Reading stops after this many consecutive pages without a new row. */
const maxIdlePages = 100;
/** More pages without a known row mean that the backend has no stable order. */
const maxMoves = 1000;

/** The newest keys. */
function createKnownKeys() {
  const keys = new Set<string | number>();
  return {
    has: (key: string | number) => keys.has(key),
    add(key: string | number) {
      keys.add(key);
      for (const oldest of keys) {
        if (keys.size <= knownRows) break;
        keys.delete(oldest);
      }
    },
  };
}

const isRefused = (error: unknown): boolean => error instanceof AppError && error.status === 400;

/** A backend may refuse a limit above the page size of the screen. A backend that shortens the page needs no special case. */
async function loadFirst<Row>({ load, screenRows }: Options<Row>): Promise<[Page<Row>, number]> {
  try {
    return [await load(0, batchRows), batchRows];
  } catch (error) {
    if (!isRefused(error)) throw error;
    return [await load(0, screenRows), screenRows];
  }
}

/** Ends when a page has no row after the known ones. Does not rely on totals, which some backends do not send. */
export async function* readByOffset<Row>(options: Options<Row>): AsyncGenerator<readonly Row[]> {
  const { load, keyOf, failure } = options;
  const known = createKnownKeys();
  const isKnown = (row: Row) => known.has(keyOf(row));
  const [firstPage, limit] = await loadFirst(options);
  const overlap = Math.max(1, Math.min(overlapRows, Math.floor(firstPage.rows.length / 2)));
  let knownTotal = firstPage.total;
  let moves = 0;
  let idlePages = 0;
  let start = 0;
  for (let page = firstPage; ; page = await load(start, limit)) {
    const { rows, total } = page;
    const firstKnown = rows.findIndex(isKnown);
    if (start > 0 && firstKnown < 0) {
      moves += 1;
      if (moves > maxMoves) throw new AppError(502, failure);
      const arrived = rows.length > 0 && total > knownTotal;
      start = arrived ? start + rows.length - overlap : Math.max(0, start - limit);
      continue;
    }
    // Rows above the known ones were added just now.
    const fresh = rows.slice(firstKnown + 1).filter((row) => !isKnown(row));
    for (const row of fresh) known.add(keyOf(row));
    if (fresh.length > 0) yield fresh;
    knownTotal = total;
    idlePages = fresh.length > 0 ? 0 : idlePages + 1;
    const end = start + rows.length;
    const atEnd = fresh.length === 0 && (rows.length <= overlap || (total >= 0 && end >= total));
    if (atEnd && total <= end) return;
    if (idlePages > maxIdlePages) {
      // The backend counts more rows than it returns.
      if (total > end) throw new AppError(502, failure);
      return;
    }
    start = Math.max(0, end - overlap);
  }
}
