/** The window of a post's whole text (sections 2 and 9 of the specification): moved, resized, remembered, always in view. */
import type { Locator, Page } from 'playwright-core';
import { clientRow } from '../support/backend-shapes.ts';
import { intranetHost, startBrowser } from '../support/browser.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { keepSessions } from '../support/sessions.ts';
import { type StandIn, startStandIn } from '../support/stand-in-backend.ts';
import { waitForIsland } from '../support/wait-for-island.ts';

const margin = 20;
const viewport = { width: 1280, height: 800 };
const longText = `Начало ${'очень длинного текста '.repeat(40)}конец`;

const { openPage } = startBrowser();
const openSignedIn = keepSessions({ openPage });
let backend: StandIn;
let server: ServerProcess;

beforeAll(async () => {
  backend = await startStandIn();
  const posts = [
    { OwnerID: -5, OwnerType: 'group', PostID: 11, WordID: 7, PostDt: '2026-11-01T10:00:00Z', Text: longText },
    { OwnerID: 6, OwnerType: 'user', PostID: 12, WordID: 7, PostDt: '2026-11-01T10:00:00Z', Text: 'короткий текст' },
  ];
  backend.on('GET /vknf/posts/details', () => ({ body: { posts, total: 2 } }));
  server = await startServerProcess('main.js', {
    PORT: '0',
    API_URL: backend.url,
    SESSION_SECRET: 'a-secret-of-the-tests-that-is-long-enough',
  });
});
afterAll(async () => {
  await server?.stop();
  await backend?.close();
});

async function openFeed(host = '127.0.0.1'): Promise<Page> {
  const origin = `http://${host}:${server.port}`;
  const page = await openSignedIn(origin, { type: 'client', name: clientRow.id, password: 'password' }, { viewport });
  await page.goto(`${origin}/ldvknf/posts`);
  await waitForIsland(page);
  return page;
}

const text = (page: Page, start: string) => page.getByRole('grid').getByRole('button', { name: start });
const popup = (page: Page) => page.getByRole('dialog', { name: 'Текст поста' });
const button = (page: Page, name: string) => popup(page).getByRole('button', { name, exact: true });

async function openPopup(page: Page, start = 'короткий'): Promise<void> {
  await text(page, start).click();
  await popup(page).waitFor();
}

/** Whole pixels: what is dragged may stand between two. */
async function boxOf(element: Locator) {
  const { x, y, width, height } = (await element.boundingBox()) ?? { x: -1, y: -1, width: -1, height: -1 };
  return { x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) };
}

async function drag(page: Page, from: { x: number; y: number }, by: { x: number; y: number }): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + by.x / 2, from.y + by.y / 2);
  await page.mouse.move(from.x + by.x, from.y + by.y);
  await page.mouse.up();
}

/** By its title, which is no button. */
async function move(page: Page, by: { x: number; y: number }): Promise<void> {
  const { x, y } = await boxOf(popup(page));
  await drag(page, { x: x + 20, y: y + 15 }, by);
}

async function resize(page: Page, by: { x: number; y: number }): Promise<void> {
  const { x, y, width, height } = await boxOf(popup(page));
  await drag(page, { x: x + width, y: y + height }, by);
}

test('§2 Feed: the popup has the whole text, a link to the wall of a user or of another owner, and goes by Escape', async () => {
  const page = await openFeed();
  await openPopup(page, 'Начало');
  expect(await popup(page).innerText()).toContain(longText);
  const link = popup(page).getByRole('link', { name: 'Открыть пост' });
  expect(await link.getAttribute('href')).toBe('https://vk.com/wall-5_11');
  expect(await link.getAttribute('rel')).toContain('noopener');
  await page.keyboard.press('Escape');
  await popup(page).waitFor({ state: 'hidden' });
  expect(await text(page, 'Начало').evaluate((opener) => opener === document.activeElement)).toBe(true);
  await openPopup(page, 'короткий');
  expect(await link.getAttribute('href')).toBe('https://vk.com/wall6_12');
  await button(page, 'Закрыть').click();
  await popup(page).waitFor({ state: 'hidden' });
});

test.each(['127.0.0.1', intranetHost])('§2 Feed: by %s the popup copies the text', async (host) => {
  const page = await openFeed(host);
  await openPopup(page);
  await button(page, 'Копировать текст').click();
  await popup(page).getByRole('status').filter({ hasText: 'Скопировано' }).waitFor();
  const field = page.getByRole('searchbox', { name: 'Поиск по тексту' });
  await field.focus();
  await page.keyboard.press('Control+V');
  expect(await field.inputValue()).toBe('короткий текст');
});

test('§9 Popup: it opens with 350×200, is never smaller than 280×120, and keeps 20 pixels to the window', async () => {
  const page = await openFeed();
  await openPopup(page);
  expect(await boxOf(popup(page))).toMatchObject({ width: 350, height: 200 });
  await resize(page, { x: -300, y: -300 });
  expect(await boxOf(popup(page))).toMatchObject({ width: 280, height: 120 });
  await move(page, { x: -2000, y: -2000 });
  expect(await boxOf(popup(page))).toMatchObject({ x: margin, y: margin });
  await move(page, { x: 3000, y: 3000 });
  const { x, y, width, height } = await boxOf(popup(page));
  const area = await page.evaluate(() => [document.documentElement.clientWidth, document.documentElement.clientHeight]);
  expect([x + width + margin, y + height + margin]).toEqual(area);
  await page.setViewportSize({ width: 800, height: 500 });
  await page.waitForFunction((least) => {
    const box = document.querySelector('[role="dialog"], dialog[open]')?.getBoundingClientRect();
    return box !== undefined && box.right <= innerWidth - least && box.bottom <= innerHeight - least;
  }, margin);
});

test('§2 Feed: the popup is dragged, resized and expanded, and its place is remembered', async () => {
  const page = await openFeed();
  await openPopup(page);
  const before = await boxOf(popup(page));
  await move(page, { x: -150, y: 90 });
  await resize(page, { x: 70, y: 40 });
  const placed = { x: before.x - 150, y: before.y + 90, width: before.width + 70, height: before.height + 40 };
  expect(await boxOf(popup(page))).toEqual(placed);

  await button(page, 'Развернуть').click();
  await button(page, 'Свернуть').waitFor();
  const expanded = await boxOf(popup(page));
  expect(expanded).toMatchObject({ x: margin, y: margin, height: viewport.height - 2 * margin });
  expect(expanded.width).toBeGreaterThan(viewport.width - 2 * margin - 30);
  await button(page, 'Свернуть').click();
  expect(await boxOf(popup(page))).toEqual(placed);

  await button(page, 'Закрыть').click();
  await openPopup(page, 'Начало');
  expect(await boxOf(popup(page))).toEqual(placed);
  await page.reload();
  await waitForIsland(page);
  await openPopup(page);
  expect(await boxOf(popup(page))).toEqual(placed);
});

test('§2 Feed: the popup is moved and resized by arrow keys as well', async () => {
  const page = await openFeed();
  await openPopup(page);
  const before = await boxOf(popup(page));
  for (const key of ['ArrowLeft', 'ArrowDown', 'Shift+ArrowRight', 'Shift+ArrowDown']) await page.keyboard.press(key);
  expect(await boxOf(popup(page))).toEqual({
    x: before.x - 10,
    y: before.y + 10,
    width: before.width + 10,
    height: before.height + 10,
  });
});
