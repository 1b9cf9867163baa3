// Proves: analytics#figures, analytics#missing-time, analytics#period
/** Every figure of analytics, compared with SQL written here, and with the count of the feed that it links to. */
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { type Analytics, loadAnalytics, type RankedItem } from '../../shared/api/analytics.ts';
import { loadPostCount, type PostFilters } from '../../shared/api/posts.ts';
import { loadWordDays } from '../../shared/api/words.ts';
import { Random } from '../support/random.ts';
import { lastOwnIndex, localTimeFunctions, type RandomFeed, startRandomFeed } from '../support/random-feed.ts';
import { noon, postArbitrary } from '../support/seed-posts.ts';
import { arrangeStories } from '../support/story-rows.ts';

const timeZone = 'Europe/Berlin';
const now = Date.parse('2026-04-03T15:00:00Z');
const roles = ['admin', 'client'] as const;
type Role = (typeof roles)[number];

let feed: RandomFeed;
let db: DatabaseSync;
let cookies: Record<Role, string>;

beforeAll(async () => {
  feed = await startRandomFeed({ config: { CONSOLE_TIME_ZONE: timeZone }, now: () => now });
  const { backend, clientId, wordIds } = feed;
  const times = fc.sample(
    fc.oneof(
      fc.integer({ min: -30, max: 30 }).map((hours) => Date.parse('2026-03-29T01:00:00Z') + hours * 2_700_000),
      fc.integer({ min: -400, max: 400 }).map((steps) => noon + steps * 8_640_000),
      fc.integer({ min: -700, max: 30 }).map((days) => noon + days * 90_000_000),
    ),
    { numRuns: 900, seed: 16 },
  );
  const posts = fc.sample(postArbitrary(wordIds), { numRuns: 900, seed: 17 });
  await backend.store.posts.save(posts.map((post, index) => ({ ...post, postedAt: times[index] ?? noon })));
  arrangeStories(backend.file, {
    'admin:1': { owners: [-2], users: [4] },
    [`client:${clientId}`]: { owners: [], users: [1] },
  });
  await backend.store.words.markDeleted(wordIds[3] ?? 0, now);
  db = new DatabaseSync(backend.file);
  db.prepare(
    `INSERT INTO separated_posts SELECT DISTINCT ?, ${separatedStory}, owner_id, post_id FROM posts WHERE post_id % 11 = 0`,
  ).run(clientId);
  db.exec('UPDATE arrival_counter SET newest = (SELECT max(story_id) FROM separated_posts)');
  db.prepare('INSERT INTO joined_stories SELECT ?, story_id, story_id + 1 FROM stories WHERE story_id % 7 = 0').run(
    clientId,
  );
  for (const [name, compute] of Object.entries(localTimeFunctions(timeZone))) {
    db.function(name, (id) => compute(Math.floor(Number(id) / 2 ** 20) * 1000));
  }
  cookies = {
    admin: await backend.openSession({ type: 'admin', adminId: 1, username: 'admin' }),
    client: await backend.openSession({ type: 'client', clientId }),
  };
});
afterAll(async () => {
  db.close();
  await feed.backend.close();
});

async function call<T>({ path, read }: { path: string; read: (reply: unknown) => T }, role: Role): Promise<T> {
  const { status, body } = await feed.backend.call('GET', path, { cookie: cookies[role] });
  expect([path, status]).toEqual([path, 200]);
  return read(body);
}

/** The stories of the client, which has joined and separated some by hand. */
const separatedStory = '5000 + post_id * 7 + owner_id';
const ownStory = `CASE WHEN (owner_id, post_id) IN (SELECT owner_id, post_id FROM separated_posts) THEN ${separatedStory}
  WHEN story_id IN (SELECT story_id FROM joined_stories) THEN story_id + 1 ELSE story_id END`;

/** The rows that the role sees, with `day`, `hour_start` (without its offset), `weekday` and `hour` of the zone. */
function visibleRows(role: Role): string {
  const account = role === 'admin' ? 'admin:1' : `client:${feed.clientId}`;
  const own = `AND word_id IN (SELECT word_id FROM word_clients WHERE client_id = '${feed.clientId}')`;
  return `(SELECT id, owner_id, post_id, word_id, user_id, city_id, ${role === 'client' ? ownStory : 'story_id'} AS story_id, words.text AS word, local_day(posts.id) AS day, local_weekday(posts.id) AS weekday,
      local_hour(posts.id) AS hour, post_texts.text AS text
    FROM posts JOIN words USING (word_id) JOIN post_texts USING (id)
    WHERE deleted_at IS NULL ${role === 'client' ? own : ''}
      AND owner_id NOT IN (SELECT target_id FROM mutes WHERE account = '${account}' AND kind = 'owner')
      AND user_id NOT IN (SELECT target_id FROM mutes WHERE account = '${account}' AND kind = 'user'))`;
}

