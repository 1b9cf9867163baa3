/** Offsets of time zones, and local times. Times and offsets are milliseconds. */

import { dayMs, minuteMs } from '../../shared/durations.ts';
import type { ZoneOffsets } from '../../shared/format.ts';
import { firstRealTime } from '../../shared/rules/real-times.ts';
import { keepResults } from './keep-results.ts';

const formatOf = keepResults<Intl.DateTimeFormat>(10);

function computeOffset(time: number, timeZone: string): number {
  const format = formatOf(timeZone, () => new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }));
  const parts = format.formatToParts(time);
  const text = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign = '+', hours = '0', minutes = '0', seconds = '0'] = /([+-])(\d+):(\d+)(?::(\d+))?/.exec(text) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000;
}

/** Zones change their offset only at a quarter of an hour. */
const quarterMs = 15 * minuteMs;

/**
 * Offsets by zone and quarter. Charts and exports need the same days repeatedly, and computing one takes several microseconds.
 */
const known = new Map<string, Map<number, number>>();
const knownMax = 10_000;

export function zoneOffset(time: number, timeZone: string): number {
  const offsets = known.get(timeZone) ?? new Map<number, number>();
  known.set(timeZone, offsets);
  const quarter = Math.floor(time / quarterMs);
  const cached = offsets.get(quarter);
  if (cached !== undefined) return cached;
  if (offsets.size >= knownMax) offsets.clear();
  const offset = computeOffset(quarter * quarterMs, timeZone);
  offsets.set(quarter, offset);
  return offset;
}

/** In seconds. Two clock changes are always further apart. */
const step = 7 * 24 * 3600;

const offsetAt = (time: number, timeZone: string): number => zoneOffset(time * 1000, timeZone) / 1000;

/** The first second with the offset of `to`. The offset must change exactly once after `from`. */
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

/** The offsets of the zone from `from` to `to` inclusive. Times are in seconds since 1970. */
export function listOffsets(from: number, to: number, timeZone: string): ZoneOffsets {
  const offsets: [number, number][] = [[from, offsetAt(from, timeZone)]];
  for (let start = from; start < to; start += step) {
    const end = Math.min(start + step, to);
    const offset = offsetAt(end, timeZone);
    if (offset !== offsets.at(-1)?.[1]) offsets.push([findChange(start, end, timeZone), offset]);
  }
  return offsets;
}

const firstPost = firstRealTime / 1000;
const tenYears = (10 * 365 * dayMs) / 1000;

const offsetsOf = keepResults<ZoneOffsets>(10);

/** The offsets for the times of pages: from VK's first post until ten years after the first call. */
export const zoneOffsets = (timeZone: string): ZoneOffsets =>
  offsetsOf(timeZone, () => listOffsets(firstPost, Math.floor(Date.now() / 1000) + tenYears, timeZone));

/** The local time as RFC 3339 without its offset. */
export const localTime = (time: number, timeZone: string): string =>
  new Date(time + zoneOffset(time, timeZone)).toISOString().slice(0, 19);

export const localDay = (time: number, timeZone: string): string => localTime(time, timeZone).slice(0, 10);
