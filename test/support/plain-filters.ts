/** What each filter of the feed means for a row, and every query of posts as a plain loop over all rows. */

import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import type { FilterName } from '../../server/backend/feed/filters.ts';
import type { QueryName, QueryResult, QueryValues } from '../../server/backend/feed/post-queries.ts';
import { barBounds, chooseUnit, lowerBound, upperBound } from '../../server/backend/rules/days.ts';
import { matchesSearch } from '../../server/backend/rules/search/query-tree.ts';
import { parseSearchQuery } from '../../server/backend/rules/search/search-query.ts';
import {
  noFilters,
  type PostCursor,
  type PostQueries,
  type PostRowsJson,
  type PostRowsQuery,
} from '../../server/backend/store/posts-store.ts';
import { hourMs } from '../../shared/durations.ts';
import { cityCode } from '../../shared/rules/city-code.ts';
import { moveDay } from '../../shared/rules/days.ts';
import { createWeekTime } from './arbitraries.ts';
import { type Seen, type SeenRow, worldNow, worldZone } from './filter-world.ts';
import type { Random } from './random.ts';
import { type FlatViewing, viewing, viewingSince } from './viewing.ts';

const weekTime = createWeekTime(worldZone);
const slotOf = (time: number): number => (weekTime(time).weekday - 1) * 24 + weekTime(time).hour;

type Meaning = {
  value: (seen: Seen) => fc.Arbitrary<Partial<FlatViewing>>;
  accepts: (row: SeenRow, scope: FlatViewing, seen: Seen) => boolean;
  /** Analytics ignores the filter, and so do earlier rows, which make a story old. */
  isOfTime?: true;
};

const searches = ['выборы', '-метро', 'метро -ремонт', '"станция метро"', '(ёлка | дума) -выборы', 'выборы OR дума'];
const bounds = fc.integer({ min: -80, max: 5 }).map((hours) => worldNow + hours * hourMs);

function isOfState({ state, hidden }: SeenRow, wanted: FlatViewing['state']): boolean {
  if (wanted === 'any') return true;
  if (hidden) return wanted === 'hidden';
  return wanted === null || state === wanted || (wanted === 'open' && state !== 'resolved');
}

