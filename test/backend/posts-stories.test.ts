// Proves: analytics#figures, stories#arrivals, stories#histogram, work#filters, work#join-and-separate
// Proves: work-rules#rules
/**
 * Hidden copies, mutes, marks, work and new stories on a real database, compared with a computation over the same rows in
 * JavaScript: pages, totals, dates and histograms.
 */
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import type { Viewing } from '../../server/backend/store/posts-store.ts';
import { postSortColumns } from '../../shared/fields/posts.ts';
import { type WorkStateFilter, workStateFilters } from '../../shared/rules/work.ts';
import { maybe, seldom } from '../support/arbitraries.ts';
import { createNaiveBars } from '../support/naive-bars.ts';
import { asker, filtersOf, lastOwnIndex, type RandomFeed, startRandomFeed } from '../support/random-feed.ts';
import { noon, postArbitrary } from '../support/seed-posts.ts';
import { arrangeStories, type StoredPost } from '../support/story-rows.ts';
import { type FlatViewing, viewing } from '../support/viewing.ts';

const timeZone = 'Europe/Berlin';
const createFilter = filtersOf(timeZone);
const naiveBars = createNaiveBars(timeZone);
const mutes = {
  'admin:1': { owners: [-2], users: [4] },
  'admin:2': { owners: [1, ...Array.from({ length: 300 }, (_, index) => 1000 + index)], users: [2] },
  'admin:3': { owners: [], users: [] },
} as const;

let backend: RandomFeed['backend'];
let clientId: string;
let wordIds: number[];
let rows: StoredPost[];
/** With the stories that the client has joined and separated. */
let ownRows: StoredPost[];
const joinedStories = new Map<number, number>();
let deleted: number[];

const hide = async (wordId: number | undefined, hidden: boolean) => {
  if (hidden) await backend.store.words.markDeleted(wordId ?? 0, noon);
  else await backend.store.words.update(wordId ?? 0, { deleted: false });
  deleted = hidden ? [...deleted, wordId ?? 0] : deleted.filter((id) => id !== wordId);
};

beforeAll(async () => {
  ({ backend, clientId, wordIds } = await startRandomFeed({ config: { CONSOLE_TIME_ZONE: timeZone } }));
  // Within days, months and years, and around the changes of the clock.
  const times = fc.sample(
    fc.oneof(
      fc.integer({ min: -40, max: 40 }).map((hours) => noon + hours * 3_600_000),
      fc.integer({ min: -900, max: 900 }).map((days) => noon + days * 8_640_000),
      fc.integer({ min: -400, max: 400 }).map((days) => noon + days * 86_400_000),
      fc.integer({ min: -30, max: 30 }).map((hours) => Date.parse('2026-03-29T01:00:00Z') + hours * 2_700_000),
      fc.integer({ min: -30, max: 30 }).map((hours) => Date.parse('2026-10-25T01:00:00Z') + hours * 2_700_000),
    ),
    { numRuns: 900, seed: 15 },
  );
  const posts = fc.sample(postArbitrary(wordIds), { numRuns: 900, seed: 14 });
  await backend.store.posts.save(posts.map((post, index) => ({ ...post, postedAt: times[index] ?? noon })));
  rows = arrangeStories(backend.file, mutes);
  ownRows = regroup(backend.file);
  storeWork(backend.file);
  deleted = [];
});
afterAll(() => backend.close());

const isRead = (storyId: number): boolean => storyId % 3 === 0;

const states = ['new', 'resolved', 'in-progress', 'rejected', 'postponed', 'new'] as const;
/** The client's work. Every other story has none. */
const workOf = (story: number) => {
  const state = story % 2 === 0 ? 'new' : (states[story % 6] ?? 'new');
  const isStored = story % 2 === 1;
  return {
    state,
    assignee: isStored && story % 5 === 0 ? story % 10 : null,
    tone: isStored && story % 7 === 0 ? 'negative' : null,
    returned: isStored && state === 'new' && story % 3 === 0 ? 2 : 0,
    overdue: isStored && story % 11 === 0 ? 1 : 0,
    hidden: isStored && story % 13 === 0 ? 1 : 0,
    tags: isStored && story % 4 === 1 ? [1] : [],
  };
};