type Case = { name: string; filters: PostFilters; condition: () => string };
const word = (index: number) => feed.wordIds[index] ?? 0;
const cases: Case[] = [
  { name: 'no filter', filters: { copies: 'hide' }, condition: () => 'TRUE' },
  { name: 'copies', filters: {}, condition: () => 'TRUE' },
  { name: 'a source', filters: { copies: 'hide', ownerId: 1 }, condition: () => 'owner_id = 1' },
  { name: 'no city', filters: { copies: 'hide', cityId: 0 }, condition: () => 'city_id IS NULL' },
  {
    name: 'a city and a text',
    filters: { copies: 'hide', cityId: 2, text: 'метро' },
    condition: () => `city_id = 2 AND ${has('метро')}`,
  },
  { name: 'an excluded text', filters: { copies: 'hide', text: '-метро' }, condition: () => `NOT ${has('метро')}` },
  { name: 'phrases', filters: { copies: 'hide', wordIds: '5,1,4,2' }, condition: () => 'word_id IN (1, 2, 4, 5)' },
  { name: 'a phrase', filters: { copies: 'hide', wordId: 1 }, condition: () => 'word_id = 1' },
];
const has = (text: string) => `coalesce(text, '') LIKE '%${text}%'`;

const periods: [from: string, to: string, before: string, unit: string][] = [
  ['2026-03-28', '2026-03-29', '2026-03-26', 'hour'],
  ['2026-03-05', '2026-04-03', '2026-02-03', 'day'],
  ['2025-04-03', '2026-04-03', '2024-04-02', 'day'],
];

/** Totals by key, of stories or of rows. */
function bySql(key: string, rows: string, { copies }: PostFilters): Map<unknown, number> {
  const counted = copies === 'hide' ? 'count(DISTINCT story_id)' : 'count(*)';
  const found = db.prepare(`SELECT ${key} AS key, ${counted} AS total FROM ${rows} GROUP BY key`).all();
  return new Map(found.map(({ key: value, total }) => [value, Number(total)]));
}

const ranked = (totals: Map<unknown, number>) =>
  [...totals].map(([id, total]) => ({ id: Number(id), total })).sort((a, b) => b.total - a.total || a.id - b.id);
const idsAndTotals = (items: readonly RankedItem[]) => items.map(({ id, total }) => ({ id, total }));

/** The bar of an hour at a change of the clock is unique by its offset. */
const barKey = { hour: `local_time(id)`, day: 'day' };
const withoutZeros = (bars: Analytics['bars']) =>
  new Map<unknown, number>(bars.filter(({ total }) => total > 0).map(({ from, total }) => [from, total]));

const deleted = () =>
  db
    .prepare('SELECT word_id AS id FROM words WHERE deleted_at IS NOT NULL')
    .all()
    .map(({ id }) => Number(id));

async function checkFigures(
  role: Role,
  [from, to, before, unit]: (typeof periods)[number],
  { filters, condition }: Case,
): Promise<void> {
  const days = { postDtFrom: from, postDtTo: to };
  const figures = await call(loadAnalytics({ ...filters, ...days }), role);
  const rowsOf = (first: string, last: string) =>
    `(SELECT * FROM ${visibleRows(role)} WHERE ${condition()} AND day BETWEEN '${first}' AND '${last}')`;
  const rows = rowsOf(from, to);
  const key = barKey[unit as 'hour' | 'day'];

  expect([figures.unit, figures.from, figures.to, figures.previous.from]).toEqual([unit, from, to, before]);
  expect(figures.total).toBe(bySql('1', rows, filters).get(1) ?? 0);
  expect(withoutZeros(figures.bars)).toEqual(bySql(key, rows, filters));
  const earlier = rowsOf(before, figures.previous.to);
  expect(figures.previous.total).toBe(bySql('1', earlier, filters).get(1) ?? 0);
  expect(withoutZeros(figures.previous.bars)).toEqual(bySql(key, earlier, filters));
  for (const [ranking, column] of [
    [figures.words, 'word_id'],
    [figures.owners, 'owner_id'],
    [figures.cities, 'coalesce(city_id, 0)'],
  ] as const) {
    const expected = ranked(bySql(column, rows, filters));
    expect(idsAndTotals(ranking.items)).toEqual(expected.slice(0, 10));
    expect(ranking.distinct).toBe(expected.length);
  }
  const hours = bySql('(weekday - 1) * 24 + hour', rows, filters);
  expect(figures.hours).toEqual(Array.from({ length: 168 }, (_, hour) => hours.get(hour) ?? 0));
  const isVisible = (id: number) => !deleted().includes(id) && (role === 'admin' || id <= lastOwnIndex + 1);
  const visible = filters.wordIds ? [5, 1, 4, 2].filter(isVisible) : [];
  expect(figures.compared.map(({ id }) => id)).toEqual(visible);
  for (const { id, total, totals } of figures.compared) {
    const own = `(SELECT * FROM ${rows} WHERE word_id = ${id})`;
    expect(total).toBe(bySql('1', own, filters).get(1) ?? 0);
    const bars = figures.bars.map((bar, index) => ({ ...bar, total: totals[index] ?? 0 }));
    expect(withoutZeros(bars)).toEqual(bySql(key, own, filters));
  }

  const [random, links] = [new Random(16), linksOf(figures, filters, days)];
  for (const { total, query } of Array.from({ length: 12 }, () => random.pick(links))) {
    expect([query, await call(loadPostCount(query), role)]).toEqual([query, total]);
  }
}