const meanings = {
  words: {
    value({ rows }) {
      const id = fc.constantFrom(...new Set(rows.map(({ wordId }) => wordId)), 999);
      return fc.oneof(
        id.map((word) => ({ word })),
        fc.uniqueArray(id, { minLength: 1, maxLength: 3 }).map((words) => ({ words })),
      );
    },
    accepts: ({ wordId }, scope) =>
      (scope.word ?? wordId) === wordId && (scope.words === null || scope.words.includes(wordId)),
  },
  owner: {
    value: () => fc.constantFrom(-2, -1, 1, 9).map((owner) => ({ owner })),
    accepts: ({ ownerId }, scope) => (scope.owner ?? ownerId) === ownerId,
  },
  city: {
    value: () => fc.constantFrom(0, 1, 2, 9).map((city) => ({ city })),
    accepts: ({ cityId }, scope) => scope.city === null || scope.city === cityCode.of(cityId),
  },
  photo: {
    value: () => fc.constant({ photo: true }),
    accepts: ({ photoUrl }, { photo }) => !photo || photoUrl !== null,
  },
  kind: {
    value: () => fc.constantFrom('posts', 'comments').map((kind) => ({ kind })),
    accepts: ({ comment }, { kind }) => kind === null || (comment !== null) === (kind === 'comments'),
  },
  views: {
    value: () => fc.constantFrom(1, 40, 90).map((views) => ({ views })),
    accepts: (row, { views }) => views === null || (row.views ?? 0) >= views,
  },
  ratio: {
    value: () => fc.constantFrom(0.5, 1, 1.5).map((ratio) => ({ ratio })),
    accepts: (row, { ratio }) => ratio === null || (row.ratio ?? 0) >= ratio,
  },
  edited: {
    value: () => fc.constant({ edited: true }),
    accepts: ({ changedAt }, { edited }) => !edited || changedAt !== null,
  },
  deleted: {
    value: () => fc.constant({ deleted: true }),
    accepts: ({ deletedAt }, { deleted }) => !deleted || deletedAt !== null,
  },
  text: {
    value: () => fc.constantFrom(...searches).map((text) => ({ text })),
    accepts({ text }, scope) {
      const query = scope.text === null ? null : parseSearchQuery(scope.text);
      return query === null || matchesSearch(text ?? '', query);
    },
  },
  localTimes: {
    value: () =>
      fc.oneof(
        fc.integer({ min: 1, max: 7 }).map((weekday) => ({ weekday })),
        fc.integer({ min: 0, max: 23 }).map((hour) => ({ hour })),
      ),
    accepts({ postedAt }, scope) {
      const { weekday, hour } = weekTime(postedAt);
      return (scope.weekday ?? weekday) === weekday && (scope.hour ?? hour) === hour;
    },
    isOfTime: true,
  },
  dates: {
    value: () =>
      fc.oneof(
        bounds.map((from) => ({ from })),
        bounds.map((to) => ({ to })),
      ),
    accepts: ({ postedAt }, { from, to }) => postedAt >= (from ?? 0) && postedAt < (to ?? Infinity),
    isOfTime: true,
  },
  arrivals: {
    value({ arrivals }) {
      const bound = fc.constantFrom(...arrivals);
      return fc.oneof(
        bound.map((since) => ({ since })),
        bound.map((until) => ({ until })),
      );
    },
    accepts: ({ arrival }, { since, until }) => arrival > (since ?? 0) && arrival <= (until ?? Infinity),
    isOfTime: true,
  },
  mutes: {
    value: ({ scope: { account } }) => fc.constant({ account }),
    accepts: ({ ownerId, userId }, { account }, { muted }) =>
      account === null || !(muted.owners.includes(ownerId) || muted.users.includes(userId)),
  },
  walls: {
    value: ({ scope: { clientId } }) => fc.constant({ clientId }),
    accepts: () => true,
  },
  story: {
    value: ({ rows }) => fc.constantFrom(...rows.map(({ storyId }) => ({ story: storyId }))),
    accepts: ({ storyId }, scope) => (scope.story ?? storyId) === storyId,
    isOfTime: true,
  },
  work: {
    value: ({ tags }) =>
      fc.oneof(
        fc.constantFrom('new', 'open', 'in-progress', 'resolved', 'hidden', 'any').map((state) => ({ state })),
        fc.constantFrom('none', 'positive', 'negative').map((tone) => ({ tone })),
        fc.constantFrom('none', 0, 5).map((assignee) => ({ assignee })),
        fc.constantFrom(...tags).map((tag) => ({ tag })),
      ) as fc.Arbitrary<Partial<FlatViewing>>,
    accepts(row, { clientId, state, tone, assignee, tag }) {
      if (clientId === null) return true;
      const person = assignee === 'none' ? null : assignee;
      return (
        isOfState(row, state) &&
        (tone === null || (row.tone ?? 'none') === tone) &&
        (assignee === null || row.assignee === person) &&
        (tag === null || row.tags.includes(tag))
      );
    },
  },
  unread: {
    value: ({ scope: { account } }) => fc.constant({ account, unread: true }),
    accepts: ({ storyId }, { unread }, { read }) => !unread || !read.has(storyId),
  },
} satisfies Record<FilterName, Meaning>;

export const filterNames = Object.keys(meanings) as FilterName[];
const meaningOf = (name: FilterName): Meaning => meanings[name];

const storiesOf = (rows: readonly SeenRow[]): Set<number> => new Set(rows.map(({ storyId }) => storyId));
/** The rows that the filters accept, in the order of time. */
const acceptedRows = (seen: Seen, scope: FlatViewing, anyTime = false): SeenRow[] =>
  seen.rows.filter((row) =>
    filterNames.every((name) => (anyTime && meaningOf(name).isOfTime) || meaningOf(name).accepts(row, scope, seen)),
  );

/** The stories that are not new, because an earlier row passes the filters. */
function oldStories(seen: Seen, scope: FlatViewing): Set<number> {
  const { since, until, from, first } = scope;
  const earlier = acceptedRows(seen, scope, true).filter(
    ({ arrival, postedAt }) =>
      (since !== null && arrival <= since) ||
      (first && from !== null && postedAt < from && arrival <= (until ?? Infinity)),
  );
  return storiesOf(earlier);
}

function shownRows(seen: Seen, scope: FlatViewing): SeenRow[] {
  const old = oldStories(seen, scope);
  return acceptedRows(seen, scope).filter(({ storyId }) => !old.has(storyId));
}