function storeWork(file: string): void {
  const db = new DatabaseSync(file);
  db.exec('PRAGMA foreign_keys = OFF');
  const add =
    db.prepare(`INSERT INTO story_work (client_id, story_id, version, state, assignee, tone, returned, overdue, hidden, changed_at)
    VALUES (?, ?, 1, ?, ?, ?, ?, ?, ?, 0)`);
  const tag = db.prepare('INSERT INTO story_tags VALUES (?, ?, ?)');
  for (const story of new Set([...rows, ...ownRows].map(({ storyId }) => storyId))) {
    const { state, assignee, tone, returned, overdue, hidden, tags } = workOf(story);
    if (story % 2 === 1) add.run(clientId, story, state, assignee, tone, returned, overdue, hidden);
    for (const id of tags) tag.run(clientId, id, story);
  }
  db.close();
}

/** Every seventh story is joined with another one, some with one that has no rows. */
const storyNow = (story: number): number =>
  story % 7 > 0
    ? story
    : story % 2 === 0
      ? (rows.find(({ storyId }) => storyId > story && storyId % 7 > 0)?.storyId ?? story)
      : 9001;

/** The posts of every eleventh number are separated; every other one of them is joined with a story again. */
function separatedStory({ ownerId, postId }: StoredPost): number | null {
  if (postId % 11 > 0) return null;
  return 2002 + 3 * (postId * 7 + ownerId + 3);
}

function regroup(file: string): StoredPost[] {
  const db = new DatabaseSync(file);
  db.exec('PRAGMA foreign_keys = OFF');
  const join = db.prepare('INSERT OR IGNORE INTO joined_stories VALUES (?, ?, ?)');
  const separate = db.prepare('INSERT OR IGNORE INTO separated_posts VALUES (?, ?, ?, ?)');
  const regrouped = rows.map((row) => {
    const separated = separatedStory(row);
    const story = separated ?? row.storyId;
    const now = separated === null ? storyNow(story) : row.postId % 2 === 0 ? separated : storyNow(7 * row.postId);
    if (separated !== null) separate.run(clientId, separated, row.ownerId, row.postId);
    if (now !== story) {
      join.run(clientId, story, now);
      joinedStories.set(story, now);
    }
    return { ...row, storyId: now };
  });
  db.prepare('UPDATE arrival_counter SET newest = ?').run(Math.max(...regrouped.map(({ storyId }) => storyId)));
  db.close();
  return regrouped;
}

function hasWork(story: number, { clientId: client, state, assignee, tag, tone }: FlatViewing): boolean {
  const work = workOf(story);
  const ofState: Partial<Record<WorkStateFilter, boolean>> = {
    open: work.state !== 'resolved' && work.state !== 'rejected',
    returned: work.returned > 0,
    overdue: work.overdue === 1,
    hidden: true,
  };
  const passes = [
    state === 'any' || work.hidden === Number(state === 'hidden'),
    state === null || state === 'any' || (ofState[state] ?? work.state === state),
    assignee === null || work.assignee === (assignee === 'none' ? null : assignee),
    tag === null || work.tags.includes(tag),
    tone === null || work.tone === (tone === 'none' ? null : tone),
  ];
  return client === null || passes.every(Boolean);
}

