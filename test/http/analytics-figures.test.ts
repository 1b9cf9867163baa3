// Proves: analytics#figures, analytics#views, analytics#work, summary#page, work#suggestions
/**
 * Every number on the page of analytics, in front of the embedded backend, compared with SQL over the stored rows and with the
 * feed that the number links to. The database has copies, mutes, deleted phrases and two clients. Times are Moscow's.
 */
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import type { Identity } from '../../server/backend/rules/account.ts';
import type { WorkChange } from '../../server/backend/rules/work.ts';
import type { NewPost } from '../../server/backend/store/posts-store.ts';
import { withQuery } from '../../shared/api/call.ts';
import { defaultPostSort } from '../../shared/api/posts.ts';
import { dayMs } from '../../shared/durations.ts';
import { allFilters } from '../../shared/pages/post-filters.ts';
import { parsePostsQuery, postFiltersOf } from '../../shared/pages/posts-query.ts';
import { backendAdmin, clientPassword } from '../support/backend.ts';
import { type RandomFeed, startRandomFeed } from '../support/random-feed.ts';
import { postArbitrary } from '../support/seed-posts.ts';
import { arrangeStories } from '../support/story-rows.ts';
import { createTestConsole, createVisitor, type Visitor } from '../support/test-console.ts';
import { viewing } from '../support/viewing.ts';

/** A Sunday noon. */
const now = Date.parse('2026-11-22T09:00:00Z');
const roles = ['administrator', 'client'] as const;
type Role = (typeof roles)[number];

let feed: RandomFeed;
let db: DatabaseSync;
let visitors: Record<Role, Visitor>;
let cookies: Record<Role, string>;

const accountOf = (role: Role) => (role === 'client' ? `client:${feed.clientId}` : 'admin:1');

beforeAll(async () => {
  feed = await startRandomFeed({ now: () => now });
  const { backend, clientId, wordIds } = feed;
  const posts = fc.sample(postArbitrary(wordIds), { numRuns: 1500, seed: 16 });
  const times = fc.sample(fc.integer({ min: 0, max: 90 * 24 * 60 }), { numRuns: posts.length, seed: 17 });
  // All rows of a post have its time.
  const postedAt = ({ ownerId, postId }: NewPost) =>
    now - (times[(7 * postId + ownerId + 3) % times.length] ?? 0) * 60_000 - postId * 1000;
  await backend.store.posts.save(
    posts.map((post) => ({ ...post, postedAt: postedAt(post), ...(post.postId % 6 > 0 && { life: lifeOf(post) }) })),
  );
  arrangeStories(backend.file, {
    'admin:1': { owners: [-2], users: [4] },
    [`client:${clientId}`]: { owners: [1], users: [2] },
  });
  for (const wordId of [wordIds[3], wordIds[5]]) await backend.store.words.markDeleted(wordId ?? 0, now);
  await work();
  db = new DatabaseSync(backend.file, { readOnly: true });
  const { app } = createTestConsole({
    apiUrl: backend.url,
    environment: { API_TIMEOUT_MS: '20000' },
    now: () => now,
  });
  const signIn = async (fields: Record<string, string>) => {
    const visitor = createVisitor(app);
    await visitor.postForm('/login', fields);
    return visitor;
  };
  visitors = {
    administrator: await signIn({ type: 'admin', ...backendAdmin }),
    client: await signIn({ type: 'client', client_id: clientId, password: clientPassword }),
  };
  const identities: Record<Role, Identity> = {
    administrator: { type: 'admin', adminId: 1, username: 'admin' },
    client: { type: 'client', clientId },
  };
  cookies = {
    administrator: await backend.openSession(identities.administrator),
    client: await backend.openSession(identities.client),
  };
  while ((await visitors.client.get('/ldvknf/analytics')).status === 404) await visitors.client.get('/profile');
});
afterAll(async () => {
  db.close();
  await feed.backend.close();
});

const lifeOf = ({ ownerId, postId }: NewPost) => ({
  measures: [{ at: null, views: (postId * 37 + ownerId) % 400, likes: 3, reposts: null, comments: 0 }],
  changedAt: null,
  deletedAt: null,
});

