// Proves: collection#posts, feed#overview, stories#marks
/** The overview above the feed's table in the server's HTML, in front of our own backend. */
import { preferencesCookie } from '../../shared/preferences.ts';
import { histogram, offerFeed, untilOffered } from '../support/feed-replies.ts';
import { type StandIn, startStandIn } from '../support/stand-in-backend.ts';
import {
  createTestConsole,
  createVisitor,
  signInAsAdmin,
  signInAsClient,
  type Visitor,
} from '../support/test-console.ts';

const page = '/ldvknf/posts';

let backend: StandIn;
let visitor: Visitor;

async function open(): Promise<void> {
  offerFeed(backend);
  visitor = createVisitor(createTestConsole({ apiUrl: backend.url }).app);
  await signInAsAdmin(visitor);
  await untilOffered(visitor);
  backend.calls.length = 0;
}

beforeEach(async () => {
  backend = await startStandIn();
});
afterEach(() => backend.close());

/** The line of the numbers and the overview in the HTML of an address. */
async function read(path: string): Promise<string> {
  const { status, text } = await visitor.get(path);
  expect(status).toBe(200);
  return text.match(/<div id="scope".*?(?=<div class="data_table|<\/body>)/s)?.[0].replaceAll('<!-- -->', '') ?? '';
}

/** Addresses of links by their accessible names or texts. */
function linksOf(html: string): Map<string, string> {
  const links = [...html.matchAll(/<a [^>]*?href="([^"]*)"[^>]*>(?:<title>([^<]*)<\/title>|(.*?)<\/a>)/gs)];
  return new Map(
    links.map(([, href = '', title, text = '']) => [
      (title ?? text.replaceAll(/<[^>]*>/g, '')).replaceAll('\u00a0', ' '),
      href.replaceAll('&amp;', '&'),
    ]),
  );
}

const callsOf = (path: string) => backend.calls.filter((call) => call.path.split('?')[0] === path);
const filtersOf = (path: string) => Object.fromEntries(new URL(callsOf(path)[0]?.path ?? '', backend.url).searchParams);

test('the page has the last visit and a bar per day, each a link', async () => {
  await open();
  const html = await read(`${page}?word=7&text=дорог&sort=user_id&page=3`);
  const links = linksOf(html);
  expect(links.get('С прошлого визита: 17')).toBe('?since=41&sort=user_id');
  const day = new URLSearchParams({ word: '7', text: 'дорог', from: '2026-11-01', to: '2026-11-01', sort: 'user_id' });
  expect(links.get('01.11.2026: 1 234')).toBe(`?${day}`);
  expect(links.get('01.11.2026')).toBe(`?${day}`);
  expect(html).toContain('aria-label="Посты по дням"');
  expect(html.replaceAll('\u00a0', ' ')).toContain(
    'Всего по дням: 1 239. Больше всего — 01.11.2026: 1 234. Без повторов в пределах дня.',
  );
  expect(filtersOf('/vknf/posts/histogram')).toEqual({ wordId: '7', text: 'дорог', copies: 'hide' });
});

test('dates that cannot be true extend neither the chart nor the period, unless the filter asks for them', async () => {
  await open();
  const bars = [{ From: '1970-01-01', Total: 1 }, ...histogram.Bars, { From: '2099-01-01', Total: 1 }];
  backend.on('GET /vknf/posts/histogram', () => ({ body: { Unit: 'day', Bars: bars } }));
  backend.on('GET /vknf/posts/dates', () => ({
    body: { minDate: '1970-01-01T00:00:00Z', maxDate: '2099-01-01T00:00:00Z' },
  }));
  expect([...linksOf(await read(page)).keys()].filter((name) => /^\d\d\.\d\d\.\d{4}: /.test(name))).toEqual([
    '30.10.2026: 4',
    '01.11.2026: 1 234',
    '02.11.2026: 1',
  ]);
  expect((await visitor.get(page)).text.replaceAll('<!-- -->', '')).toMatch(/>С —<.*>По —</s);
  expect(linksOf(await read(`${page}?from=1970-01-01`)).has('01.01.1970: 1')).toBe(true);
});

test('the menu has the client’s number of unread posts from the last count, and none after a failure', async () => {
  let now = Date.now();
  offerFeed(backend);
  backend.on('GET /vknf/posts/count', () => ({ body: { total: 1234 } }));
  backend.on('POST /vknf/posts/marks', () => ({ body: { StoryIDs: [] } }));
  visitor = createVisitor(createTestConsole({ apiUrl: backend.url, now: () => now }).app);
  await signInAsClient(visitor, 'client-1');
  await untilOffered(visitor);
  const counts = () => callsOf('/vknf/posts/count').filter(({ path }) => path.includes('unread'));
  const readMenu = async () => (await visitor.get('/profile')).text.match(/ data-unread="(\d+)">([^<]*)/)?.slice(1);
  let shown: string[] | undefined;
  while (!shown) shown = await readMenu();
  expect(shown).toEqual(['1234', '999+']);
  expect(counts()[0]?.path).toMatch(/\?copies=hide&unread=true$/);
  now += 59_000;
  await readMenu();
  expect(counts()).toHaveLength(1);
  await visitor.postJson('/api/v1/vknf/posts/marks', { StoryIDs: [1], Read: true });
  while (counts().length === 1) await readMenu();
  now += 60_000;
  backend.misbehave('status 500', '/vknf/posts/count');
  while (shown) shown = await readMenu();
  backend.misbehave(null);
  await signInAsAdmin(visitor);
  backend.calls.length = 0;
  await visitor.get('/profile');
  expect(counts()).toEqual([]);
});

test.each([
  [
    'hour',
    [
      { From: '2026-11-01T09:00:00+03:00', Total: 2 },
      { From: '2026-11-01T23:00:00+03:00', Total: 3 },
    ],
    'Посты по часам',
    '01.11.2026, 23:00: 3',
    { from: '2026-11-01T23:00:00+03:00', to: '2026-11-01T23:59:59.999+03:00' },
  ],
  [
    'month',
    [
      { From: '2024-02', Total: 20_000 },
      { From: '2026-12', Total: 1 },
    ],
    'Посты по месяцам',
    'февраль 2024: 20 000',
    { from: '2024-02-01', to: '2024-02-29' },
  ],
])('bars per %s have the names and the bounds of their time', async (unit, bars, name, bar, bounds) => {
  await open();
  backend.on('GET /vknf/posts/histogram', () => ({ body: { Unit: unit, Bars: bars } }));
  const html = await read(page);
  expect(html).toContain(`aria-label="${name}"`);
  expect(linksOf(html).get(bar)).toBe(`?${new URLSearchParams({ ...bounds, sort: '-post_dt' })}`);
});

test('a bar keeps narrower bounds of the filters', async () => {
  await open();
  const links = linksOf(await read(`${page}?from=2026-11-01T10:00:00%2B03:00&to=2026-12-31`));
  expect(links.get('01.11.2026: 1 234')).toContain(
    `${new URLSearchParams({ from: '2026-11-01T10:00:00+03:00', to: '2026-11-01' })}`,
  );
  expect(links.get('02.11.2026: 1')).toContain('from=2026-11-02&to=2026-11-02');
});

/** The filters of the sidebar in the HTML of an address. */
async function readSidebar(path: string): Promise<string> {
  const { status, text } = await visitor.get(path);
  expect(status).toBe(200);
  return text.match(/<div id="sidebar-filters".*?<\/nav>/s)?.[0].replaceAll('<!-- -->', '') ?? '';
}

test('the sidebar of every page has the views as links to the feed, with the sort of the feed or the stored one', async () => {
  await open();
  const links = linksOf(await readSidebar(`${page}?word=7&sort=user_id&page=3`));
  expect(links.get('Тверь новых: 3')).toBe(
    `${page}?${new URLSearchParams({ text: 'дорог', city: '3', view: '5', sort: '-post_dt' })}`,
  );
  expect(links.get('Общий новых: 0')).toBe(`${page}?word=7&view=6&copies=show&sort=user_id`);
  visitor.cookies.set(preferencesCookie, 'sort=post_dt');
  const html = await readSidebar('/profile');
  expect(linksOf(html).get('Общий новых: 0')).toBe(`${page}?word=7&view=6&copies=show&sort=post_dt`);
  expect(html).not.toContain('aria-current');
  // An administrator who acts for nobody has no work.
  expect(html).not.toContain('Работа с сюжетами');
});

test('opening a view resets its count', async () => {
  await open();
  const html = await readSidebar(`${page}?text=дорог&view=5`);
  expect(callsOf('/vknf/views/open').map(({ method, path }) => [method, path])).toEqual([
    ['POST', '/vknf/views/open?id=5'],
  ]);
  expect(linksOf(html).has('Тверь новых: 0')).toBe(true);
  expect(html).toMatch(/view=5[^>]*aria-current="true"/);
});

test('a hidden histogram is not loaded, and its button shows it', async () => {
  await open();
  visitor.cookies.set(preferencesCookie, 'histogram=hidden');
  const html = await read(page);
  expect(html).toMatch(/<button [^>]*aria-label="Показать график"[^>]*aria-expanded="false"/);
  expect(html).not.toContain('<figure');
  expect(callsOf('/vknf/posts/histogram')).toEqual([]);
});

test.each([
  ['/vknf/posts/histogram', 'Ошибка загрузки постов', ['С прошлого визита', 'Мои фильтры']],
  ['/vknf/posts/visit', 'Ошибка загрузки постов', ['Мои фильтры', 'Посты по дням']],
  ['/vknf/views', 'Ошибка загрузки фильтров', ['С прошлого визита', 'Посты по дням']],
])('when %s fails, its part says «%s» and the others are there', async (path, text, rest) => {
  await open();
  backend.misbehave('status 500', path);
  const { text: html } = await visitor.get(page);
  for (const part of [text, ...rest]) expect(html.replaceAll('<!-- -->', '')).toContain(part);
});

test.each([
  ['reversed days', '?from=2026-11-02&to=2026-11-01'],
  ['a search that cannot be read', '?text=%28'],
])('for %s there is neither a histogram nor an error about it', async (_name, query) => {
  await open();
  const refusal = {
    status: 400,
    body: { error: 'Ошибка в запросе: не закрыта скобка (символ 1)', code: 'query-unreadable' },
  };
  for (const part of ['histogram', 'details']) backend.on(`GET /vknf/posts/${part}`, () => refusal);
  const html = await read(`${page}${query}`);
  expect(html).not.toContain('<figure');
  expect(html).not.toContain('Ошибка');
});

test('an unreadable histogram breaks nothing', async () => {
  await open();
  const bars = [...histogram.Bars, { From: '<b>', Total: 7 }, { From: '', Total: 1 }];
  backend.on('GET /vknf/posts/histogram', () => ({ body: { Unit: 'day', Bars: bars } }));
  expect(linksOf(await read(page)).get('02.11.2026: 1')).toBeDefined();
  backend.on('GET /vknf/posts/histogram', () => ({ body: { Unit: 'week', Bars: [] } }));
  expect(await read(page)).toContain('Ошибка загрузки постов');
});

test('without posts there is no figure', async () => {
  await open();
  backend.on('GET /vknf/posts/histogram', () => ({ body: { Unit: 'day', Bars: null } }));
  expect(await read(page)).not.toContain('<figure');
});

test('with an existing backend there is no overview', async () => {
  visitor = createVisitor(createTestConsole({ apiUrl: backend.url }).app);
  await signInAsAdmin(visitor);
  expect(await read(page)).not.toMatch(/aria-label="Ещё действия"|<figure/);
});

test('a hostile view and its name are inert', async () => {
  await open();
  const view = { ViewID: 9, Name: '<script>x</script>', Query: 'javascript:alert(1)', Editable: true, New: 1 };
  backend.on('GET /vknf/views', () => ({ body: { views: [view], ClientName: '<script>y</script>' } }));
  const html = await readSidebar(page);
  expect(html).not.toContain('<script>');
  expect(html).toContain(`href="${page}?view=9&amp;sort=-post_dt"`);
});

test('the parts load in parallel with the posts', async () => {
  await open();
  const paths = [
    '/vknf/posts/details',
    '/vknf/posts/histogram',
    '/vknf/posts/visit',
    '/vknf/views',
    '/vknf/views/open',
  ];
  const held = paths.map((path) => backend.hold(`${path === '/vknf/views/open' ? 'POST' : 'GET'} ${path}`));
  const answer = visitor.get(`${page}?view=5`);
  await Promise.all(held.map(({ received }) => received));
  for (const { release } of held) release();
  expect((await answer).status).toBe(200);
});