const keyOf = ({ ownerId, postId, wordId }: Pick<SeenRow, 'ownerId' | 'postId' | 'wordId'>): string =>
  `${ownerId} ${postId} ${wordId}`;
/** Rows, or their stories. */
const countOf = (rows: readonly SeenRow[], { copies }: FlatViewing): number =>
  copies ? rows.length : storiesOf(rows).size;

export type Run = <Name extends QueryName & keyof PostQueries>(
  name: Name,
  ...values: QueryValues<Name>
) => Promise<QueryResult<Name>>;
/** `salt`: distinct in all calls, for queries whose results are cached by their range. */
type Check = (
  run: Run,
  seen: Seen,
  scope: FlatViewing,
  salt: number,
) => Promise<readonly [actual: unknown, expected: unknown]>;

const byTime = { orderBy: 'post_dt', orderDirection: 'ASC' } as const;
const sorted = (values: Iterable<number>): number[] => [...values].sort((a, b) => a - b);

type Order = Pick<PostRowsQuery, 'orderBy' | 'orderDirection'>;

async function exportKeys(run: Run, scope: FlatViewing, order: Order): Promise<string[]> {
  const keys: string[] = [];
  let after: PostCursor | null = null;
  do {
    const { json, next }: PostRowsJson = await run('rows', viewing(scope), { ...order, limit: 9, after });
    const posts = JSON.parse(`[${Buffer.from(json)}]`) as { OwnerID: number; PostID: number; WordID: number }[];
    keys.push(...posts.map(({ OwnerID, PostID, WordID }) => `${OwnerID} ${PostID} ${WordID}`));
    after = next;
    // A broken filter may never end.
  } while (after !== null && keys.length < 1000);
  return keys;
}

const reachOrders = (['views', 'ratio'] as const).flatMap((orderBy) =>
  (['ASC', 'DESC'] as const).map((orderDirection) => ({ orderBy, orderDirection })),
);

/** Rows, or the most viewed one of each story, by a figure; those without it come last. The given rows are in the order of time. */
function orderByReach(
  rows: readonly SeenRow[],
  { copies }: FlatViewing,
  { orderBy, orderDirection }: (typeof reachOrders)[number],
): SeenRow[] {
  const stories = Map.groupBy(rows.toReversed(), ({ storyId }) => storyId);
  const mostViewed = [...stories.values()].flatMap(
    (ofStory) => ofStory.toSorted((a, b) => (b.views ?? -1) - (a.views ?? -1))[0] ?? [],
  );
  const ordered = rows.filter((row) => copies || mostViewed.includes(row));
  const valued = ordered.filter((row) => row[orderBy] !== null);
  valued.sort((a, b) => (a[orderBy] ?? 0) - (b[orderBy] ?? 0));
  const others = ordered.filter((row) => row[orderBy] === null);
  return orderDirection === 'ASC' ? [...valued, ...others] : [...valued.reverse(), ...others.reverse()];
}

/** The rows, or the stories of each part of time. */
function countBars(rows: readonly SeenRow[], scope: FlatViewing): { from: string; total: number }[] {
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last) return [];
  const unit = chooseUnit(scope.from ?? first.postedAt, scope.to ?? last.postedAt + 1, worldZone);
  return barBounds(unit, first.postedAt, last.postedAt + 1, worldZone)
    .map(({ label, start }, bar, bars) => {
      const end = bars[bar + 1]?.start ?? Infinity;
      return {
        from: label,
        total: countOf(
          rows.filter(({ postedAt }) => postedAt >= start && postedAt < end),
          scope,
        ),
      };
    })
    .filter(({ total }) => total > 0);
}

const windows = Array.from({ length: 12 }, (_, index) => ({
  from: worldNow - (80 - 6 * index) * hourMs,
  to: worldNow - (68 - 6 * index) * hourMs,
}));
const isWithin = ({ postedAt }: SeenRow, { from, to }: { from: number; to: number }) =>
  postedAt >= from && postedAt < to;