/** The client takes a part of its stories, closes some of them, and marks some. */
async function work(): Promise<void> {
  const { clientId, backend } = feed;
  const { store } = backend;
  const by = { who: 'Анна', onBehalfOf: clientId, address: '', at: now };
  const saved = await store.work.createTag(clientId, { name: 'Ремонт', color: 'red' }, by);
  const tag = saved.outcome === 'saved' ? saved.id : 0;
  const stories = await store.posts.listStories({ type: 'client', clientId }, viewing({ clientId }));
  const changes: WorkChange[] = [
    { state: 'in-progress' },
    { state: 'resolved', tone: 'negative', addTags: [tag] },
    { state: 'rejected', reason: 'Реклама' },
    { addTags: [tag], tone: 'positive' },
  ];
  for (const [index, change] of changes.entries()) {
    const some = stories.filter((_, place) => place % 7 === index).map((storyId) => ({ storyId, version: 0 }));
    await store.work.change(clientId, { stories: some, change, batchId: null, taker: 0 }, by);
  }
  const model = { changeId: 1, model: '{"tags":[],"stories":[],"stems":[]}', trainedAt: now, checked: 30, correct: 25 };
  await store.suggestions.save(clientId, model);
  await store.suggestions.save(clientId, { ...model, checked: 10, correct: 6 });
}

/** Rows that the role may see, with local times. */
const visibleRows = (role: Role) => `
  SELECT posts.story_id, posts.word_id, posts.owner_id, posts.post_id,
    (SELECT views FROM post_facts facts WHERE facts.owner_id = posts.owner_id AND facts.post_id = posts.post_id) AS views, coalesce(posts.city_id, 0) AS city_id,
    datetime(posts.id >> 20, 'unixepoch', '+3 hours') AS local, words.text AS word,
    coalesce((SELECT name FROM owners WHERE owners.owner_id = posts.owner_id), '') AS owner,
    coalesce((SELECT name FROM cities WHERE cities.city_id = posts.city_id), '') AS city
  FROM posts JOIN words USING (word_id)
  WHERE words.deleted_at IS NULL
    AND NOT EXISTS (SELECT 1 FROM mutes WHERE account = '${accountOf(role)}'
      AND (kind = 'owner' AND target_id = posts.owner_id OR kind = 'user' AND target_id = posts.user_id))
    ${role === 'client' ? `AND word_id IN (SELECT word_id FROM word_clients WHERE client_id = '${feed.clientId}')` : ''}`;

type Filters = { copies: boolean; words: readonly number[]; from: string; to: string };

const counted = ({ copies }: Filters) => (copies ? 'count(*)' : 'count(DISTINCT story_id)');

const condition = ({ words, from, to }: Filters) =>
  `date(local) BETWEEN '${from}' AND '${to}'${words.length > 0 ? ` AND word_id IN (${words.join()})` : ''}`;

const count = (role: Role, filters: Filters, further = 'true'): number =>
  Number(
    db
      .prepare(`SELECT ${counted(filters)} AS n FROM (${visibleRows(role)}) WHERE ${condition(filters)} AND ${further}`)
      .get()?.n,
  );

/** The groups with posts as «label: count». */
const groups = (role: Role, filters: Filters, label: string, further = 'true'): string[] =>
  db
    .prepare(
      `SELECT ${label} AS label, ${counted(filters)} AS n FROM (${visibleRows(role)})
       WHERE ${condition(filters)} AND ${further} GROUP BY label`,
    )
    .all()
    .map(({ label: name, n }) => `${name}: ${n}`);

const dayLabel = "strftime('%d.%m.%Y', local)";
const hourLabel = "strftime('%d.%m.%Y, %H:00', local)";
const weekHourLabel = `(CASE strftime('%w', local) WHEN '1' THEN 'Понедельник' WHEN '2' THEN 'Вторник' WHEN '3' THEN 'Среда'
  WHEN '4' THEN 'Четверг' WHEN '5' THEN 'Пятница' WHEN '6' THEN 'Суббота' ELSE 'Воскресенье' END)
  || ', ' || strftime('%H:00–%H:59', local)`;

async function readPage(role: Role, search: string): Promise<string> {
  const { status, text } = await visitors[role].get(`/ldvknf/analytics${search}`);
  expect(status).toBe(200);
  return text.slice(text.indexOf('<main'), text.indexOf('</main>')).replaceAll('\u00a0', '').replaceAll('&amp;', '&');
}

