// Proves: feed#table
/** The first screen of the feed shows posts (docs/product/feed.md): the measures in four sizes, both themes and both roles. */
import type { Page } from 'playwright-core';
import { startBrowser } from '../support/browser.ts';
import { startConsoleInFrontOf } from '../support/console-process.ts';
import { expectSoon } from '../support/expect-soon.ts';
import { histogram, offerFeed } from '../support/feed-replies.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { keepSessions } from '../support/sessions.ts';
import { type StandIn, startStandIn } from '../support/stand-in-backend.ts';
import { waitForIsland } from '../support/wait-for-island.ts';

const { openPage } = startBrowser();
const openSignedIn = keepSessions({ openPage });
let backend: StandIn;
let server: ServerProcess;

/** About three lines where the text has 45 % of a table 1,160 px wide. */
const text = `Жители просят рассказать подробнее о сроках: ремонт дорог начался без объявления. ${'Объезда нет. '.repeat(5)}`;
const post = (number: number) => ({
  OwnerID: -number,
  PostID: number,
  WordID: 7,
  UserID: number,
  PostDt: '2026-11-20T10:00:00Z',
  UpdateDt: '2026-11-20T10:00:00Z',
  Text: text,
  TextHighlighted: text.replaceAll('ремонт дорог', '<mark>ремонт дорог</mark>'),
  Word: 'ремонт дорог',
  OwnerName: 'Город онлайн',
  Domain: 'gorod_online',
  OwnerType: 'group',
  Country: 'Россия',
  City: 'Казань',
  CityID: 2,
  StoryID: number,
  Copies: 5,
  Views: 12_345,
  Likes: 120,
  Reposts: 34,
  Comments: 56,
  Ratio: 4.26,
  StoryViews: 20_000,
  StoryMeasured: 4,
  StoryPosts: 6,
  PhotoURL: 'http://127.0.0.1:1/photo.jpg',
  Work: {
    Version: 2,
    State: 'in-progress',
    AssigneeID: 3,
    Assignee: 'Ольга Константинопольская',
    Until: null,
    UntilCopies: null,
    UntilSources: null,
    Reason: null,
    Tone: 'negative',
    Tags: ['Жалоба', 'Благоустройство', 'Срочно'].map((Name, index) => ({ TagID: index + 1, Name, Color: 'red' })),
    Notes: 0,
    Returned: 0,
    Hidden: false,
    Growing: false,
  },
});
const views = Array.from({ length: 9 }, (_, index) => ({
  ViewID: index + 1,
  Name: `Сохранённый фильтр ${index + 1}`,
  Query: '?text=дорог',
  ClientID: null,
  Editable: true,
  New: index,
}));

beforeAll(async () => {
  backend = await startStandIn();
  server = await startConsoleInFrontOf(backend.url);
});
afterAll(async () => {
  await server?.stop();
  await backend?.close();
});
beforeEach(() => {
  // Clients then have the column «Состояние».
  offerFeed(backend);
  backend.on('GET /vknf/views', () => ({ body: { views } }));
  backend.on('GET /vknf/posts/histogram', () => ({ body: histogram }));
  backend.on('GET /vknf/posts/details', () => ({
    body: { posts: Array.from({ length: 20 }, (_, i) => post(i + 1)), total: 500 },
  }));
});

/**
 * `top`: where the first post begins. `highest`: the height of the highest post. `whole`: the number of posts that are wholly in
 * sight; `seen`: with the part of the last one. `share`: of the text in the table's width.
 */
const measure = (page: Page) =>
  page.evaluate(() => {
    const grid = document.querySelector('[role=grid]');
    const rows = [...document.querySelectorAll('[role=grid] .row')].filter((row) =>
      row.querySelector('[data-post-url]'),
    );
    const boxes = rows.map((row) => row.getBoundingClientRect());
    const cell = rows[0]?.querySelector('[data-post-url]')?.closest('[role=gridcell]');
    return {
      top: boxes[0]?.top ?? Number.NaN,
      highest: Math.max(...boxes.map(({ height }) => height)),
      seen: boxes.reduce((sum, { top, height }) => sum + Math.max(0, Math.min(1, (innerHeight - top) / height)), 0),
      whole: boxes.filter(({ bottom }) => bottom <= innerHeight).length,
      share: (cell?.clientWidth ?? 0) / (grid?.clientWidth ?? 1),
    };
  });

