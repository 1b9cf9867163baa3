/** Which time a phrase is collected for: the stretches of its strip, and its gaps. Times are milliseconds since the epoch. */
import type { CollectedWindow } from '../../../shared/api/collection-data.ts';

/** `partial`: posts in it could not be read. `awaited`: since the last run; the next one collects it. */
export type StretchKind = 'collected' | 'partial' | 'gap' | 'awaited';
export type Stretch = { from: number; to: number; kind: StretchKind };

/** Posts are dated to the second, so a shorter hole between windows is none. */
const adjacentMs = 1000;

/** Returns the stretches without a hole from the first window to now, oldest first. Windows are oldest first. */
export function coverageOf(windows: readonly CollectedWindow[], now: number): Stretch[] {
  const stretches: Stretch[] = [];
  for (const window of windows) {
    const from = Date.parse(window.from);
    const end = stretches.at(-1)?.to;
    if (end !== undefined && from > end + adjacentMs) stretches.push({ from: end, to: from, kind: 'gap' });
    stretches.push({ from, to: Date.parse(window.to), kind: window.complete ? 'collected' : 'partial' });
  }
  const end = stretches.at(-1)?.to;
  if (end !== undefined && now > end) stretches.push({ from: end, to: now, kind: 'awaited' });
  return stretches;
}

export const isMissing = ({ kind }: Stretch): boolean => kind === 'gap' || kind === 'partial';
