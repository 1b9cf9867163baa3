/** Imports posts in short transactions, so that the running service stays responsive. */
import type { Store } from '../store/store.ts';
import { BadLine, createWordFinder, type ImportedLine, readImportLine } from './import-line.ts';

const batchSize = 500;
/** Windows editors write it at the start of a file. */
const byteOrderMark = /^\uFEFF/;

export type ImportTotals = { added: number; changed: number; same: number; refused: number; bad: number };
type ImportEvents = { onBadLine: (line: number, reason: string) => void; onBatch?: () => void };

async function saveBatch(store: Store, batch: readonly ImportedLine[], totals: ImportTotals): Promise<void> {
  await store.owners.save(batch.flatMap(({ owner }) => owner ?? []));
  await store.cities.save(batch.flatMap(({ city }) => city ?? []));
  const { added, changed, refused } = await store.posts.save(batch.map(({ post }) => post));
  totals.added += added;
  totals.changed += changed;
  totals.refused += refused;
  totals.same += batch.length - added - changed - refused;
}

/** Skips empty lines; line numbers count from 1. A second import of the same lines changes nothing. */
export async function importPosts(
  store: Store,
  lines: AsyncIterable<string> | Iterable<string>,
  { onBadLine, onBatch }: ImportEvents,
): Promise<ImportTotals> {
  const findWord = createWordFinder(await store.words.list(), await store.words.list(true));
  const totals: ImportTotals = { added: 0, changed: 0, same: 0, refused: 0, bad: 0 };
  let batch: ImportedLine[] = [];
  let number = 0;
  const flush = async () => {
    await saveBatch(store, batch, totals);
    batch = [];
    onBatch?.();
  };
  for await (const rawLine of lines) {
    number += 1;
    const line = number === 1 ? rawLine.replace(byteOrderMark, '') : rawLine;
    if (line.trim() === '') continue;
    try {
      batch.push(readImportLine(line, findWord));
    } catch (error) {
      if (!(error instanceof BadLine)) throw error;
      totals.bad += 1;
      onBadLine(number, error.message);
    }
    if (batch.length === batchSize) await flush();
  }
  await flush();
  return totals;
}
