/** Which time a phrase is collected for, and which time is missing. Times are milliseconds since the epoch. */

/** Both ends are included. Not `complete`: posts in it could not be read. */
export type TimeWindow = { from: number; to: number; complete: boolean };

/** `partial`: posts in it could not be read. `awaited`: since the last run; the next one collects it. */
export type StretchKind = 'collected' | 'partial' | 'gap' | 'awaited';
export type Stretch = { from: number; to: number; kind: StretchKind };

/** Posts are dated to the second, so windows with at most this distance have no hole between them. */
export const adjacentMs = 1000;

/** Returns the stretches without a hole from the first window to now, oldest first. Windows are oldest first. */
export function coverageOf(windows: readonly TimeWindow[], now: number): Stretch[] {
  const stretches: Stretch[] = [];
  for (const { from, to, complete } of windows) {
    const end = stretches.at(-1)?.to;
    if (end !== undefined && from > end + adjacentMs) stretches.push({ from: end, to: from, kind: 'gap' });
    stretches.push({ from, to, kind: complete ? 'collected' : 'partial' });
  }
  const end = stretches.at(-1)?.to;
  if (end !== undefined && now > end) stretches.push({ from: end, to: now, kind: 'awaited' });
  return stretches;
}

export const isMissing = ({ kind }: Stretch): boolean => kind === 'gap' || kind === 'partial';

/**
 * The missing time within the range, oldest first. Before the first window time is missing, unless there are older posts: they
 * were collected or imported without windows. Without windows nothing is missing.
 */
export function missingTime(
  windows: readonly TimeWindow[],
  range: { from: number; to: number },
  hasOlderPosts: boolean,
): { from: number; to: number }[] {
  const [first] = windows;
  const before = first && !hasOlderPosts ? [{ from: range.from, to: first.from }] : [];
  return [...before, ...coverageOf(windows, 0).filter(isMissing)]
    .map(({ from, to }) => ({ from: Math.max(from, range.from), to: Math.min(to, range.to) }))
    .filter(({ from, to }) => from < to);
}
