// Proves: collection#figures-of-posts
import fc from 'fast-check';
import { hourMs } from '../../../shared/durations.ts';
import { ageAt, nextCheckAt, ratioOf, usualOf, usualViews, type Viewed } from './measures.ts';

const posted = Date.parse('2026-03-01T09:00:00Z');

test.each([
  [0, 0],
  [0.99, 0],
  [1, 1],
  [5.99, 1],
  [6, 6],
  [30, 24],
  [72, 72],
  [167, 72],
  [168, 168],
  [5000, 168],
])('a measure at %f hours belongs to the age %i', (hours, age) => {
  expect(ageAt(posted, posted + hours * hourMs)).toBe(age);
});

test.each([
  [0, 1],
  [1, 6],
  [7, 24],
  [100, 168],
  [168, null],
])('after a look at %f hours the next one is due at %j', (hours, next) => {
  expect(nextCheckAt(posted, posted + hours * hourMs)).toBe(next === null ? null : posted + next * hourMs);
});

/** The median of the 100 newest other posts, by definition; null with fewer than 10. */
function plainUsual(post: Viewed, all: readonly Viewed[]): number | null {
  const others = all
    .filter((one) => one !== post)
    .toSorted((a, b) => b.at - a.at || b.views - a.views)
    .slice(0, 100)
    .map(({ views }) => views)
    .toSorted((a, b) => a - b);
  const half = others.length / 2;
  if (others.length < 10) return null;
  return others.length % 2 === 1
    ? (others[Math.floor(half)] ?? 0)
    : ((others[half - 1] ?? 0) + (others[half] ?? 0)) / 2;
}

const postsArbitrary = fc
  .array(fc.record({ at: fc.integer({ min: 0, max: 40 }), views: fc.integer({ min: 0, max: 12 }) }), { maxLength: 130 })
  .map((posts) => posts.toSorted((a, b) => b.at - a.at || b.views - a.views));

test('every post has the median of the 100 newest other posts of its source, also with equal times and views', () => {
  fc.assert(
    fc.property(postsArbitrary, (posts) => {
      const usual = usualOf(posts.slice(0, 101));
      expect(posts.map((post) => usualViews(post, usual))).toEqual(posts.map((post) => plainUsual(post, posts)));
    }),
    { numRuns: 300 },
  );
});

test('a ratio is not rounded, and there is none for a median of 0', () => {
  const posts = Array.from({ length: 11 }, (_, index) => ({ at: 20 - index, views: 3 }));
  expect(ratioOf({ at: 20, views: 7 }, usualOf(posts))).toBe(7 / 3);
  expect(ratioOf({ at: 20, views: 7 }, usualOf(posts.map((post) => ({ ...post, views: 0 }))))).toBeNull();
  expect(ratioOf({ at: 20, views: 7 }, usualOf(posts.slice(1)))).toBeNull();
});
