// Proves: alerts#rule

import { composeDemoPosts } from '../../../../scripts/demo/world/history.ts';
import { demoStreams } from '../../../../scripts/demo/world/phrases.ts';
import { dayMs, hourMs } from '../../../../shared/durations.ts';
import { countStories } from '../../feed/figures.ts';
import { earlierWeeks, findUnusual, hourlyWindows, silenceLimit, spikeLimit } from './conditions.ts';

const timeZone = 'Europe/Moscow';
/** A Monday, 00:00 in Moscow. */
const end = Date.parse('2026-11-23T00:00:00+03:00');
const weeks = 17;
const start = end - weeks * 7 * dayMs;

describe('the limit of a spike', () => {
  test.each([
    [[0, 0, 0, 0, 0, 0, 0, 0], 0, 6],
    [[10, 10, 10], 10, 26],
    [[8, 9, 10, 10, 11, 12, 10, 90], 10, 26],
    [[100, 60, 140, 80, 120, 100, 90, 110], 100, 200],
    [[100, 20, 180, 40, 160, 100, 10, 190], 100, 413],
  ])('of %j: usually %i, from %i', (baseline, usual, limit) => {
    const found = spikeLimit(baseline);
    expect([found.usual, Math.ceil(found.limit)]).toEqual([usual, limit]);
  });
});

test('the same window of earlier weeks has the same local time, also across a clock change', () => {
  const [last, ...others] = earlierWeeks(Date.parse('2026-10-27T10:00:00+01:00'), 'Europe/Berlin');
  expect(new Date(last ?? 0).toISOString()).toBe('2026-10-20T08:00:00.000Z');
  expect(new Date(others.at(-1) ?? 0).toISOString()).toBe('2026-09-01T08:00:00.000Z');
});

/** 12 in every hour, with other counts in some. */
function find(changes: Record<number, number>, options: Partial<Parameters<typeof findUnusual>[0]> = {}) {
  const countOf = (time: number) => changes[(time - end) / hourMs] ?? 12;
  const windows = hourlyWindows(end - dayMs, end, hourMs);
  const spike = { condition: 'spike', isCollected: () => true } as const;
  const rule = { ...spike, windows, countOf, firstPostAt: start, least: 5, periodMs: hourMs, after: 0, timeZone };
  return findUnusual({ ...rule, ...options }).map(({ window, count, usual }) => [
    (window.to - end) / hourMs,
    count,
    usual,
  ]);
}

describe('spikes', () => {
  test.each([
    ['none', {}, {}, []],
    ['one hour', { [-3]: 60 }, {}, [[-3, 60, 12]]],
    ['a wave of several hours is one', { [-5]: 40, [-4]: 90, [-3]: 60 }, {}, [[-5, 40, 12]]],
    [
      'two waves',
      { [-5]: 40, [-3]: 60 },
      {},
      [
        [-5, 40, 12],
        [-3, 60, 12],
      ],
    ],
    ['a wave that began before the hours looked at is not new', { [-24]: 60, [-23]: 60 }, {}, []],
    ['below the minimum', { [-3]: 60 }, { least: 61 }, []],
    ['the minimum', { [-3]: 60 }, { least: 60 }, [[-3, 60, 12]]],
    [
      'twice the usual number',
      {},
      { countOf: (time: number) => (time === end - 3 * hourMs ? 96 : 48) },
      [[-3, 96, 48]],
    ],
    ['less than twice', {}, { countOf: (time: number) => (time === end - 3 * hourMs ? 95 : 48) }, []],
    ['before the rule', { [-3]: 60 }, { after: end - 3 * hourMs }, []],
    ['right after the rule was made', { [-3]: 60 }, { after: end - 4 * hourMs }, [[-3, 60, 12]]],
    ['earlier weeks were the same', { [-3]: 60, [-171]: 60, [-339]: 60, [-507]: 60, [-675]: 60 }, {}, []],
    ['without posts', { [-3]: 60 }, { firstPostAt: null }, []],
    ['less than three weeks are no baseline', { [-3]: 60 }, { firstPostAt: end - 21 * dayMs - 4 * hourMs + 1 }, []],
    ['three weeks are', { [-3]: 60 }, { firstPostAt: end - 21 * dayMs - 4 * hourMs }, [[-3, 60, 12]]],
  ])('%s', (_, changes, options, expected) => {
    expect(find(changes, options)).toEqual(expected);
  });
});

