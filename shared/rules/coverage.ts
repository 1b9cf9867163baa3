/**
 * Computes for which stretches of time the posts of a phrase are collected or missing. Times are milliseconds since the epoch.
 */

/** Both ends are included. If not `complete`, some posts of the window could not be read. */
export type CollectedWindow = { from: number; to: number; complete: boolean };

/** `partial`: some posts could not be read. `awaited`: the time since the last run, which the next one collects. */
export type StretchKind = 'collected' | 'partial' | 'gap' | 'awaited';
export type Stretch = { from: number; to: number; kind: StretchKind };

/** Posts are dated to the second, so there is no gap between windows that are at most this far apart. */
export const adjacentMs = 1000;

/** Calls `visit` with the windows and the gaps between them, oldest first. `windows` must be sorted. */
function visitWindows(
  windows: readonly CollectedWindow[],
  visit: (from: number, to: number, kind: StretchKind) => void,
) {
  let end = Infinity;
  for (const { from, to, complete } of windows) {
    if (from > end + adjacentMs) visit(end, from, 'gap');
    visit(from, to, complete ? 'collected' : 'partial');
    end = to;
  }
}

/** Returns contiguous stretches from the first window to now, oldest first. `windows` must be sorted. */
export function coverageOf(windows: readonly CollectedWindow[], now: number): Stretch[] {
  const stretches: Stretch[] = [];
  visitWindows(windows, (from, to, kind) => void stretches.push({ from, to, kind }));
  const end = stretches.at(-1)?.to;
  if (end !== undefined && now > end) stretches.push({ from: end, to: now, kind: 'awaited' });
  return stretches;
}

export const isMissing = ({ kind }: Pick<Stretch, 'kind'>): boolean => kind === 'gap' || kind === 'partial';

/**
 * Calls `visit` with each missing stretch within the range, oldest first. The time before the first window is missing, unless
 * there are older posts, which were collected or imported without windows. Without windows nothing is missing. Allocates no
 * lists, because it runs for all phrases.
 */
export function visitMissingTime(
  windows: readonly CollectedWindow[],
  range: { from: number; to: number },
  hasOlderPosts: boolean,
  visit: (from: number, to: number) => void,
): void {
  const visitWithin = (from: number, to: number): void => {
    const [start, end] = [Math.max(from, range.from), Math.min(to, range.to)];
    if (start < end) visit(start, end);
  };
  const [first] = windows;
  if (first && !hasOlderPosts) visitWithin(range.from, first.from);
  visitWindows(windows, (from, to, kind) => {
    if (isMissing({ kind })) visitWithin(from, to);
  });
}
