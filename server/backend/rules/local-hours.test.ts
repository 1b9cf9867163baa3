// Proves: analytics#figures
import { listOffsets } from '../../platform/zone-offset.ts';
import { localHours, slotAt, wantedTimes } from './local-hours.ts';

const at = (time: string) => Date.parse(time) / 1000;
const [monday, sunday] = [0, 6 * 24];

/** Returns a function that returns the hour of the week by the local time in words. */
function createNaiveSlot(timeZone: string): (time: number) => number {
  const format = new Intl.DateTimeFormat('en-US', { weekday: 'short', hour: '2-digit', hourCycle: 'h23', timeZone });
  return (time) => {
    const parts = new Map(format.formatToParts(time * 1000).map(({ type, value }) => [type, value]));
    const weekday = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(parts.get('weekday') ?? '');
    return weekday * 24 + Number(parts.get('hour'));
  };
}

test('the offsets of a year have the changes of the clock to the second', () => {
  const offsets = listOffsets(at('2026-01-01T00:00:00Z'), at('2026-12-31T00:00:00Z'), 'Europe/Berlin');
  expect(offsets.slice(1)).toEqual([
    [at('2026-03-29T01:00:00Z'), 7200],
    [at('2026-10-25T01:00:00Z'), 3600],
  ]);
  expect(listOffsets(0, 0, 'UTC')).toEqual([[0, 0]]);
});

test.each([
  ['Europe/Moscow', '2026-11-22T20:59:59Z', sunday + 23],
  ['Europe/Moscow', '2026-11-22T21:00:00Z', monday],
  ['America/New_York', '1970-01-01T00:30:00Z', 2 * 24 + 19],
  ['Asia/Kathmandu', '2026-11-23T00:20:00Z', monday + 6],
])('in %s the hour of the week of %s is %d', (timeZone, time, slot) => {
  expect(slotAt(at(time), listOffsets(at(time), at(time), timeZone))).toBe(slot);
});

test.each(['Europe/Moscow', 'Europe/Berlin', 'Australia/Lord_Howe', 'Africa/Casablanca', 'America/St_Johns'])(
  'local hours of %s have no gap, and each second in them its weekday and hour',
  (timeZone) => {
    const [from, to] = [at('2026-01-05T00:10:00Z'), at('2026-12-20T00:10:00Z')];
    const offsets = listOffsets(from, to, timeZone);
    const hours = [...localHours(from, to, offsets)];
    expect(hours.map(({ start }) => start)).toEqual([from, ...hours.slice(0, -1).map(({ end }) => end)]);
    expect(hours.at(-1)?.end).toBe(to);
    const naiveSlot = createNaiveSlot(timeZone);
    const wrong = hours.filter(({ start, end, slot }) => naiveSlot(start) !== slot || naiveSlot(end - 1) !== slot);
    expect(wrong).toEqual([]);
  },
);

/** The seconds of each range, joined where one ends and the next begins. */
function joinRanges(ranges: Iterable<readonly [number, number]>): number[][] {
  const joined: number[][] = [];
  for (const [from, to] of ranges) {
    const last = joined.at(-1);
    if (last?.[1] === from) last[1] = to;
    else joined.push([from, to]);
  }
  return joined;
}

test.each(['Europe/Moscow', 'Europe/Berlin', 'Australia/Lord_Howe', 'America/St_Johns'])(
  'a weekday, an hour, or both select the local hours of a year in %s',
  (timeZone) => {
    const [from, to] = [at('2026-01-05T00:10:00Z'), at('2026-12-20T00:10:00Z')];
    const offsets = listOffsets(from, to, timeZone);
    for (const [weekday, hour] of [
      [2, 14],
      [7, 23],
      [7, 2],
      [1, null],
      [null, 3],
      [null, 0],
    ] as const) {
      const hours = [...localHours(from, to, offsets)].filter(
        ({ slot }) =>
          (weekday === null || Math.floor(slot / 24) === weekday - 1) && (hour === null || slot % 24 === hour),
      );
      expect(joinRanges(wantedTimes({ weekday, hour, offsets }, from, to))).toEqual(
        joinRanges(hours.map(({ start, end }) => [start, end] as const)),
      );
    }
  },
);
