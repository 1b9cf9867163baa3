// Proves: feed#table, limits#values, pages#connection
/** The popup of a post in a real browser: moving, resizing and its memory, by mouse and keyboard (docs/product/feed.md and docs/product/limits.md). */
import type { Locator, Page } from 'playwright-core';
import * as messages from '../../shared/messages.ts';
import { intranetHost, startBrowser } from '../support/browser.ts';
import { adminAccount, type RunningConsole, startConsole } from '../support/console-process.ts';
import { expectSoon } from '../support/expect-soon.ts';
import {
  collectPosts,
  type Feed,
  hostileText,
  longText,
  metroPost,
  photoHost,
  seedFeed,
} from '../support/seed-feed.ts';
import { keepSessions } from '../support/sessions.ts';
import { step } from '../support/step.ts';
import { waitForFocus, waitForIsland } from '../support/wait-for-island.ts';

const path = '/ldvknf/posts';

/** The hostile post, after an edit. */
const editedPost = {
  ...metroPost(1),
  ...{ PostID: 903, UserID: 7, Word: 'выборы', PostDt: '2025-12-03T09:00:00Z', UpdateDt: '2025-12-04T09:00:00Z' },
  Text: hostileText.replace('ремонт', 'ремонт <b>отменены'),
};
const viewport = { width: 1280, height: 800 };
const margin = 20;
const { openPage } = startBrowser();
const openWithSession = keepSessions({ openPage });
let running: RunningConsole;
let feed: Feed;