const figureOf = (html: string, name: string): string =>
  html.match(new RegExp(`<figure aria-label="${name}".*?</figure>`, 's'))?.[0] ?? '';

/** Their numbers are views. */
const reachFigures = ['Просмотры по дням', 'Просмотры по часам', 'Просмотры по источникам', 'Самые просматриваемые'];

const withoutReach = (html: string): string =>
  reachFigures.reduce((rest, name) => rest.replace(figureOf(rest, name), ''), html);

type NumberLink = { name: string; total: number; href: string };

/** All links to the feed, with the number that they end with. */
const numberLinks = (html: string): NumberLink[] =>
  [...html.matchAll(/<a [^>]*?href="(\/ldvknf\/posts[^"]*)"[^>]*>(?:<title>([^<]*)<\/title>|(.*?)<\/a>)/gs)].map(
    ([, href = '', title, text = '']) => {
      const name = (title ?? text.replaceAll(/<[^>]*>/g, '')).trim();
      return { name, total: Number(/(\d+)$/.exec(name)?.[1] ?? Number.NaN), href };
    },
  );

/** Names of the bars, cells or items with posts. */
const marksOf = (html: string): string[] => {
  const names = [...html.matchAll(/<title>([^<]*)<\/title>/g)].map(([, name = '']) => name);
  return names.filter((name) => !name.endsWith(': 0')).toSorted();
};

const itemsOf = (html: string): string[] =>
  [...html.matchAll(/<li><a [^>]*>(.*?)<\/a>/g)].map(([, text = '']) => text.replaceAll(/<[^>]*>/g, '')).toSorted();

/** Rows of the table: title and numbers. */
const tableOf = (html: string): string[][] =>
  [...html.matchAll(/<tr><th scope="row">(.*?)<\/th>(.*?)<\/tr>/gs)].map(([, title = '', cells = '']) => [
    title,
    ...[...cells.matchAll(/<td>(.*?)<\/td>/g)].map(([, cell = '']) => cell.replaceAll(/<[^>]*>/g, '')),
  ]);

async function feedTotal(role: Role, href: string): Promise<number> {
  const query = parsePostsQuery(Object.fromEntries(new URL(href, 'http://console').searchParams), defaultPostSort);
  const path = withQuery('/vknf/posts/details', { ...postFiltersOf(query, allFilters), limit: 1, offset: 0 });
  const { body } = await feed.backend.call('GET', path, { cookie: cookies[role] });
  return (body as { total: number }).total;
}

test.each(roles)('%s: every number of «Сводка» leads to a feed with as many posts', async (role) => {
  for (const search of ['', '?period=week', '?from=2026-10-01&to=2026-10-20']) {
    const { status, text } = await visitors[role].get(`/ldvknf/summary${search}`);
    expect(status).toBe(200);
    const html = text.replaceAll('\u00a0', '').replaceAll('&amp;', '&');
    const links = [...html.matchAll(/<a href="(\/ldvknf\/posts\?[^"]*)">(\d+)[^<]*<\/a>/g)];
    expect(links.length).toBeGreaterThan(5);
    for (const [link, href = '', number = ''] of links) {
      expect([link, await feedTotal(role, href)]).toEqual([link, Number(number)]);
    }
  }
});

const ownWords = () => feed.wordIds.slice(0, 3);

const periods: [name: string, search: () => string, filters: () => Filters][] = [
  ['30 days', () => '', () => ({ copies: false, words: [], from: '2026-10-24', to: '2026-11-22' })],
  [
    'two days with copies',
    () => '?from=2026-11-20&to=2026-11-21&copies=show',
    () => ({ copies: true, words: [], from: '2026-11-20', to: '2026-11-21' }),
  ],
  [
    'three compared phrases',
    () => `?from=2026-09-01&to=2026-10-31&words=${ownWords().join()}`,
    () => ({ copies: false, words: ownWords(), from: '2026-09-01', to: '2026-10-31' }),
  ],
];
const cases = roles.flatMap((role) => periods.map(([name, search, filters]) => ({ role, name, search, filters })));

