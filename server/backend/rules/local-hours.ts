/** Local weekdays and hours of a time zone. All times and offsets are seconds, times since 1970. */
import { zoneOffset } from '../../platform/zone-offset.ts';

/** The offset holds from this time on, until the next one. */
type ZoneOffset = { from: number; offset: number };

/** Ascending. The first one also holds before. */
type ZoneOffsets = readonly ZoneOffset[];

/** Hours of a week, from Monday 00:00 on. */
export const slotCount = 7 * 24;

/** Two changes of the clock are further apart. */
const step = 7 * 24 * 3600;

const offsetAt = (time: number, timeZone: string): number => zoneOffset(time * 1000, timeZone) / 1000;

/** The first second with the offset of `to`. The offset changes once after `from`. */
function findChange(from: number, to: number, timeZone: string): number {
  const offset = offsetAt(to, timeZone);
  let [before, after] = [from, to];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (offsetAt(middle, timeZone) === offset) after = middle;
    else before = middle;
  }
  return after;
}

/** The offsets of the zone between the times, both included. */
export function listOffsets(from: number, to: number, timeZone: string): ZoneOffsets {
  const offsets = [{ from, offset: offsetAt(from, timeZone) }];
  for (let start = from; start < to; start += step) {
    const end = Math.min(start + step, to);
    const offset = offsetAt(end, timeZone);
    if (offset !== offsets.at(-1)?.offset) offsets.push({ from: findChange(start, end, timeZone), offset });
  }
  return offsets;
}

/** The hour of the week. 1970 began on a Thursday; a week more keeps local times positive. */
const slotOf = (local: number): number => (Math.floor(local / 3600) + (7 + 3) * 24) % slotCount;

const findOffset = (time: number, offsets: ZoneOffsets): number =>
  (offsets.findLast(({ from }) => from <= time) ?? offsets[0])?.offset ?? 0;

export const slotAt = (time: number, offsets: ZoneOffsets): number => slotOf(time + findOffset(time, offsets));

/** A part of a local hour of the week. `end` is not included. */
type LocalHour = { start: number; end: number; slot: number };

/** The local hours from `from` up to and without `to`. The first and the last one, and those at a change, may be shorter. */
export function* localHours(from: number, to: number, offsets: ZoneOffsets): Iterable<LocalHour> {
  for (let start = from; start < to; ) {
    const offset = findOffset(start, offsets);
    const change = offsets.find((next) => next.from > start)?.from ?? to;
    const hourEnd = (Math.floor((start + offset) / 3600) + 1) * 3600 - offset;
    const end = Math.min(hourEnd, change, to);
    yield { start, end, slot: slotOf(start + offset) };
    start = end;
  }
}

/** A weekday from 1 (Monday) to 7, an hour, or both. */
export type LocalTimes = { weekday: number | null; hour: number | null; offsets: ZoneOffsets };

export const isWanted = ({ weekday, hour }: LocalTimes, slot: number): boolean =>
  (weekday === null || Math.floor(slot / 24) === weekday - 1) && (hour === null || slot % 24 === hour);