const image = { contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>' };

async function openSignedIn(options: Parameters<typeof openPage>[0] = {}, origin = running.url): Promise<Page> {
  const page = await openWithSession(origin, adminAccount, { viewport, ...options });
  await page.route(`${photoHost}**`, (route) => route.fulfill(image));
  return page;
}

const opener = (page: Page, index: number) =>
  page.getByRole('grid', { name: 'Посты' }).getByRole('row').nth(index).getByRole('button').first();
const popup = (page: Page) => page.getByRole('dialog', { name: 'Текст поста' });
const button = (page: Page, name: string) => popup(page).getByRole('button', { name, exact: true });

/** Posts of «выборы», the newest first: a hostile one, one without a text, and the long one with a photo. */
async function openPopup(index: number, options: Parameters<typeof openPage>[0] = {}, origin = running.url) {
  const page = await openSignedIn(options, origin);
  await page.goto(`${origin}${path}?word=${feed.wordIds.выборы}`);
  await waitForIsland(page);
  await opener(page, index).click();
  await popup(page).waitFor();
  return page;
}

type Box = { x: number; y: number; width: number; height: number };

async function boxOf(page: Page): Promise<Box> {
  const box = await popup(page).boundingBox();
  if (!box) throw new Error('The popup is not in sight');
  return box;
}

const waitForBox = (page: Page, expected: Partial<Box>) =>
  page.waitForFunction((wanted) => {
    const box = document.querySelector('dialog[open]')?.getBoundingClientRect();
    return box && Object.entries(wanted).every(([name, value]) => Math.abs(box[name as keyof Box] - value) < 1);
  }, expected);

/** Drags a point of the popup, relative to its corner, by some pixels. */
async function drag(page: Page, from: { x: number; y: number }, by: { x: number; y: number }): Promise<void> {
  const { x, y } = await boxOf(page);
  await page.mouse.move(x + from.x, y + from.y);
  await page.mouse.down();
  await page.mouse.move(x + from.x + by.x / 2, y + from.y + by.y / 2);
  await page.mouse.move(x + from.x + by.x, y + from.y + by.y);
  await page.mouse.up();
}
const head = { x: 100, y: 18 };
const corner = ({ width, height }: Box) => ({ x: width - 2, y: height - 2 });

beforeAll(async () => {
  running = await startConsole();
  feed = await seedFeed(running.dataDir);
  await collectPosts(running.dataDir, [editedPost]);
});
afterAll(() => running?.close());

test('a click on the text opens the whole post, hostile or empty, and the popup follows j and k', async () => {
  const page = await openPopup(3);
  await expectSoon(() => boxOf(page)).toMatchObject({ width: 350, height: 200 });
  expect(await button(page, 'Показать изменения').count()).toBe(0);
  const text = await popup(page).getByLabel('Содержание').innerText();
  expect(text).toContain(longText);
  expect(text).toContain('Новости города · 02.12.2025, 00:30');
  await expectSoon(() => popup(page).locator('mark').allTextContents()).toEqual(['выборы']);
  await expectSoon(() => popup(page).getByRole('img', { name: 'Фото поста' }).getAttribute('src')).toBe(
    `${photoHost}post.svg`,
  );
  const link = popup(page).getByRole('link', { name: 'Открыть пост' });
  await expectSoon(() => link.getAttribute('href')).toBe('https://vk.com/wall-101_901');
  await expectSoon(() => link.getAttribute('target')).toBe('_blank');
  await expectSoon(() => link.getAttribute('rel')).toBe('noopener noreferrer');

  await opener(page, 1).press('Enter');
  await popup(page).getByText('<img src=x onerror="alert(1)">').waitFor();
  expect(await popup(page).locator('img').count()).toBe(0);
  await expectSoon(() => popup(page).innerText()).toContain('<img src=x onerror="alert(1)">');
  const changes = popup(page).getByRole('region', { name: 'Изменения текста' });
  await step('the button of an edited post shows what has changed, and hides it', async () => {
    await button(page, 'Показать изменения').press('Enter');
    await expectSoon(() => changes.innerText()).toMatch(/^Изменён 04\.12\.2025, 12:00/);
    await expectSoon(() => changes.locator('del').allInnerTexts()).toEqual([]);
    await expectSoon(() => changes.locator('ins').allInnerTexts()).toEqual([expect.stringMatching('<b>отменены')]);
    await button(page, 'Показать изменения').press('Enter');
    await changes.waitFor({ state: 'hidden' });
  });
  await opener(page, 2).press('Enter');
  await popup(page).getByText('Нет текста').waitFor();
  await expectSoon(() => popup(page).count()).toBe(1);
  await popup(page).locator('a[href="https://vk.com/wall202_902"]').waitFor();

  await opener(page, 1).press('Enter');
  const total = (await page.getByRole('grid', { name: 'Посты' }).getByRole('row').count()) - 1;
  const described = (index: number) =>
    page.waitForFunction((text) => {
      const id = document.querySelector('dialog[open]')?.getAttribute('aria-describedby');
      return id && document.getElementById(id)?.textContent?.includes(text);
    }, `Пост ${index} из ${total}`);
  await described(1);
  await page.keyboard.press('j');
  await popup(page).getByText('Нет текста').waitFor();
  await described(2);
  await waitForFocus(popup(page));
  await page.keyboard.press('k');
  await described(1);
  await button(page, 'Следующий пост').press('Enter');
  await described(2);
  await waitForFocus(button(page, 'Следующий пост'));
  await button(page, 'Предыдущий пост').press('Enter');
  await described(1);
  await page.keyboard.press('Escape');
  await popup(page).waitFor({ state: 'detached' });
  await waitForFocus(opener(page, 1));
});

test('it is dragged and resized to at least 280×120, stays inside the window, and is remembered', async () => {
  const page = await openPopup(3);
  const before = await boxOf(page);
  await drag(page, head, { x: 100, y: -60 });
  await waitForBox(page, { x: before.x + 100, y: before.y - 60 });
  await drag(page, head, { x: -1200, y: -700 });
  await waitForBox(page, { x: margin, y: margin });
  await drag(page, head, { x: 1240, y: 780 });
  await waitForBox(page, { x: 1280 - 350 - margin, y: 800 - 200 - margin });

  await drag(page, head, { x: -610, y: -380 });
  await waitForBox(page, { x: 300, y: 200 });
  await drag(page, corner(await boxOf(page)), { x: 80, y: 40 });
  await waitForBox(page, { width: 430, height: 240 });
  await drag(page, corner(await boxOf(page)), { x: -400, y: -400 });
  await waitForBox(page, { width: 280, height: 120 });
  await drag(page, corner(await boxOf(page)), { x: 790, y: 490 });
  await waitForBox(page, { width: 1280 - 300 - margin, height: 800 - 200 - margin });

  await drag(page, corner(await boxOf(page)), { x: -500, y: -300 });
  const left = { x: 300, y: 200, width: 460, height: 280 };
  await waitForBox(page, left);
  await page.reload();
  await waitForIsland(page);
  await opener(page, 2).click();
  await waitForBox(page, left);
  await button(page, 'Развернуть').click();
  await waitForBox(page, { x: 260, y: margin, width: 760, height: 760 });
  await button(page, 'Свернуть').click();
  await waitForBox(page, left);

  await page.setViewportSize({ width: 700, height: 400 });
  await waitForBox(page, { x: 700 - left.width - margin, y: 400 - left.height - margin });
  await page.setViewportSize(viewport);
  await waitForBox(page, left);
  await page.setViewportSize({ width: 390, height: 300 });
  await waitForBox(page, { x: margin, width: 350 });
  await button(page, 'Закрыть').click();
  await page.setViewportSize({ width: 390, height: 800 });
  await opener(page, 2).click();
  await waitForBox(page, { x: margin, y: margin, width: 350, height: 760 });
  await button(page, 'Свернуть').waitFor();
});

describe.each(['with', 'without'])('%s a secure context', (context) => {
  test('«Копировать текст» copies the full text and shows «Скопировано»', async () => {
    const secure = context === 'with';
    const permissions = secure ? ['clipboard-read', 'clipboard-write'] : [];
    const origin = secure ? running.url : `http://${intranetHost}:${running.port}`;
    const page = await openPopup(3, { permissions }, origin);
    await expectSoon(() => page.evaluate(() => 'clipboard' in navigator)).toBe(secure);
    await button(page, 'Копировать текст').click();
    await popup(page).getByRole('status').filter({ hasText: 'Скопировано' }).waitFor();
    await waitForFocus(button(page, 'Копировать текст'));
    await button(page, 'Закрыть').click();
    const search = page.getByRole('search').getByLabel('Поиск по тексту');
    await search.focus();
    await page.keyboard.press('Control+V');
    await expectSoon(() => search.inputValue()).toBe(longText.slice(0, 255));
  });
});

test('arrow keys move, resize and scroll it; Tab passes through it, and closing returns the focus', async () => {
  const page = await openPopup(3);
  await waitForFocus(popup(page));
  const { x, y } = await boxOf(page);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowUp');
  await waitForBox(page, { x: x + 10, y: y - 10 });
  await button(page, 'Закрыть').focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowDown');
  await waitForBox(page, { x, width: 360, height: 210 });
  await popup(page).getByLabel('Содержание').focus();
  await page.keyboard.press('ArrowDown');
  await page.waitForFunction(() => (document.activeElement?.scrollTop ?? 0) > 0);
  await waitForBox(page, { x, y: y - 10 });

  const row = page.getByRole('grid', { name: 'Посты' }).getByRole('row').nth(3);
  const text = popup(page).getByLabel('Содержание');
  const pressAndExpect = async (key: string, focused: Locator) => {
    await page.keyboard.press(key);
    await waitForFocus(focused);
  };
  await button(page, 'Закрыть').focus();
  await pressAndExpect('Tab', text);
  await pressAndExpect('Tab', row.getByRole('button', { name: 'Действия с постом' }));
  await pressAndExpect('Shift+Tab', text);
  await button(page, 'Предыдущий пост').focus();
  await pressAndExpect('Shift+Tab', opener(page, 3));
  await pressAndExpect('Tab', button(page, 'Предыдущий пост'));

  await page.keyboard.press('Escape');
  await popup(page).waitFor({ state: 'detached' });
  await waitForFocus(opener(page, 3));
  await page.keyboard.press('Enter');
  await popup(page).waitFor();
  await button(page, 'Закрыть').click();
  await popup(page).waitFor({ state: 'detached' });
  await waitForFocus(opener(page, 3));

  await opener(page, 1).click();
  await popup(page).waitFor();
  await page.setViewportSize({ width: 1280, height: 300 });
  await page.evaluate(() => scrollTo(0, 100));
  await page.waitForFunction(() => scrollY === 100);
  await page.keyboard.press('Escape');
  await popup(page).waitFor({ state: 'detached' });
  await waitForFocus(opener(page, 1));

  await opener(page, 1).press('Enter');
  await popup(page).waitFor();
  await opener(page, 3).focus();
  await page.keyboard.press('Escape');
  await popup(page).waitFor({ state: 'detached' });
  await waitForFocus(opener(page, 3));
});

test('a popup whose code is gone reloads the page once, and is then reported with «Повторить»', async () => {
  const page = await openSignedIn({ allow: [/status of 404/] });
  await page.route('**/assets/post-popup-*', (route) => route.fulfill({ status: 404 }));
  await page.goto(`${running.url}${path}?text=новость`);
  await waitForIsland(page);
  await page.evaluate(() => scrollTo(0, 400));
  const last = opener(page, 15);
  const reloaded = page.waitForEvent('load');
  await last.click();
  await reloaded;
  const failed = page.getByRole('alert').filter({ hasText: messages.partFailed });
  await failed.waitFor();
  const scrolled = () => page.evaluate(() => scrollY);
  await expectSoon(async () => (await scrolled()) > 0).toBe(true);
  await page.unroute('**/assets/post-popup-*');
  await failed.getByRole('button', { name: messages.repeat }).click();
  await popup(page).waitFor();
  await expectSoon(async () => (await scrolled()) > 0).toBe(true);
  expect(new URL(page.url()).searchParams.get('text')).toBe('новость');
});

test('a reload for code that is gone keeps pages, the scroll offset, selected rows, copies, and the docked post', async () => {
  const Text =
    'Утром начался ремонт метро, поезда ходят реже обычного, пассажиров просят выбирать автобусы, новость дня';
  const copies = [60, 61, 62].map((number) => ({ ...metroPost(number), OwnerID: -number, Text }));
  await collectPosts(running.dataDir, copies);
  const page = await openWithSession(running.url, feed.client, {
    viewport: { width: 1440, height: 800 },
    allow: [/status of 404/],
  });
  await page.route('**/assets/shortcuts-*', (route) => route.fulfill({ status: 404 }));
  await page.goto(`${running.url}${path}?text=новость`);
  await waitForIsland(page);
  const row = (number: number) => page.locator(`[aria-rowindex="${number + 1}"]`);
  await row(1).getByRole('button', { name: 'Ещё 2' }).click();
  await row(1).getByRole('button', { name: 'Свернуть повторы' }).waitFor();
  await row(2).getByRole('checkbox').check();
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await row(30).getByRole('checkbox').check();
  await row(31).locator('[data-post-url]').click();
  await button(page, 'Закрепить справа').click();
  const pane = page.getByRole('complementary', { name: 'Пост' });
  const text = await pane.getByLabel('Содержание').innerText();
  const scrolled = () => page.evaluate(() => scrollY);
  const offset = await scrolled();
  expect(offset).toBeGreaterThan(0);

  const reloaded = page.waitForEvent('load');
  await page.keyboard.press('?');
  await reloaded;
  await expectSoon(() => pane.getByLabel('Содержание').innerText()).toBe(text);
  await expectSoon(scrolled).toBe(offset);
  await expectSoon(() => row(30).getByRole('checkbox').isChecked()).toBe(true);
  await page.evaluate(() => scrollTo(0, 0));
  await row(1).getByRole('button', { name: 'Свернуть повторы' }).waitFor();
  for (const number of [1, 2, 3]) await expectSoon(() => row(number).getByRole('checkbox').isChecked()).toBe(true);
  await row(1).hover();
  await page.getByRole('group', { name: 'Выбранные строки' }).getByText('Выбрано: 2').waitFor();
});

test('without a network the feed says so, and the last search or link is carried out later', async () => {
  const page = await openSignedIn({ allow: [/ERR_(INTERNET_DISCONNECTED|CONNECTION_REFUSED)/] });
  const lost = page.getByRole('alert').filter({ hasText: messages.connectionLost });
  for (const act of [
    async () => {
      const search = page.getByRole('searchbox', { name: 'Поиск по тексту' });
      await search.fill('новость');
      await search.press('Enter');
      await expectSoon(() => search.inputValue()).toBe('новость');
    },
    () => page.getByRole('navigation', { name: 'Главное меню' }).getByRole('link', { name: 'Источники' }).click(),
  ]) {
    await page.goto(`${running.url}${path}`);
    await waitForIsland(page);
    await page.context().setOffline(true);
    await act();
    await lost.waitFor();
    expect(page.url()).toBe(running.url + path);
    await page.context().setOffline(false);
    await page.waitForURL(/text=|owners/);
    await waitForIsland(page);
    await lost.waitFor({ state: 'hidden' });
  }

  // Only the server is away: the browser does not say so, and nothing has failed yet.
  await page.goto(`${running.url}${path}`);
  await waitForIsland(page);
  await running.stop();
  await page.getByRole('navigation', { name: 'Главное меню' }).getByRole('link', { name: 'Источники' }).hover();
  await page.mouse.down();
  await lost.waitFor();
  await page.mouse.up();
  expect(page.url()).toBe(running.url + path);
  await running.restart();
  await page.waitForURL(/owners/);
});
