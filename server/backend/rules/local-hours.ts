/** Local weekdays and hours of a time zone. All times and offsets are seconds, times since 1970. */
import { findOffset, type ZoneOffsets } from '../../../shared/format.ts';

/** Hours of a week, from Monday 00:00 on. */
export const slotCount = 7 * 24;

/** The hour of the week. 1970 began on a Thursday; another week keeps local times positive. */
const slotOf = (local: number): number => (Math.floor(local / 3600) + (7 + 3) * 24) % slotCount;

export const slotAt = (time: number, offsets: ZoneOffsets): number => slotOf(time + findOffset(time, offsets));

/** A part of a local hour of the week. `end` is not included. */
type LocalHour = { start: number; end: number; slot: number };

/**
 * The local hours from `from` until before `to`. The first, the last, and the hours at a clock change may be shorter.
 */
export function* localHours(from: number, to: number, offsets: ZoneOffsets): Iterable<LocalHour> {
  for (let start = from; start < to; ) {
    const offset = findOffset(start, offsets);
    const change = Math.min(offsets.find(([next]) => next > start)?.[0] ?? to, to);
    while (start < change) {
      const hourEnd = (Math.floor((start + offset) / 3600) + 1) * 3600 - offset;
      const end = Math.min(hourEnd, change);
      yield { start, end, slot: slotOf(start + offset) };
      start = end;
    }
  }
}

/** A weekday from 1 (Monday) to 7, an hour, or both. */
export type LocalTimes = { weekday: number | null; hour: number | null; offsets: ZoneOffsets };

const [hourSeconds, daySeconds] = [3600, 24 * 3600];

/** The wanted times from `from` until before `to`, ascending: from the first second to before the second one. */
export function* wantedTimes(
  { weekday, hour, offsets }: LocalTimes,
  from: number,
  to: number,
): Iterable<readonly [number, number]> {
  const length = hour === null ? daySeconds : hourSeconds;
  for (let start = from; start < to; ) {
    const offset = findOffset(start, offsets);
    const change = Math.min(offsets.find(([next]) => next > start)?.[0] ?? to, to);
    for (let day = Math.floor((start + offset) / daySeconds); day * daySeconds - offset < change; day += 1) {
      // 1970 began on a Thursday.
      if (weekday !== null && (day + 3) % 7 !== weekday - 1) continue;
      const first = day * daySeconds + (hour ?? 0) * hourSeconds - offset;
      const [begin, end] = [Math.max(first, start), Math.min(first + length, change)];
      if (begin < end) yield [begin, end];
    }
    start = change;
  }
}
