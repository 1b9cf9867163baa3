// Proves: phrases#states, query-language#search-at-vk
import fc from 'fast-check';
import type { CollectedWindow } from '../../../../shared/rules/coverage.ts';
import { mergeWindows } from '../../store/collection-runs.ts';
import type { FoundPost, FullSearchCursor } from '../../store/collection-store.ts';
import type { SearchPage } from './search-source.ts';
import {
  advance,
  fullSearchStart,
  joinResults,
  nothingYet,
  ordinaryWindow,
  readOrdinaryPage,
  resumedAt,
  withPage,
} from './search-windows.ts';

const second = 1000;
const day = 24 * 60 * 60 * second;
const now = Date.parse('2026-03-01T09:00:00.700Z');
const lastSecond = Date.parse('2026-03-01T08:59:59Z');
const limits = { fullSearchDays: 365, keepPostsDays: 0 };

const post = (postId: number, postedAt: number): FoundPost => ({
  ownerId: -1,
  postId,
  userId: -1,
  postedAt,
  text: 'метро',
  textParts: [],
  photoUrl: null,
  cityId: null,
  comment: null,
  facts: { likes: null, reposts: null, comments: null, views: null, isAd: false, editedAt: null, repostOf: null },
});

const page = (posts: FoundPost[], total: number, next: string | null): SearchPage => ({
  posts,
  owners: [],
  users: [],
  cities: [],
  total,
  next,
});

/** A search over the posts, newest first, of which 1,000 can be read. Posts in `hidden` count but cannot be read. */
function searchIn(posts: readonly FoundPost[], hidden: ReadonlySet<number> = new Set()) {
  const newestFirst = posts.toSorted((a, b) => b.postedAt - a.postedAt);
  return ({ from, to, startFrom }: FullSearchCursor): SearchPage => {
    const found = newestFirst.filter(({ postedAt }) => postedAt >= from && postedAt <= to);
    const offset = Number(startFrom ?? 0);
    const end = Math.min(offset + 200, 1000, found.length);
    const items = found.slice(offset, end).filter(({ postId }) => !hidden.has(postId));
    return page(items, found.length, end < Math.min(found.length, 1000) ? String(end) : null);
  };
}

type Search = (cursor: FullSearchCursor) => SearchPage;

/** Runs a full search to its end, with several plain searches for a phrase with OR. */
function searchAll(search: Search | Search[], start: FullSearchCursor) {
  const searches = [search].flat();
  const ids = new Set<number>();
  const windows: CollectedWindow[] = [];
  let calls = 0;
  let soFar = nothingYet;
  for (let cursor: FullSearchCursor | null = start; cursor !== null; ) {
    const found = searches[cursor.search]?.(cursor) ?? page([], 0, null);
    calls += 1;
    for (const { postId } of found.posts) ids.add(postId);
    soFar = withPage(soFar, found);
    const step = advance(cursor, found, soFar, searches.length);
    if (step.window) windows.push(step.window);
    if (step.cursor?.startFrom === null) soFar = nothingYet;
    cursor = step.cursor;
  }
  return { ids, calls, windows: mergeWindows(windows) };
}

const start: FullSearchCursor = {
  from: lastSecond - 365 * day,
  to: lastSecond,
  startFrom: null,
  search: 0,
  unread: null,
};
const spread = (count: number, stepMs: number) =>
  Array.from({ length: count }, (_, index) => post(index, lastSecond - index * stepMs));
const wholeYear = [{ from: start.from, to: start.to, complete: true }];

describe('a full search', () => {
  test('starts at the last whole second and reaches back as far as the setting says', () => {
    expect(fullSearchStart(now, limits)).toEqual(start);
  });

  test('does not collect posts that would be deleted in the next night', () => {
    expect(fullSearchStart(now, { ...limits, keepPostsDays: 7 }).from).toBe(lastSecond - 7 * day);
  });

  test.each([
    [0, 1],
    [200, 1],
    [201, 2],
    [1000, 5],
    [4300, 22],
  ])('of %i posts finds each of them in %i calls', (count, calls) => {
    const result = searchAll(searchIn(spread(count, 60 * second)), start);
    expect(result.ids.size).toBe(count);
    expect(result).toMatchObject({ calls, windows: wholeYear });
  });

  test('continues behind posts that cannot be read', () => {
    const hidden = new Set(Array.from({ length: 300 }, (_, index) => 900 + index));
    const result = searchAll(searchIn(spread(1500, 60 * second), hidden), start);
    expect(result.ids.size).toBe(1200);
    expect(result.windows).toEqual(wholeYear);
  });

  test('of 1,200 posts in one second continues before it, and records the gap', () => {
    const crowded = lastSecond - 10 * second;
    const posts = Array.from({ length: 1200 }, (_, index) => post(index, crowded));
    const result = searchAll(searchIn([...posts, post(5000, crowded - second), post(5001, lastSecond)]), start);
    expect(result.ids.size).toBe(1002);
    expect(result.windows).toEqual([
      { from: start.from, to: crowded - second, complete: true },
      { from: crowded, to: crowded, complete: false },
      { from: crowded + second, to: lastSecond, complete: true },
    ]);
  });

  test('ends in a crowded second at its very beginning', () => {
    const from = lastSecond - 5 * second;
    const posts = Array.from({ length: 1200 }, (_, index) => post(index, from));
    expect(searchAll(searchIn(posts), { ...start, from }).windows[0]).toEqual({ from, to: from, complete: false });
  });

  test('that was interrupted finds the rest although posts of its pages were deleted since', () => {
    const posts = spread(900, 60 * second);
    const first = searchIn(posts)(start);
    const cursor = resumedAt(advance(start, first, withPage(nothingYet, first))) ?? start;
    expect(searchAll(searchIn(posts.slice(150)), cursor).ids).toEqual(
      new Set(posts.slice(199).map((one) => one.postId)),
    );
  });

  test('ends when the network repeats a position', () => {
    const stuck = (cursor: FullSearchCursor) => page([post(1, cursor.to - second)], 2, '200/-1_1');
    expect(searchAll(stuck, { ...start, from: lastSecond - 2 * second }).calls).toBeLessThan(10);
  });

  test('finds every post outside crowded seconds, and never calls a time complete that is not', () => {
    const seconds = fc.array(
      fc.record({ at: fc.integer({ min: 0, max: 40 }), count: fc.integer({ min: 1, max: 900 }) }),
      {
        maxLength: 8,
      },
    );
    fc.assert(
      fc.property(seconds, (groups) => {
        const times = groups.flatMap(({ at, count }) => Array<number>(count).fill(lastSecond - at * second));
        const posts = times.map((postedAt, postId) => post(postId, postedAt));
        const { ids, windows } = searchAll(searchIn(posts), { ...start, from: lastSecond - 40 * second });
        const isComplete = (time: number) =>
          windows.some(({ from, to, complete }) => complete && from <= time && time <= to);
        const isCrowded = (time: number) => times.filter((other) => other === time).length > 1000;
        return posts.every(({ postId, postedAt }) => ids.has(postId) || (isCrowded(postedAt) && !isComplete(postedAt)));
      }),
      { numRuns: 50 },
    );
  });
});