describe.each(roles)('%s', (role) => {
  describe.each(periods)('from %s to %s', (...period) => {
    test.each(cases)('with $name: every figure equals SQL and the feed of its link', (filtered) =>
      checkFigures(role, period, filtered),
    );
  });
});

/** Figures with the filters of the feed that shows their posts. */
function linksOf(figures: Analytics, filters: PostFilters, days: PostFilters): { total: number; query: PostFilters }[] {
  const endOfHour = (start: string) => `${start.slice(0, 14)}59:59.999${start.slice(19)}`;
  const link = (total: number, more: PostFilters) => ({ total, query: { ...filters, ...days, ...more } });
  return [
    link(figures.total, {}),
    link(figures.previous.total, { postDtFrom: figures.previous.from, postDtTo: figures.previous.to }),
    ...figures.bars.map(({ from, total }) =>
      link(total, { postDtFrom: from, postDtTo: figures.unit === 'hour' ? endOfHour(from) : from }),
    ),
    ...figures.words.items.map(({ id, total }) => link(total, { wordId: id, wordIds: null })),
    ...figures.owners.items.map(({ id, total }) => link(total, { ownerId: id })),
    ...figures.cities.items.map(({ id, total }) => link(total, { cityId: id })),
    ...figures.hours.map((total, hour) => link(total, { weekday: Math.floor(hour / 24) + 1, hour: hour % 24 })),
  ];
}

test('a client with no phrase in the filter has no figures', async () => {
  const figures = await call(
    loadAnalytics({ wordId: word(4), postDtFrom: '2026-03-28', postDtTo: '2026-03-29' }),
    'client',
  );
  expect(figures).toMatchObject({ total: 0, words: { items: [], distinct: 0 }, missing: [] });
  expect(figures.bars).toHaveLength(47);
  expect(new Set(figures.hours)).toEqual(new Set([0]));
});

test.each(['2,6,999', '2,2,999'])(
  'of the phrases %s a client sees its own one, compared with none',
  async (wordIds) => {
    const [wanted, own] = [{ copies: 'hide', wordIds } as const, { copies: 'hide', wordId: word(1) } as const];
    const days = { postDtFrom: '2026-02-20', postDtTo: '2026-03-05' };
    const figures = await call(loadAnalytics({ ...wanted, ...days }), 'client');
    const { total, bars, words } = await call(loadAnalytics({ ...own, ...days }), 'client');
    expect(total).toBeGreaterThan(0);
    expect(figures).toMatchObject({ total, bars, words });
    expect(figures.compared).toMatchObject([{ id: word(1), total, totals: bars.map((bar) => bar.total) }]);
    expect(await call(loadPostCount({ ...wanted, ...days }), 'client')).toBe(total);
  },
);

test('without dates the period is the last 30 days, and a longer one than 366 days its last 366', async () => {
  expect(await call(loadAnalytics({}), 'client')).toMatchObject({ from: '2026-03-05', to: '2026-04-03' });
  const long = loadAnalytics({ postDtFrom: '2020-01-01', postDtTo: '2026-04-03' });
  expect(await call(long, 'client')).toMatchObject({ from: '2025-04-03', to: '2026-04-03' });
});

test.each([
  'postDtFrom=2026-03-02&postDtTo=2026-03-01',
  'postDtFrom=2026-03-02T10:00:00Z',
  'text=%28',
  'wordIds=1,2,3,4,5,6,7',
])('%s is refused', async (query) => {
  const { status } = await feed.backend.call('GET', `/vknf/analytics?${query}`, { cookie: cookies.admin });
  expect(status).toBe(400);
});