const checks: Record<string, Check> = {
  async page(run, seen, scope) {
    const { rows, total } = await run('page', viewing(scope), { ...byTime, limit: 200, offset: 0 });
    const shown = shownRows(seen, scope);
    const met = new Set<number>();
    const expected = shown.filter(({ storyId }) => !(!scope.copies && met.has(storyId)) && met.add(storyId));
    // Rows of old stories have passed.
    const accepted = acceptedRows(seen, scope);
    const copies = ({ storyId }: SeenRow) =>
      scope.copies ? 0 : accepted.filter((row) => row.storyId === storyId).length - 1;
    return [
      [rows.map((row) => [keyOf(row), row.copies]), total],
      [expected.map((row) => [keyOf(row), copies(row)]), countOf(shown, scope)],
    ];
  },
  async pageByUser(run, seen, scope) {
    const order = { orderBy: 'owner_id', orderDirection: 'DESC' } as const;
    const { rows } = await run('page', viewing({ ...scope, copies: true }), { ...order, limit: 200, offset: 0 });
    return [
      rows.map(keyOf),
      shownRows(seen, scope)
        .reverse()
        .sort((a, b) => b.ownerId - a.ownerId)
        .map(keyOf),
    ];
  },
  async export(run, seen, scope) {
    return [await exportKeys(run, { ...scope, copies: true }, byTime), shownRows(seen, scope).map(keyOf)];
  },
  async byReach(run, seen, scope) {
    const [actual, expected]: [unknown[], unknown[]] = [[], []];
    for (const order of reachOrders) {
      const { rows } = await run('page', viewing(scope), { ...order, limit: 6, offset: 2 });
      actual.push(
        rows.map((row) => [keyOf(row), row.views, row.ratio]),
        await exportKeys(run, scope, order),
      );
      const ordered = orderByReach(shownRows(seen, scope), scope, order);
      expected.push(
        ordered.slice(2, 8).map((row) => [keyOf(row), row.views, row.ratio]),
        ordered.map(keyOf),
      );
    }
    return [actual, expected];
  },
  async count(run, seen, scope) {
    return [await run('count', viewing(scope)), countOf(shownRows(seen, scope), scope)];
  },
  async dates(run, seen, scope) {
    const shown = shownRows(seen, scope);
    const expected = { min: shown[0]?.postedAt ?? null, max: shown.at(-1)?.postedAt ?? null };
    return [await run('dates', viewing(scope), worldNow), expected];
  },
  async histogram(run, seen, scope) {
    return [(await run('histogram', viewing(scope), worldNow)).bars, countBars(shownRows(seen, scope), scope)];
  },
  async stories(run, seen, scope) {
    return [sorted(await run('listStories', viewing(scope))), sorted(storiesOf(shownRows(seen, scope)))];
  },
  /** Counted as the sum of all other filters. */
  async work(run, seen, scope) {
    const { total } = await run('countWork', viewing(scope));
    return [total, scope.clientId === null ? 0 : storiesOf(shownRows(seen, scope)).size];
  },
  async newStories(run, seen, scope) {
    const since = scope.since ?? seen.arrivals[2] ?? 0;
    const stories = storiesOf(shownRows(seen, { ...scope, since, first: false }));
    return [await run('countNewStories', [viewingSince(since, scope)]), [stories.size]];
  },
  async arrived(run, seen, scope) {
    const [since, until] = [scope.since ?? seen.arrivals[2] ?? 0, seen.arrivals[4] ?? 0];
    const alert = viewingSince(since, { ...scope, unread: false, first: false });
    const upTo = { ...scope, since, unread: false, first: false, until: Math.min(scope.until ?? until, until) };
    const [arrived] = await run('listArrivedStories', [alert], until);
    const [counts = []] = await run('listArrivals', [alert], until);
    return [
      [sorted(arrived ?? []), counts.reduce((sum, { count }) => sum + count, 0)],
      [sorted(storiesOf(acceptedRows(seen, upTo))), storiesOf(shownRows(seen, upTo)).size],
    ];
  },
  async windows(run, seen, scope) {
    const rows = acceptedRows(seen, scope);
    const expected = windows.map((window) => storiesOf(rows.filter((row) => isWithin(row, window))).size);
    return [await run('countInWindows', viewing(scope), windows), expected];
  },
  async firstPosts(run, seen, scope) {
    const from = scope.from ?? worldNow - 40 * hourMs;
    const found = await run('listFirstPosts', viewing({ ...scope, from, since: null }));
    const stories = storiesOf(shownRows(seen, { ...scope, from, since: null, first: true }));
    return [found.reduce((sum, { count }) => sum + count, 0), stories.size];
  },
  async reach(run, seen, scope, salt) {
    const days = { from: '2026-10-24', to: moveDay('2026-10-26', { days: salt % 300 }) };
    const range = { from: lowerBound(days.from, worldZone), to: upperBound(days.to, worldZone) };
    const { bars, top, owners, measuredOwners, views, measured, posts } = await run(
      'periodReach',
      viewing(scope),
      days,
    );
    const rows = acceptedRows(seen, scope, true).filter((row) => isWithin(row, range));
    const postOf = ({ ownerId, postId }: SeenRow) => `${ownerId} ${postId}`;
    const found = [...new Map(rows.toReversed().map((row) => [postOf(row), row])).values()].sort(
      (a, b) => a.postedAt - b.postedAt,
    );
    const sum = (of: readonly SeenRow[]) => {
      const known = of.flatMap((row) => row.views ?? []);
      return { views: known.reduce((all, value) => all + value, 0), measured: known.length, posts: of.length };
    };
    const byOwner = [...Map.groupBy(found, ({ ownerId }) => ownerId)].map(([id, of]) => ({ id, ...sum(of) }));
    const ranked = byOwner.filter((owner) => owner.measured > 0).sort((a, b) => b.views - a.views || a.id - b.id);
    const dayOfRow = ({ postedAt }: SeenRow) => new Date(postedAt).toLocaleDateString('sv', { timeZone: worldZone });
    const mostViewed = found.toReversed().filter((row) => row.views !== null);
    mostViewed.sort((a, b) => (b.views ?? 0) - (a.views ?? 0));
    return [
      {
        all: { views, measured, posts },
        bars: bars.filter((bar) => bar.posts > 0),
        owners: owners.map(({ name: _, ...owner }) => owner),
        measuredOwners,
        top: top.map((post) => [post.ownerId, post.postId, post.views, post.ratio]),
      },
      {
        all: sum(found),
        bars: [...Map.groupBy(found, dayOfRow)].map(([from, of]) => ({ from, ...sum(of) })),
        owners: ranked.slice(0, 10),
        measuredOwners: ranked.length,
        top: mostViewed.slice(0, 10).map((row) => [row.ownerId, row.postId, row.views, row.ratio]),
      },
    ];
  },
  async analytics(run, seen, scope, salt) {
    const days = { from: '2026-10-24', to: moveDay('2026-10-26', { days: salt % 300 }) };
    const range = { from: lowerBound(days.from, worldZone), to: upperBound(days.to, worldZone) };
    const { total, hours, words } = await run('analytics', viewing(scope), days, worldNow + salt);
    const rows = acceptedRows(seen, scope, true).filter((row) => isWithin(row, range));
    const inHours = Array.from({ length: 168 }, (_, slot) =>
      countOf(
        rows.filter((row) => slotOf(row.postedAt) === slot),
        scope,
      ),
    );
    return [
      [total, words.distinct, hours],
      [countOf(rows, scope), new Set(rows.map(({ wordId }) => wordId)).size, inHours],
    ];
  },
};

/** Sets the filters, and at random how results are read: with copies or without, and only stories that begin with a date. */
export function drawScope(seen: Seen, filters: readonly FilterName[], random: Random): FlatViewing {
  const draw = (name: FilterName) =>
    fc.sample(meaningOf(name).value(seen), { numRuns: 1, seed: random.below(2 ** 31) })[0];
  return {
    ...noFilters,
    ...seen.scope,
    shownWork: null,
    account: null,
    copies: random.chance(0.5),
    first: random.chance(0.3),
    ...Object.assign({}, ...filters.map(draw)),
  };
}

export function drawFilters(random: Random): FilterName[] {
  const drawn = Array.from({ length: 2 + random.below(2) }, () => random.pick(filterNames));
  return [...new Set(drawn)];
}

let salt = 0;
/** The first check whose result differs from the plain loop; null: none. */
export async function findFault(run: Run, seen: Seen, scope: FlatViewing): Promise<string | null> {
  for (const [name, check] of Object.entries(checks)) {
    salt += 1;
    const [actual, expected] = await check(run, seen, scope, salt);
    if (!isDeepStrictEqual(actual, expected)) return `${name}: ${JSON.stringify({ actual, expected })}`;
  }
  return null;
}