describe('a full search with several plain searches', () => {
  test('reads each window with all of them, and the next one begins where the first of them ended', () => {
    const many = spread(1500, 60 * second);
    const few = [post(5000, lastSecond - second), post(5001, lastSecond - 300 * day)];
    const result = searchAll([searchIn(many), searchIn(few)], start);
    expect(result.ids.size).toBe(1502);
    // Two windows: 5 + 1 and 3 + 1.
    expect(result).toMatchObject({ calls: 10, windows: wholeYear });
  });

  test('never calls a time complete that one of them has not read', () => {
    const times = fc.array(
      fc.record({ at: fc.integer({ min: 0, max: 40 }), count: fc.integer({ min: 1, max: 900 }) }),
      {
        maxLength: 5,
      },
    );
    const from = lastSecond - 40 * second;
    fc.assert(
      fc.property(fc.array(times, { minLength: 2, maxLength: 3 }), (groups) => {
        const lists = groups.map((list, index) =>
          list
            .flatMap(({ at, count }) => Array<number>(count).fill(lastSecond - at * second))
            .map((postedAt, number) => post(index * 100_000 + number, postedAt)),
        );
        const { ids, windows } = searchAll(
          lists.map((posts) => searchIn(posts)),
          { ...start, from },
        );
        const isComplete = (time: number) => windows.some((one) => one.complete && one.from <= time && time <= one.to);
        // A search that has read 1,000 posts of one second cannot know whether there are more.
        const isCrowded = (time: number) =>
          lists.some((posts) => posts.filter(({ postedAt }) => postedAt === time).length >= 1000);
        const seconds = Array.from({ length: 41 }, (_, index) => lastSecond - index * second);
        return (
          seconds.every((time) => isComplete(time) || isCrowded(time)) &&
          lists.flat().every(({ postId, postedAt }) => ids.has(postId) || !isComplete(postedAt))
        );
      }),
      { numRuns: 50 },
    );
  });
});

describe('an ordinary run', () => {
  test('first searches 30 days, then from an hour before the last run', () => {
    expect(ordinaryWindow(null, now, limits)).toEqual({ from: lastSecond - 30 * day, to: lastSecond });
    expect(ordinaryWindow(lastSecond - day, now, limits).from).toBe(lastSecond - day - 3600 * second);
    expect(ordinaryWindow(null, now, { ...limits, keepPostsDays: 7 }).from).toBe(lastSecond - 7 * day);
  });

  const window = { from: lastSecond - day, to: lastSecond };
  const oldest = lastSecond - 3600 * second;

  test('completes its time when one page has all posts', () => {
    expect(readOrdinaryPage(window, page([post(1, oldest)], 1, null), null)).toEqual({
      completed: { ...window, complete: true },
      missed: null,
    });
  });

  test('otherwise completes the time after the oldest post, and misses the time before', () => {
    expect(readOrdinaryPage(window, page([post(1, lastSecond), post(2, oldest)], 500, 'next'), null)).toEqual({
      completed: { from: oldest + second, to: lastSecond, complete: true },
      missed: { from: window.from, to: oldest, complete: false },
    });
  });

  test('misses nothing when it reaches the time of the last run', () => {
    expect(readOrdinaryPage(window, page([post(1, oldest)], 500, 'next'), oldest + second)).toEqual({
      completed: { from: oldest + second, to: lastSecond, complete: true },
      missed: null,
    });
  });

  test('misses everything when none of the posts can be read', () => {
    expect(readOrdinaryPage(window, page([], 500, 'next'), null)).toEqual({
      completed: null,
      missed: { ...window, complete: false },
    });
  });

  test('with several plain searches completes and misses what one of them does', () => {
    const whole = { completed: { ...window, complete: true }, missed: null };
    const cut = readOrdinaryPage(window, page([post(1, oldest)], 500, 'next'), null);
    const none = readOrdinaryPage(window, page([], 500, 'next'), null);
    for (const [one, other, joined] of [
      [whole, whole, whole],
      [whole, cut, cut],
      [cut, none, { completed: null, missed: { ...window, complete: false } }],
    ] as const) {
      expect(joinResults(one, other)).toEqual(joined);
      expect(joinResults(other, one)).toEqual(joined);
    }
  });
});