describe('totals of phrases per day', () => {
  test.each(roles)('%s: equal SQL for the last 30 days, copies once, without phrases of others', async (role) => {
    const ids = [...feed.wordIds, 999];
    const { from, words } = await call(loadWordDays(ids), role);
    expect(from).toBe('2026-03-05');
    expect([...words.keys()].toSorted()).toEqual(role === 'admin' ? [1, 2, 3, 5, 6] : [1, 2, 3]);
    for (const [id, { total, totals }] of words) {
      const rows = `(SELECT * FROM ${visibleRows(role)} WHERE word_id = ${id} AND day BETWEEN '2026-03-05' AND '2026-04-03')`;
      const days = bySql('day', rows, { copies: 'hide' });
      const dayOf = (index: number) => new Date(Date.UTC(2026, 2, 5 + index)).toISOString().slice(0, 10);
      expect(totals).toEqual(Array.from({ length: 30 }, (_, index) => days.get(dayOf(index)) ?? 0));
      expect(total).toBe(bySql('1', rows, { copies: 'hide' }).get(1) ?? 0);
      const link = { wordId: id, postDtFrom: from, postDtTo: '2026-04-03', copies: 'hide' } as const;
      expect(await call(loadPostCount(link), role)).toBe(total);
    }
  });
});

test('missing time has gaps, incomplete windows and the time before the first one, for the phrases of the viewer', async () => {
  const addWindow = (wordId: number, from: string, to: string, complete: boolean) =>
    db
      .prepare('INSERT INTO collection_windows VALUES (?, ?, ?, ?)')
      .run(wordId, Date.parse(`2026-04-${from}Z`), Date.parse(`2026-04-${to}Z`), Number(complete));
  addWindow(word(0), '01T00:00', '02T03:00', true);
  addWindow(word(0), '02T05:30', '03T14:00', true);
  addWindow(word(1), '02T04:00', '02T06:00', false);
  addWindow(word(1), '02T06:00', '03T14:00', true);
  // Of a phrase without older posts, of another client's, and of a deleted one.
  const { wordId: fresh } = await feed.backend.createWord(feed.clientId, { text: 'новая' });
  addWindow(fresh, '02T10:00', '03T14:00', true);
  addWindow(word(4), '01T00:00', '03T14:00', false);
  addWindow(word(3), '01T00:00', '03T14:00', false);

  const days = { postDtFrom: '2026-04-02', postDtTo: '2026-04-03' };
  const { missing, incompleteWords } = await call(loadAnalytics({ ...days, wordIds: `1,2,${fresh}` }), 'client');
  const hour = (time: string) => `2026-04-${time}:00:00.000Z`;
  expect(missing).toEqual([
    { from: hour('01T22'), to: hour('02T03'), words: 1 },
    { from: hour('02T03'), to: hour('02T04'), words: 2 },
    { from: hour('02T04'), to: hour('02T06'), words: 3 },
    { from: hour('02T06'), to: hour('02T10'), words: 1 },
  ]);
  expect(incompleteWords).toEqual([1, 2, fresh]);
  const all = await call(loadAnalytics(days), 'admin');
  expect(all.missing.at(-1)).toEqual({ from: hour('02T10'), to: hour('03T14'), words: 1 });
});

test('the period before has a post that arrives after its totals were read', async () => {
  const read = async () =>
    (await call(loadAnalytics({ postDtFrom: '2026-04-02', postDtTo: '2026-04-03' }), 'admin')).previous.total;
  const known = await read();
  const [post] = fc.sample(postArbitrary([word(0)]), { numRuns: 1, seed: 19 });
  if (!post) throw new Error('No post');
  const postedAt = Date.parse('2026-04-01T10:00Z');
  await feed.backend.store.posts.save([{ ...post, ownerId: 1, userId: 1, postId: 1_000_000, postedAt }]);
  expect(await read()).toBe(known + 1);
});

describe('after new and changed posts, an erasure, a mute and a restoration', () => {
  beforeAll(async () => {
    const { posts, erasures, mutes, words } = feed.backend.store;
    const later = fc.sample(postArbitrary(feed.wordIds), { numRuns: 400, seed: 18 });
    await posts.save(later.map((post, index) => ({ ...post, postedAt: noon + (index - 200) * 8_640_000 })));
    const by = { who: 'admin', onBehalfOf: null, address: '', at: now };
    await erasures.begin({ kind: 'owner', id: 2 }, now, by);
    while ((await erasures.deletePosts({ kind: 'owner', id: 2 }, 100)) > 0);
    await mutes.create({ account: 'admin:1', kind: 'owner', targetId: -3, createdBy: 'admin:1' }, now);
    await words.update(word(3), { deleted: false });
    await words.markDeleted(word(1), now);
  });

  const some = cases.filter(({ name }) => ['no filter', 'a city and a text', 'phrases'].includes(name));
  test.each(roles.flatMap((role) => some.map((filtered) => ({ role, name: filtered.name, filtered }))))(
    '$role, $name: the same threads return what SQL and the feed count now',
    async ({ role, filtered }) => {
      for (const period of periods) await checkFigures(role, period, filtered);
    },
  );
});
