import type { CollectedWindow, WordCollection } from '../../../shared/api/collection-data.ts';
import { coverageOf } from '../../../shared/rules/coverage.ts';
import { healthOf } from './word-health.ts';

const now = Date.UTC(2026, 10, 20);
const daysAgo = (days: number) => new Date(now - days * 86_400_000).toISOString();
const toMs = ({ from, to, complete }: CollectedWindow) => ({ from: Date.parse(from), to: Date.parse(to), complete });
const window = (from: number, to: number, complete = true) => ({ from: daysAgo(from), to: daysAgo(to), complete });

const collection: WordCollection = {
  configured: true,
  lastRun: null,
  nextRunAt: null,
  found: 3,
  stored: 3,
  lastPostAt: daysAgo(1),
  reason: null,
  fullSearch: null,
  windows: [window(30, 0)],
};

const labelOf = (change: Partial<WordCollection>) => {
  const changed = { ...collection, ...change };
  return healthOf(changed, coverageOf(changed.windows.map(toMs), now), now)?.label ?? null;
};

test.each([
  ['nothing is collected yet', { windows: [] }, null],
  ['everything is collected and posts arrive', {}, 'В порядке'],
  ['there is a gap', { windows: [window(30, 20), window(10, 0)] }, 'Собрано не всё'],
  ['posts could not be read', { windows: [window(30, 0, false)] }, 'Собрано не всё'],
  ['the newest post is 8 days old', { lastPostAt: daysAgo(8) }, 'Молчит'],
  ['there is no post', { lastPostAt: null }, 'Молчит'],
])('the health when %s', (_, change, label) => {
  expect(labelOf(change)).toBe(label);
});