test.each(cases)('$role, $name: the figures have exactly what SQL counts', async ({ role, search, filters: pick }) => {
  const filters = pick();
  const html = await readPage(role, search());
  const isShort = filters.from > '2026-11-19';
  const mentions = figureOf(html, isShort ? 'Упоминания по часам' : 'Упоминания по дням');
  const total = count(role, filters);
  expect(total).toBeGreaterThan(0);
  expect(numberLinks(mentions.slice(mentions.indexOf('Всего: ')))[0]?.total).toBe(total);
  expect(marksOf(mentions)).toEqual(groups(role, filters, isShort ? hourLabel : dayLabel).toSorted());
  expect(itemsOf(figureOf(html, 'По фразам'))).toEqual(groups(role, filters, 'word').toSorted());
  expect(itemsOf(figureOf(html, 'По источникам'))).toEqual(
    groups(role, filters, "coalesce(nullif(owner, ''), owner_id)").toSorted(),
  );
  expect(itemsOf(figureOf(html, 'По городам'))).toEqual(
    groups(role, filters, "iif(city_id = 0, 'Не указан', coalesce(nullif(city, ''), city_id))").toSorted(),
  );
  expect(marksOf(figureOf(html, 'По дням недели и часам'))).toEqual(groups(role, filters, weekHourLabel).toSorted());
});

test.each(roles)('%s: the columns of compared phrases and of the period before are what SQL counts', async (role) => {
  const filters: Filters = { copies: false, words: ownWords(), from: '2026-10-01', to: '2026-10-20' };
  const html = await readPage(role, `?from=${filters.from}&to=${filters.to}&words=${ownWords().join()}`);
  const day = (index: number, start: string) => new Date(Date.parse(start) + index * dayMs).toISOString().slice(0, 10);
  const on = (date: string, words = ownWords()) => String(count(role, { ...filters, words, from: date, to: date }));
  const named = (date: string) => date.split('-').reverse().join('.');
  const days = Array.from({ length: 20 }, (_, index) => day(index, filters.from));
  expect(tableOf(figureOf(html, 'Упоминания по дням'))).toEqual(
    days.map((date, index) => [named(date), on(date), on(day(index, '2026-09-11'))]),
  );
  expect(tableOf(figureOf(html, 'Сравнение фраз'))).toEqual(
    days.map((date) => [named(date), ...ownWords().map((word) => on(date, [word]))]),
  );
});

/** Every period, and every role. */
const linkCases = cases.filter(({ role, name }) => (role === 'client') === (name === '30 days'));

test.each(linkCases)(
  '$role, $name: each number is the total of the feed that it links to',
  async ({ role, search }) => {
    const html = withoutReach(await readPage(role, search()));
    const links = numberLinks(html).filter(({ name }) => name !== 'Посты в ленте');
    expect(links.filter(({ total }) => Number.isNaN(total))).toEqual([]);
    const totals = new Map<string, number>();
    for (const { href } of links) if (!totals.has(href)) totals.set(href, await feedTotal(role, href));
    expect(links.filter(({ href, total }) => totals.get(href) !== total)).toEqual([]);
    expect(totals.size).toBeGreaterThan(150);
  },
);

/** The views of the posts that a link opens, each once; null if unknown. */
async function viewsOfFeed(role: Role, href: string): Promise<(number | null)[]> {
  const query = parsePostsQuery(Object.fromEntries(new URL(href, 'http://console').searchParams), defaultPostSort);
  const path = withQuery('/vknf/posts/details', { ...postFiltersOf(query, allFilters), limit: 1000, offset: 0 });
  const { body } = await feed.backend.call('GET', path, { cookie: cookies[role] });
  const { posts } = body as { posts: { OwnerID: number; PostID: number; Views: number | null }[] };
  expect(posts.length).toBeLessThan(1000);
  return [...new Map(posts.map(({ OwnerID, PostID, Views }) => [`${OwnerID} ${PostID}`, Views])).values()];
}

const sumOf = (views: readonly (number | null)[]) => views.reduce<number>((sum, value) => sum + (value ?? 0), 0);

