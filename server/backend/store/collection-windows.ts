/** Collected windows of phrases. They never overlap. */
import { adjacentMs } from '../../../shared/rules/coverage.ts';
import type { CollectedWindow } from './collection-store.ts';
import type { Db } from './port.ts';

/** A phrase with more posts than its runs can read adds a window with every run. Only the newest are kept. */
const windowsMax = 100;

/** Joins overlapping and adjacent windows of the same kind. */
function join(windows: CollectedWindow[]): CollectedWindow[] {
  const joined: CollectedWindow[] = [];
  for (const window of windows.toSorted((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (last && window.from <= last.to + adjacentMs) last.to = Math.max(last.to, window.to);
    else joined.push({ ...window });
  }
  return joined;
}

/** The parts of the window outside the other one. */
const partsOutside = (window: CollectedWindow, other: CollectedWindow): CollectedWindow[] =>
  [
    { ...window, to: Math.min(window.to, other.from - 1) },
    { ...window, from: Math.max(window.from, other.to + 1) },
  ].filter(({ from, to }) => from <= to);

/** A time that is in a complete window is complete, whatever other windows contain it. Oldest first. */
export function mergeWindows(windows: readonly CollectedWindow[]): CollectedWindow[] {
  const complete = join(windows.filter((window) => window.complete));
  const incomplete = complete.reduce(
    (parts, other) => parts.flatMap((part) => partsOutside(part, other)),
    join(windows.filter((window) => !window.complete)),
  );
  return [...complete, ...incomplete].sort((a, b) => a.from - b.from);
}

const columns = 'SELECT from_at AS "from", to_at AS "to", complete FROM collection_windows WHERE word_id = $1';

/** Oldest first. */
export const listWindows = (db: Db, wordId: number): Promise<CollectedWindow[]> =>
  db.rows<CollectedWindow>(`${columns} ORDER BY from_at`, wordId);

/** Runs inside the transaction of the run that holds the lease. */
export async function addWindow(db: Db, wordId: number, window: CollectedWindow): Promise<void> {
  const touching = await db.rows<CollectedWindow>(
    `${columns} AND from_at <= $2 AND to_at >= $3`,
    ...[wordId, window.to + adjacentMs, window.from - adjacentMs],
  );
  for (const { from } of touching) {
    await db.run('DELETE FROM collection_windows WHERE word_id = $1 AND from_at = $2', wordId, from);
  }
  for (const { from, to, complete } of mergeWindows([...touching, window])) {
    await db.run('INSERT INTO collection_windows VALUES ($1, $2, $3, $4)', wordId, from, to, complete);
  }
  await db.run(
    `DELETE FROM collection_windows WHERE word_id = $1 AND from_at <= (
       SELECT from_at FROM collection_windows WHERE word_id = $1 ORDER BY from_at DESC LIMIT 1 OFFSET ${windowsMax})`,
    wordId,
  );
}