/** Returns the rows of the scope, in the order of their IDs. */
function findRows(scope: FlatViewing): StoredPost[] {
  const { owners, users } = mutes[(scope.account ?? 'admin:3') as keyof typeof mutes];
  const mutedOwners = new Set<number>(owners);
  const mutedUsers = new Set<number>(users);
  const visible = new Set(
    wordIds.filter((id, index) => !deleted.includes(id) && (scope.clientId === null || index <= lastOwnIndex)),
  );
  const passes = createFilter(scope);
  const passesAnyTime = createFilter({ ...scope, from: null, to: null, weekday: null, hour: null });
  const seen = (scope.clientId === null ? rows : ownRows).filter(
    (row) =>
      visible.has(row.wordId) && !mutedOwners.has(row.ownerId) && !mutedUsers.has(row.userId) && passesAnyTime(row),
  );
  const { story, clientId: client } = scope;
  const wanted = client === null || story === null ? story : (joinedStories.get(story) ?? story);
  const since = scope.since ?? 0;
  const isEarlier = ({ arrival, postedAt }: StoredPost): boolean =>
    arrival <= since || (scope.first && postedAt < (scope.from ?? 0) && arrival <= (scope.until ?? arrival));
  const known = new Set(seen.filter(isEarlier).map(({ storyId }) => storyId));
  return seen.filter(
    (row) =>
      passes(row) &&
      (wanted === null || row.storyId === wanted) &&
      row.arrival <= (scope.until ?? row.arrival) &&
      !known.has(row.storyId) &&
      hasWork(row.storyId, scope) &&
      !(scope.unread && scope.account !== null && isRead(row.storyId)),
  );
}

/** Views and ratios are unknown here; test/store/filters.test.ts compares known ones. */
const columns = {
  post_dt: 'id',
  views: 'id',
  ratio: 'id',
  update_dt: 'updatedAt',
  user_id: 'userId',
  owner_id: 'ownerId',
  word_id: 'wordId',
} as const;

const time = fc.oneof(
  fc.integer({ min: -45 * 60, max: 45 * 60 }).map((minutes) => noon + minutes * 60_000),
  fc.integer({ min: -400, max: 400 }).map((days) => noon + days * 86_400_000),
);
const scopeArbitrary: fc.Arbitrary<FlatViewing> = fc.record({
  clientId: fc.boolean().map((byClient) => (byClient ? 'own' : null)),
  account: maybe(fc.constantFrom('admin:1', 'admin:2', 'admin:3')),
  word: seldom(fc.integer({ min: 1, max: 6 })),
  words: seldom(fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 6 })),
  owner: seldom(fc.integer({ min: -3, max: 3 })),
  city: seldom(fc.integer({ min: 0, max: 3 })),
  text: seldom(fc.constantFrom('метро', 'выборам', '"метро станция"', 'метро -выборы', '-ремонт', 'елка OR дума')),
  from: seldom(time),
  to: seldom(time),
  weekday: seldom(fc.integer({ min: 1, max: 7 })),
  hour: seldom(fc.integer({ min: 0, max: 23 })),
  copies: fc.boolean(),
  story: seldom(fc.nat(480)),
  since: seldom(fc.nat(960)),
  until: seldom(fc.nat(960)),
  first: fc.boolean(),
  unread: fc.boolean(),
  photo: fc.constant(false),
  kind: fc.constant(null),
  views: fc.constant(null),
  ratio: fc.constant(null),
  edited: fc.constant(false),
  deleted: fc.constant(false),
  state: seldom(fc.constantFrom(...(Object.keys(workStateFilters) as WorkStateFilter[]))),
  assignee: seldom(fc.constantFrom('none' as const, 0, 5)),
  tag: seldom(fc.constantFrom(1, 2)),
  tone: seldom(fc.constantFrom('none' as const, 'negative' as const)),
  shownWork: fc.constant(null),
});
const pageArbitrary = fc.record({
  orderBy: fc.constantFrom(...postSortColumns),
  orderDirection: fc.constantFrom('ASC' as const, 'DESC' as const),
  limit: fc.integer({ min: 1, max: 60 }),
  offset: fc.oneof(fc.constant(0), fc.nat(400)),
});

const withClient = (scope: FlatViewing): Viewing =>
  viewing({ ...scope, clientId: scope.clientId === null ? null : clientId });
const countShown = (found: readonly StoredPost[], { copies }: FlatViewing): number =>
  copies ? found.length : new Set(found.map(({ storyId }) => storyId)).size;

