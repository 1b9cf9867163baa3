import { dayMs } from '../../platform/durations.ts';
import { verdictOf } from './verdict.ts';

const computedAt = Date.UTC(2026, 10, 20);
const numbers = {
  computedAt,
  gaps: 0,
  leftOut: false,
  lastPostAt: computedAt - 7 * dayMs,
  weekStories: 1400,
  monthRows: 20,
  monthStories: 10,
};

test.each([
  ['every number is at its limit', {}, false, 'fine'],
  ['there is a gap', { gaps: 1, lastPostAt: null }, false, 'incomplete'],
  ['the last run left posts out', { leftOut: true }, false, 'incomplete'],
  ['there is no post', { lastPostAt: null }, false, 'silent'],
  ['the newest post is older than 7 days', { lastPostAt: computedAt - 7 * dayMs - 1 }, true, 'silent'],
  ['there are more than 200 stories a day', { weekStories: 1401 }, true, 'flooding'],
  ['another phrase has its stories', { monthStories: 1 }, true, 'overlapping'],
  ['most rows are copies', { monthStories: 9 }, false, 'copies'],
  ['most of a few rows are copies', { monthRows: 19, monthStories: 1 }, false, 'fine'],
])('the verdict when %s', (_, change, overlaps, verdict) => {
  expect(verdictOf({ ...numbers, ...change }, overlaps)).toBe(verdict);
});
