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

/** `top`: where the first post begins. `whole`: the number of posts that are wholly in sight. `share`: of the text in the table's width. */
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
  expect(wide.top).toBeLessThanOrEqual(300);
  expect(wide.whole).toBeGreaterThanOrEqual(6);
  expect(wide.share).toBeGreaterThanOrEqual(0.45);
  const narrow = await at(1280, 720);
  expect(narrow.whole).toBeGreaterThanOrEqual(4);
  expect(narrow.share).toBeGreaterThanOrEqual(0.45);
  expect((await at(768, 1024)).top).toBeLessThanOrEqual(420);
  expect((await at(390, 844)).top).toBeLessThanOrEqual(420);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Скрыть график' }).click();
  await page.getByRole('button', { name: 'Показать график' }).waitFor();
  expect((await measure(page)).top).toBeLessThanOrEqual(220);
  await page.getByRole('button', { name: 'Показать график' }).click();
  await page.getByRole('button', { name: 'Скрыть график' }).waitFor();
});
