/** How much of a period is collected, for reports. Times are milliseconds since 1970. */
import { minuteMs } from '../../../shared/durations.ts';
import { adjacentMs, type CollectedWindow } from '../../../shared/rules/coverage.ts';
import type { TimeWindow } from './days.ts';

/** A shorter gap is not named, and neither is the time between the last run and a count in progress missing. */
const shortestGapMs = 15 * minuteMs;

/** `since`: when the client added the phrase; null if unknown, and for administrators. Windows are complete, oldest first. */
export type PhraseWindows = { since: number | null; windows: CollectedWindow[] };

/** `gaps`: times in which a phrase was not collected, oldest first, without overlaps, from 15 minutes on. */
export type ReportCoverage = { percent: number; gaps: TimeWindow[] };

/** The parts of the range that no window covers. */
function gapsOf(windows: PhraseWindows['windows'], { from, to }: TimeWindow): TimeWindow[] {
  const gaps: TimeWindow[] = [];
  let end = from;
  for (const window of windows) {
    if (window.from > end + adjacentMs && end < to) gaps.push({ from: end, to: Math.min(window.from, to) });
    end = Math.max(end, window.to);
  }
  if (end + adjacentMs < to) gaps.push({ from: end, to });
  return gaps;
}

function mergeGaps(gaps: readonly TimeWindow[]): TimeWindow[] {
  const merged: TimeWindow[] = [];
  for (const { from, to } of gaps.toSorted((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else merged.push({ from, to });
  }
  return merged;
}

/** Null when nothing was ever collected, or no phrase is expected to be. The percentage is rounded down. */
export function coverPeriod(phrases: readonly PhraseWindows[], period: TimeWindow, now: number): ReportCoverage | null {
  if (phrases.every(({ windows }) => windows.length === 0)) return null;
  const end = Math.min(period.to, now);
  let expected = 0;
  const gaps: TimeWindow[] = [];
  for (const { since, windows } of phrases) {
    const last = windows.at(-1)?.to ?? 0;
    const isAwaited = end === now && last < end && end - last < shortestGapMs;
    const range = { from: Math.max(period.from, since ?? 0), to: isAwaited ? last : end };
    if (range.from >= range.to) continue;
    expected += range.to - range.from;
    gaps.push(...gapsOf(windows, range));
  }
  if (expected === 0) return null;
  const missing = gaps.reduce((sum, { from, to }) => sum + to - from, 0);
  return {
    percent: Math.floor((100 * (expected - missing)) / expected),
    gaps: mergeGaps(gaps).filter(({ from, to }) => to - from >= shortestGapMs),
  };
}
