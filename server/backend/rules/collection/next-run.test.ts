import { callsPerDayOf, nextInterval } from './quota.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const now = Date.parse('2026-03-01T09:00:00Z');
const shortest = 15 * minute;
const between = { shortestMs: shortest, longestMs: day };

describe('the interval until the next run', () => {
  test.each([
    ['is the time that the newest 100 posts took', 90 * minute, 90 * minute],
    ['is not shorter than the setting', 3 * minute, shortest],
    ['is not longer than the other setting', 5 * day, day],
    ['is the shortest when the posts are dated in the future', -minute, shortest],
  ])('%s', (_title, spanMs, interval) => {
    expect(nextInterval(now - spanMs, now, between)).toBe(interval);
  });

  test('is the longest for a phrase with fewer than 100 posts', () => {
    expect(nextInterval(null, now, between)).toBe(day);
  });

  test('is the longest when the shortest is longer', () => {
    expect(nextInterval(now - minute, now, { shortestMs: 2 * day, longestMs: day })).toBe(day);
  });
});

describe('the calls of a phrase a day', () => {
  test.each([
    ['one without posts is collected once a day', 0, 1, 1],
    ['one with fewer than 100 posts a day, too', 99.9, 1, 1],
    ['more posts take more runs, rounded up', 250, 1, 3],
    ['each run takes all searches', 250, 4, 10],
    ['the shortest interval limits them', 100_000, 2, 192],
  ])('%s', (_title, posts, searches, calls) => {
    expect(callsPerDayOf(posts, searches, between)).toBe(calls);
  });
});