const admin = { type: 'admin', name: 'root', password: 'password' } as const;
const client = { type: 'client', name: 'client-1', password: 'password-1' } as const;

test.each([admin, client])('for $type posts begin high enough', async (account) => {
  const page = await openSignedIn(server.url, account, { viewport: { width: 1440, height: 900 } });
  await page.goto(`${server.url}/ldvknf/posts`);
  await waitForIsland(page);
  const at = async (width: number, height: number) => {
    await page.setViewportSize({ width, height });
    return measure(page);
  };
  const wide = await at(1440, 900);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectSoon(() => measure(page)).toEqual(wide);
  expect(wide.top).toBeLessThanOrEqual(260);
  expect(wide.highest).toBeLessThanOrEqual(78);
  expect(wide.whole).toBeGreaterThanOrEqual(7);
  expect(wide.share).toBeGreaterThanOrEqual(0.45);
  const narrow = await at(1280, 720);
  expect(narrow.highest).toBeLessThanOrEqual(78);
  expect(narrow.whole).toBeGreaterThanOrEqual(5);
  expect(narrow.share).toBeGreaterThanOrEqual(0.45);
  const tablet = await at(768, 1024);
  expect(tablet.highest).toBeLessThanOrEqual(100);
  expect(tablet.whole).toBeGreaterThanOrEqual(7);
  const phone = await at(390, 844);
  expect(phone.top).toBeLessThanOrEqual(150);
  expect(phone.highest).toBeLessThanOrEqual(170);
  expect(phone.seen).toBeGreaterThanOrEqual(3.5);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Скрыть график' }).click();
  await page.getByRole('button', { name: 'Показать график' }).waitFor();
  await expectSoon(async () => (await measure(page)).top).toBeLessThanOrEqual(220);
  await page.getByRole('button', { name: 'Показать график' }).click();
  await page.getByRole('button', { name: 'Скрыть график' }).waitFor();
});

test('«Отклик» is read with exact figures, and its two headers sort by views and by ratio', async () => {
  const page = await openSignedIn(server.url, client, { viewport: { width: 1440, height: 900 } });
  await page.goto(`${server.url}/ldvknf/posts`);
  await waitForIsland(page);
  const exact =
    'Просмотров 12\u00a0345, отметок 120, репостов 34, комментариев 56. В сюжете просмотров 20\u00a0000, измерено 4 из 6';
  const cell = page.getByRole('gridcell', { name: exact, exact: true }).first();
  await expectSoon(() => cell.locator('[aria-hidden]').first().textContent()).toBe('12\u00a0тыс. · 120 · 34 · 56');
  await expectSoon(() => cell.locator('[title]').getAttribute('title')).toBe(exact);
  const header = (name: string) => page.getByRole('columnheader', { name, exact: true });
  for (const [sorted, other] of [
    ['Просмотры', 'К обычному'],
    ['К обычному', 'Просмотры'],
  ] as const) {
    await header(sorted).getByRole('link').click();
    await expectSoon(() => header(sorted).getAttribute('aria-sort')).toBe('descending');
    await expectSoon(() => header(other).getAttribute('aria-sort')).toBeNull();
  }
});

test('beside a docked post the list keeps its posts in sight', async () => {
  // The stand-in has neither the photo nor the notes of the open post.
  const allow = [/Failed to load resource/];
  const page = await openSignedIn(server.url, client, { viewport: { width: 1440, height: 900 }, allow });
  await page.goto(`${server.url}/ldvknf/posts`);
  await waitForIsland(page);
  await page.locator('[data-post-url]').first().click();
  await page.getByRole('button', { name: 'Закрепить справа' }).click();
  await page.getByRole('complementary', { name: 'Пост', exact: true }).waitFor();
  const wide = await measure(page);
  expect(wide.highest).toBeLessThanOrEqual(100);
  expect(wide.whole).toBeGreaterThanOrEqual(7);
  await page.setViewportSize({ width: 1280, height: 720 });
  const narrow = await measure(page);
  expect(narrow.top).toBeLessThanOrEqual(210);
  expect(narrow.highest).toBeLessThanOrEqual(100);
  expect(narrow.whole).toBeGreaterThanOrEqual(5);
});