test.each(roles)(
  '%s: views count each post once, and each number is the sum over the posts of its link',
  async (role) => {
    for (const [search, from, to] of [
      ['', '2026-10-24', '2026-11-22'],
      ['?from=2026-11-20&to=2026-11-21', '2026-11-20', '2026-11-21'],
    ] as const) {
      const html = await readPage(role, search);
      const shown = reachFigures.map((name) => numberLinks(figureOf(html, name)));
      expect(shown.map(({ length }) => length > 0)).toEqual([search === '', search !== '', true, true]);
      const rows = `FROM (${visibleRows(role)}) WHERE ${condition({ copies: true, words: [], from, to })}`;
      const posts = db.prepare(`SELECT owner_id, post_id, views ${rows} GROUP BY owner_id, post_id`).all();
      const known = posts.flatMap(({ views }) => (views === null ? [] : Number(views)));
      const total = `${sumOf(known)}</a>, измерено ${known.length} из ${posts.length}.`;
      expect(html).toContain(total);
      for (const { name, href, total } of shown.flat()) {
        expect([name, href, sumOf(await viewsOfFeed(role, href))]).toEqual([name, href, total]);
      }
      const top = numberLinks(figureOf(html, 'Самые просматриваемые')).map((link) => link.total);
      expect(top.slice(0, 10)).toEqual(known.toSorted((a, b) => b - a).slice(0, 10));
    }
  },
);

test('the figures of work are what SQL counts, for the client only', async () => {
  const filters: Filters = { copies: false, words: [], from: '2026-10-24', to: '2026-11-22' };
  const html = await readPage('client', '');
  const rows = `FROM (${visibleRows('client')}) AS shown
    LEFT JOIN story_work AS work ON work.story_id = shown.story_id AND work.client_id = '${feed.clientId}'`;
  const worked = (label: string, join = '') =>
    db
      .prepare(
        `SELECT ${label} AS label, count(DISTINCT shown.story_id) AS n ${rows} ${join} WHERE ${condition(filters)} GROUP BY label`,
      )
      .all()
      .filter(({ label }) => label !== null)
      .map(({ label, n }) => `${label}: ${n}`)
      .toSorted();
  expect(itemsOf(figureOf(html, 'По состояниям'))).toEqual(
    worked(`CASE work.state WHEN 'in-progress' THEN 'В работе' WHEN 'resolved' THEN 'Решено'
      WHEN 'rejected' THEN 'Не наше' ELSE 'Новое' END`),
  );
  expect(itemsOf(figureOf(html, 'По исполнителям'))).toEqual(
    worked(`iif(work.assignee = 0, (SELECT name FROM clients WHERE client_id = '${feed.clientId}'), 'Никто')`),
  );
  expect(itemsOf(figureOf(html, 'По тегам'))).toEqual(
    worked(`'Ремонт'`, 'JOIN story_tags AS tagged ON tagged.story_id = shown.story_id'),
  );
  expect(itemsOf(figureOf(html, 'По тону'))).toEqual(
    worked(`CASE work.tone WHEN 'positive' THEN 'Позитив' WHEN 'negative' THEN 'Негатив' END`),
  );
  expect(html).toContain('Предложения: верно 78% из 40.');
  expect(html).toMatch(/До первой реакции — .*? \(медиана по \d+ сюжет(ам|у)\)\. До закрытия — /);
  expect(await readPage('administrator', '')).not.toContain('Работа с сюжетами');
});

test('the filters by work apply to all figures, and each can be removed', async () => {
  const html = await readPage('client', '?state=resolved&tone=negative&photo=1');
  expect(html).toContain('<span>Состояние: Решено</span>');
  expect(html).toMatch(/href="[^"]*state=resolved[^"]*" [^>]*aria-label="Убрать фильтр тона"/);
  expect(html).toContain('<input type="hidden" name="state" value="resolved"/>');
  expect(html).toMatch(/<span>С фото<\/span><a href="[^"]*tone=negative[^"]*" [^>]*aria-label="Убрать фильтр фото"/);
  expect(html).toContain('<input type="hidden" name="photo" value="1"/>');
  const links = numberLinks(html).filter(({ name }) => name !== 'Посты в ленте');
  for (const { href, total } of links.slice(0, 5)) expect(await feedTotal('client', href)).toBe(total);
});

test('a client sees no phrase of others in any figure', async () => {
  const html = await readPage('client', `?words=${feed.wordIds.join()}`);
  expect(html).not.toContain('чужая');
  expect(await readPage('client', '')).not.toContain('чужая');
  expect(await readPage('administrator', '')).toContain('чужая: ');
});
