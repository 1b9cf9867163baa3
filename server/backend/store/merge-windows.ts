/** Merges collected windows of a phrase, so that they never overlap. */
import { adjacentMs } from '../../../shared/rules/coverage.ts';
import type { CollectedWindow } from './collection-store.ts';

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