async function checkScopes(numRuns: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(scopeArbitrary, pageArbitrary, async (scope, page) => {
      const found = findRows(scope);
      const column = columns[page.orderBy];
      const sign = page.orderDirection === 'ASC' ? 1 : -1;
      const sorted = found.toSorted((a, b) => sign * (a[column] - b[column] || a.id - b.id));
      // By reach, the most viewed row of a story stands for it: here the newest one.
      const byReach = page.orderBy === 'views' || page.orderBy === 'ratio';
      const stories = Map.groupBy(byReach ? found.toReversed() : sorted, ({ storyId }) => storyId);
      const listed = scope.copies ? sorted : sorted.filter((row) => stories.get(row.storyId)?.[0] === row);
      const total = countShown(found, scope);
      const reply = await backend.store.posts.page(asker, withClient(scope), page);
      expect(reply.total).toBe(total);
      expect(
        reply.rows.map(({ ownerId, postId, wordId, storyId, copies, read }) => [
          ownerId,
          postId,
          wordId,
          storyId,
          copies,
          read,
        ]),
      ).toEqual(
        listed
          .slice(page.offset, page.offset + page.limit)
          .map(({ ownerId, postId, wordId, storyId }) => [
            ownerId,
            postId,
            wordId,
            storyId,
            scope.copies ? 0 : (stories.get(storyId)?.length ?? 0) - 1,
            scope.account !== null && isRead(storyId),
          ]),
      );
      expect(await backend.store.posts.count(asker, withClient(scope))).toBe(total);
    }),
    { numRuns },
  );
}

const countStories = (found: readonly StoredPost[]): number => new Set(found.map(({ storyId }) => storyId)).size;

/** The numbers that are not 0, whatever their order. */
const present = (counts: readonly (readonly [unknown, number])[]) => new Map(counts.filter(([, total]) => total > 0));

async function checkCounts(numRuns: number): Promise<void> {
  const people = ['none', 0, 5] as const;
  const tones = ['none', 'positive', 'neutral', 'negative'] as const;
  await fc.assert(
    fc.asyncProperty(scopeArbitrary, async (drawn) => {
      const scope: FlatViewing = { ...drawn, clientId: 'own' };
      const counts = await backend.store.posts.countWork(asker, withClient(scope));
      const count = (filter: Partial<FlatViewing>): number => countStories(findRows({ ...scope, ...filter }));
      expect(counts.total).toBe(count({}));
      for (const [state, total] of Object.entries(counts.states))
        expect([state, total]).toEqual([state, count({ state: state as WorkStateFilter })]);
      expect(present(counts.people.map(({ personId, total }) => [personId ?? 'none', total]))).toEqual(
        present(people.map((assignee) => [assignee, count({ assignee })])),
      );
      expect(present(counts.tags.map(({ tagId, total }) => [tagId, total]))).toEqual(present([[1, count({ tag: 1 })]]));
      expect(present(Object.entries(counts.tones))).toEqual(present(tones.map((tone) => [tone, count({ tone })])));
    }),
    { numRuns },
  );
}

async function checkHistograms(numRuns: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(scopeArbitrary, async (scope) => {
      const found = findRows(scope);
      const histogram = await backend.store.posts.histogram(asker, withClient(scope), Date.now());
      const times = found.map(({ postedAt }) => postedAt);
      expect(await backend.store.posts.dates(asker, withClient(scope), Date.now())).toEqual({
        min: times.length === 0 ? null : Math.min(...times),
        max: times.length === 0 ? null : Math.max(...times),
      });
      if (found.length === 0) expect(histogram.bars).toEqual([]);
      else expect(histogram).toEqual(naiveBars(found, scope, (bar) => countShown(bar, scope)));
    }),
    { numRuns },
  );
}

test('pages and totals equal a naive computation, while no phrase is deleted', () => checkScopes(120));
test('the stories of each state, person, tag and tone equal a naive computation', () => checkCounts(40));
test('histograms and dates equal a naive computation, while no phrase is deleted', () => checkHistograms(80));

describe('after deletions and a restoration', () => {
  beforeAll(async () => {
    for (const index of [0, 3, 5]) await hide(wordIds[index], true);
    await hide(wordIds[0], false);
  });
  test('pages and totals equal a naive computation, while phrases are deleted', () => checkScopes(120));
  test('histograms and dates equal a naive computation, while phrases are deleted', () => checkHistograms(80));
});
