// Proves: alerts#evaluation
import fc from 'fast-check';
import { hourMs, minuteMs } from '../../../../shared/durations.ts';
import type { StoryArrivals } from './conditions.ts';
import { findLeast } from './conditions.ts';

/** One entry per `[minute, count]`; the IDs of the stories follow each other from 101 on. */
function arrive(...groups: [minute: number, count: number][]): StoryArrivals[] {
  let since = 100;
  return groups.map(([minute, count]) => {
    const arrival = { at: minute * minuteMs, since, count };
    since += count;
    return arrival;
  });
}

describe('at least N within an hour', () => {
  test.each([
    ['nothing', arrive(), null],
    ['fewer', arrive([0, 2], [30, 2]), null],
    ['enough at once', arrive([0, 5]), { since: 100, count: 5 }],
    ['enough within the hour', arrive([0, 2], [59, 3]), { since: 100, count: 5 }],
    ['an hour apart', arrive([0, 2], [60, 3]), null],
    [
      'enough in the second hour, without what came too early',
      arrive([0, 1], [50, 2], [70, 3]),
      { since: 101, count: 5 },
    ],
    ['what follows is reported too', arrive([0, 5], [200, 1]), { since: 100, count: 6 }],
    ['an import of 50,000 is one finding', arrive([0, 20_000], [1, 30_000]), { since: 100, count: 50_000 }],
  ])('%s', (_, arrivals, expected) => {
    expect(findLeast(arrivals, 5, hourMs)).toEqual(expected);
  });

  test('agrees with counting every period', () => {
    const groups = fc.array(fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 3 })), {
      maxLength: 30,
    });
    fc.assert(
      fc.property(groups, fc.integer({ min: 1, max: 12 }), (gaps, least) => {
        let minute = 0;
        const arrivals = arrive(
          ...gaps.map(([gap, count]): [number, number] => {
            minute += gap;
            return [minute, count];
          }),
        );
        const within = (end: StoryArrivals) =>
          arrivals.filter(({ at }) => at <= end.at && at > end.at - hourMs).reduce((sum, { count }) => sum + count, 0);
        const end = arrivals.find((arrival) => within(arrival) >= least);
        const found = end && arrivals.filter(({ at }) => at > end.at - hourMs);
        expect(findLeast(arrivals, least, hourMs)).toEqual(
          found ? { since: found[0]?.since, count: found.reduce((sum, { count }) => sum + count, 0) } : null,
        );
      }),
    );
  });
});