describe('silences', () => {
  const silence = { condition: 'silence', least: 0 } as const;
  const usually = (usual: number, changes: Record<number, number>) => ({
    ...silence,
    countOf: (time: number) => changes[(time - end) / hourMs] ?? usual,
  });
  test.each([
    [[22, 22, 22], -1],
    [[23, 23, 23], 0],
    [[100, 100, 100, 100], 50],
    [[100, 60, 140, 80, 120, 100, 90, 110], 32],
  ])('of %j: up to %i', (baseline, limit) => {
    expect(Math.floor(silenceLimit(baseline).limit)).toBe(limit);
  });

  test.each([
    ['none', usually(100, {}), []],
    ['one hour', usually(100, { [-3]: 40 }), [[-3, 40, 100]]],
    ['several hours are one', usually(100, { [-5]: 40, [-4]: 0, [-3]: 10 }), [[-5, 40, 100]]],
    ['without any post', usually(23, { [-3]: 0 }), [[-3, 0, 23]]],
    ['with a usual of 22 there is none', usually(22, { [-3]: 0 }), []],
    ['more than half', usually(100, { [-3]: 51 }), []],
    [
      'an hour that was not collected',
      { ...usually(100, { [-5]: 0, [-3]: 0 }), isCollected: ({ to }: { to: number }) => to !== end - 3 * hourMs },
      [[-5, 0, 100]],
    ],
    ['without three weeks', { ...usually(100, { [-3]: 0 }), firstPostAt: end - 20 * dayMs }, []],
  ])('%s', (_, options, expected) => {
    expect(find({}, options)).toEqual(expected);
  });
});

describe('in 8 weeks of demo data', () => {
  /** Between the last trend and the beginning of the history. Times are of `start`. */
  const calm = demoStreams
    .flatMap((stream) => composeDemoPosts(stream, { from: start, to: end, startedAt: end + 50 * dayMs }))
    .map(({ postedAt }) => postedAt / 1000);
  const waveAt = end - 12 * dayMs;
  const wave = Array.from({ length: 40 }, (_, index) => (waveAt + index * 600_000) / 1000);

  function spikesOf(times: readonly number[], hours: number) {
    const seconds = times.toSorted((a, b) => a - b);
    const windows = hourlyWindows(start, end, hours * hourMs);
    const list = { seconds, stories: seconds.map((_, index) => index) };
    const counts = countStories(list, windows);
    const byEnd = new Map(windows.map(({ to }, index) => [to, counts[index] ?? 0]));
    return findUnusual({
      condition: 'spike',
      isCollected: () => true,
      windows: windows.filter(({ to }) => to > end - 56 * dayMs),
      countOf: (time) => byEnd.get(time) ?? 0,
      firstPostAt: start,
      least: 5,
      periodMs: hours * hourMs,
      after: 0,
      timeZone,
    });
  }

  test.each([1, 24, 168])('windows of %i h: the rhythm is not a spike', (hours) => {
    expect(calm.length).toBeGreaterThan(1000);
    expect(spikesOf(calm, hours)).toEqual([]);
  });

  test.each([1, 24])('windows of %i h: consecutive windows over the limit are one spike', (hours) => {
    const spikes = spikesOf([...calm, ...wave], hours);
    expect(spikes).toHaveLength(1);
    expect(Math.abs((spikes[0]?.window.to ?? 0) - waveAt)).toBeLessThan(8 * hourMs);
  });
});
