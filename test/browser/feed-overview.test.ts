// Proves: alerts#links, feed#filters, feed#overview, pages#without-javascript
/** The overview of the feed in a real browser, in front of a stand-in for our own backend. */
import type { Page } from 'playwright-core';
import * as messages from '../../shared/messages.ts';
import { saveScreenshot, startBrowser } from '../support/browser.ts';
import { startConsoleInFrontOf } from '../support/console-process.ts';
import { expectSoon } from '../support/expect-soon.ts';
import { offerFeed, savedViews } from '../support/feed-replies.ts';
import { holdFrames } from '../support/held-frames.ts';
import { isFilterSet, openMoreFilters, setFilter } from '../support/more-filters.ts';
import { layoutShifts } from '../support/page-faults.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { keepSessions, type OpenSignedIn } from '../support/sessions.ts';
import { type StandIn, startStandIn } from '../support/stand-in-backend.ts';
import { waitForFilters, waitForFocus, waitForIsland } from '../support/wait-for-island.ts';

const { openPage } = startBrowser();
const openSignedIn: OpenSignedIn = keepSessions({ openPage });
const account = { type: 'client', name: 'client-1', password: 'password-1' } as const;
let backend: StandIn;
let server: ServerProcess;

const day = (index: number) => new Date(Date.UTC(2026, 7, 5 + index)).toISOString().slice(0, 10);
const bars = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ From: day(index), Total: 1 + ((index * 37) % 120) }));

/** Answers with the bars between the days of the filters; unread posts are one a day. */
function answerBars(count: number): void {
  backend.on('GET /vknf/posts/histogram', ({ path }) => {
    const filters = new URL(path, backend.url).searchParams;
    const [from, to] = [filters.get('postDtFrom') ?? '', filters.get('postDtTo') ?? '9'];
    const matching = bars(count).filter(({ From }) => From >= from && From <= to);
    const unread = filters.get('unread') === 'true';
    return { body: { Unit: 'day', Bars: unread ? matching.map((bar) => ({ ...bar, Total: 1 })) : matching } };
  });
}

beforeAll(async () => {
  backend = await startStandIn();
  server = await startConsoleInFrontOf(backend.url);
});
afterAll(async () => {
  await server?.stop();
  await backend?.close();
});
beforeEach(() => {
  backend.misbehave(null);
  offerFeed(backend);
  answerBars(90);
});

/** High enough for the chart. */
const viewport = { width: 1280, height: 800 };

async function openFeed(query = '', options: Parameters<OpenSignedIn>[2] = {}): Promise<Page> {
  const page = await openSignedIn(server.url, account, { viewport, ...options });
  await page.goto(`${server.url}/ldvknf/posts${query}`);
  if (options.javaScriptEnabled !== false) await waitForIsland(page);
  return page;
}

const figure = (page: Page, name = 'Посты по дням') => page.getByRole('figure', { name });
const bar = (page: Page, name: string) => figure(page).getByRole('link', { name });
const toggle = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const searchOf = (page: Page) => new URL(page.url()).searchParams;
/** A mark that a page load would remove. */
const markDocument = (page: Page) => page.evaluate(() => document.body.setAttribute('data-mark', ''));
const isSameDocument = (page: Page) => page.evaluate(() => document.body.hasAttribute('data-mark'));

const finding = (page: Page, text: string) => figure(page).getByText(text).waitFor();

test('a bar sets the dates, the chart follows all filters, and one that cannot be loaded is called outdated', async () => {
  const page = await openFeed('?sort=user_id', { allow: [/status of 500/] });
  await markDocument(page);
  await page.getByRole('columnheader', { name: 'ID пользователя' }).getByRole('link').click();
  await waitForFilters(page);
  await finding(page, 'Всего по дням: 5');
  await bar(page, '06.08.2026: 38').click();
  await finding(page, 'Всего по дням: 38. Больше всего — 06.08.2026: 38. Без повторов в пределах дня.');
  expect(Object.fromEntries(searchOf(page))).toEqual({ from: '2026-08-06', to: '2026-08-06', sort: '-user_id' });
  await setFilter(page, 'Скрывать повторы', false);
  await finding(page, 'С повторами');
  expect(searchOf(page).get('copies')).toBe('show');
  await setFilter(page, 'Только непрочитанные', true);
  await finding(page, 'Всего по дням: 1.');
  // Under the pointer, a bar has a label with its name.
  await bar(page, '06.08.2026: 1').hover();
  const label = page.locator('[aria-hidden] > span', { hasText: /^06\.08 · / });
  await expectSoon(() => label.innerText()).toBe('06.08 · 1');
  await page.goBack();
  await bar(page, '06.08.2026: 38').waitFor();
  await expectSoon(() => label.innerText()).toBe('06.08 · 38');
  await page.goBack();
  await finding(page, 'Без повторов');
  await expectSoon(() => isFilterSet(page, 'Скрывать повторы')).toBe(true);
  await page.goBack();
  await bar(page, '07.08.2026: 75').waitFor();
  expect(await isSameDocument(page)).toBe(true);

  await page.route('**/posts/histogram?*', (route) => route.fulfill({ status: 500 }));
  await setFilter(page, 'Только непрочитанные', true);
  await page.getByText(messages.updateOverview).waitFor();
  await expectSoon(() => figure(page).count()).toBe(1);
  await page.unroute('**/posts/histogram?*');
  await toggle(page, 'Обновить').click();
  await page.getByText(messages.updateOverview).waitFor({ state: 'detached' });

  const held = backend.hold('GET /vknf/posts/histogram');
  await setFilter(page, 'Только непрочитанные', true);
  await held.received;
  await setFilter(page, 'Только непрочитанные', false);
  await bar(page, '06.08.2026: 38').waitFor();
  expect(await page.getByText(messages.updateOverview).count()).toBe(0);
  held.release();
  await expectSoon(() => page.locator('#overview [aria-busy="true"]').count()).toBe(0);
  await bar(page, '06.08.2026: 38').waitFor();
});

/** Whether the page handles the next click itself. Keeps the browser from following its link: a renderer of Chromium 150 may crash in a new tab. */
const handlesClick = (page: Page): Promise<boolean> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const report = (event: Event) => {
          resolve(event.defaultPrevented);
          event.preventDefault();
        };
        addEventListener('click', report, { once: true });
      }),
  );

test('the chart is one stop of Tab, its bars work by keyboard, and clicks beside low bars follow their link', async () => {
  const page = await openFeed();
  await page.getByText('Таблицей').focus();
  await page.keyboard.press('Shift+Tab');
  const focusedName = () => page.evaluate(() => document.activeElement?.querySelector('title')?.textContent);
  await expectSoon(focusedName).toBe('02.11.2026: 54');
  await page.waitForFunction(() => {
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft', bubbles: true }));
    return document.activeElement?.querySelector('title')?.textContent !== '02.11.2026: 54';
  });
  // Before that, Enter would load the page of the bar.
  await waitForFilters(page);
  await page.keyboard.press('Home');
  await expectSoon(focusedName).toBe('05.08.2026: 1');
  await page.keyboard.press('ArrowRight');
  await expectSoon(focusedName).toBe('06.08.2026: 38');
  await page.keyboard.press('Tab');
  await expectSoon(() => page.evaluate(() => document.activeElement?.tagName)).toBe('SUMMARY');
  await page.keyboard.press('Shift+Tab');
  await expectSoon(focusedName).toBe('06.08.2026: 38');
  await page.keyboard.press('Enter');
  await finding(page, 'Всего по дням: 38.');
  await expectSoon(focusedName).toBe('06.08.2026: 38');

  await page.goBack();
  await bar(page, '07.08.2026: 75').waitFor();
  await figure(page).hover();
  const high = bar(page, '06.08.2026: 38');
  await expectSoon(() => high.getAttribute('href')).toMatch(/from=2026-08-06/);
  const [isHandled] = await Promise.all([handlesClick(page), high.click({ modifiers: ['ControlOrMeta'] })]);
  expect(isHandled).toBe(false);
  expect(searchOf(page).has('from')).toBe(false);

  await figure(page).hover();
  const low = bar(page, '05.08.2026: 1');
  const [chart, place] = [await page.locator('figure svg').first().boundingBox(), await low.boundingBox()];
  await page.mouse.click((place?.x ?? 0) + (place?.width ?? 0) / 2, (chart?.y ?? 0) + 5);
  await finding(page, 'Всего по дням: 1.');
});

test('the chart is hidden by its button, also on the next page, and without posts; its table has the same links and stays open', async () => {
  const page = await openFeed();
  await toggle(page, 'Скрыть график').press('Enter');
  const show = toggle(page, 'Показать график');
  await show.waitFor();
  await expectSoon(() => show.getAttribute('aria-expanded')).toBe('false');
  await waitForFocus(show);
  await page.reload();
  await show.waitFor();
  expect(await figure(page).count()).toBe(0);
  await waitForIsland(page);
  await show.click();
  await figure(page).waitFor();

  await page.getByLabel('Дата с').fill('2030-01-01');
  await figure(page).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'С 01.01.2030' }).click();
  await figure(page).waitFor();

  await page.getByText('Таблицей').click();
  await waitForFilters(page);
  const table = figure(page).getByRole('table');
  await expectSoon(() => table.getByRole('row').nth(2).innerText()).toContain('06.08.2026\t38');
  await table.getByRole('link', { name: '06.08.2026' }).click();
  await finding(page, 'Всего по дням: 38.');
  await expectSoon(() => table.getByRole('row').count()).toBe(2);
});

test('the posts of a message and since the last visit are chips; a view opens without a page load', async () => {
  const page = await openFeed('?since=41&until=57&from=2026-08-01');
  await page.getByRole('button', { name: 'Показать все посты фильтра' }).click();
  await page.waitForURL((url) => url.search === '?from=2026-08-01&sort=-post_dt');
  await expectSoon(() => page.getByText('Посты из оповещения').count()).toBe(0);

  await page.getByRole('link', { name: 'С прошлого визита: 17' }).click();
  await page.waitForURL(/since=41/);
  await waitForIsland(page);
  await page.getByRole('button', { name: 'Показать и посты до прошлого визита' }).click();
  await page.waitForURL((url) => !url.searchParams.has('since'));

  await markDocument(page);
  const views = page.getByRole('list', { name: 'Мои фильтры' });
  await waitForFilters(page);
  const opened = page.waitForResponse(/views\/open\?id=5/);
  await views.getByRole('link', { name: 'Тверь новых: 3' }).click();
  await opened;
  await views.getByRole('link', { name: 'Тверь новых: 0' }).waitFor();
  await expectSoon(() => page.getByRole('searchbox', { name: 'Поиск по тексту' }).inputValue()).toBe('дорог');
  expect(await isSameDocument(page)).toBe(true);
  await page.getByRole('searchbox', { name: 'Поиск по тексту' }).fill('мост');
  await page.waitForURL((url) => !url.searchParams.has('view'));

  const [tver, ...others] = savedViews;
  const changed = [{ ...tver, ViewID: 9, Name: 'Новый' }, { ...tver, New: 8 }, ...others];
  backend.on('GET /vknf/views', () => ({ body: { views: changed } }));
  const held = backend.hold('GET /vknf/views');
  await toggle(page, 'Обновить').click();
  await held.received;
  await page.getByRole('button', { name: 'Действия с фильтром Тверь' }).click();
  const menu = await page.locator(':popover-open').elementHandle();
  await page.keyboard.press('Tab');
  const focused = await page.evaluateHandle(() => document.activeElement);
  const loaded = page.waitForResponse(/vknf\/views$/);
  held.release();
  await (await loaded).finished();
  await expectSoon(async () => menu?.evaluate((element) => element.matches(':popover-open'))).toBe(true);
  await expectSoon(() => focused.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Тверь новых: 8' }).waitFor();
  const links = views.getByRole('link');
  await expectSoon(async () => (await links.allInnerTexts()).map((text) => text.split(/\s/)[0])).toEqual([
    'Новый',
    'Тверь',
    'Общий',
  ]);
});

test('a chart of two years neither shifts nor overflows, and its bars show in forced colours and in print', async () => {
  answerBars(731);
  const page = await openSignedIn(server.url, account);
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(`${server.url}/ldvknf/posts`);
  await waitForIsland(page);
  expect(await layoutShifts(page)).toEqual([]);
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    await expectSoon(overflow).toBeLessThanOrEqual(0);
  }

  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ forcedColors: 'active' });
  const look = () =>
    page.evaluate(() => {
      const path = document.querySelector('figure svg a path');
      return [path && getComputedStyle(path).fill, getComputedStyle(document.body).backgroundColor];
    });
  const [fill, background] = await look();
  expect(fill).not.toBe(background);
  await saveScreenshot(page, 'feed-overview-forced', { fullPage: false });
  await page.emulateMedia({ media: 'print', forcedColors: 'none' });
  await saveScreenshot(page, 'feed-overview-print');
  await expectSoon(() => figure(page).isVisible()).toBe(true);
  expect(await page.getByRole('list', { name: 'Мои фильтры' }).isVisible()).toBe(false);
  const [printed, paper] = await look();
  expect(printed).not.toBe(paper);
});

test('without JavaScript the bars, the table, the views, the form and the menu of exports work', async () => {
  const page = await openFeed('', { javaScriptEnabled: false });
  expect(await toggle(page, 'Скрыть график').count()).toBe(0);
  await setFilter(page, 'Скрывать повторы', false);
  await setFilter(page, 'Только непрочитанные', true);
  await page.getByRole('button', { name: 'Найти' }).click();
  await finding(page, 'Всего по дням: 90.');
  await finding(page, 'С повторами');
  await bar(page, '06.08.2026: 1').click();
  await finding(page, 'Всего по дням: 1.');
  await expectSoon(() => page.getByLabel('Дата с').inputValue()).toBe('2026-08-06');
  await setFilter(page, 'Скрывать повторы', true);
  await page.getByRole('button', { name: 'Найти' }).click();
  await finding(page, 'Без повторов');
  await page.getByRole('button', { name: 'Экспорт', exact: true }).click();
  const format = page.getByRole('menu', { name: 'Экспорт' }).getByRole('menuitem', { name: 'XLSX' });
  const [download] = await Promise.all([page.waitForEvent('download'), format.press('Enter')]);
  expect(download.url()).toContain('/ldvknf/posts/export.xlsx?');
});

const phone = { viewport: { width: 390, height: 844 } } as const;
const sheetOpener = (page: Page) => page.getByRole('button', { name: /^Фильтры/ });

test('on a phone a link opens the sheet of filters, also without JavaScript, where «Показать» applies and closes it', async () => {
  const page = await openFeed('?text=мост', { ...phone, javaScriptEnabled: false });
  const dates = page.getByLabel('Дата с');
  expect(await dates.isVisible()).toBe(false);
  await sheetOpener(page).click();
  await dates.fill('2026-08-07');
  await page.getByRole('checkbox', { name: 'Только непрочитанные' }).check();
  await page.getByRole('link', { name: 'Закрыть' }).click();
  await dates.waitFor({ state: 'hidden' });
  await sheetOpener(page).click();
  await page.getByRole('button', { name: 'Показать', exact: true }).click();
  await page.waitForURL((url) => url.searchParams.get('from') === '2026-08-07' && url.hash === '');
  expect(searchOf(page).get('unread')).toBe('1');
  expect(searchOf(page).get('text')).toBe('мост');
  await sheetOpener(page).filter({ hasText: '2' }).waitFor();
  expect(await dates.isVisible()).toBe(false);
});

test('with scripts the sheet is a dialog over an inert page, applies at once, and returns the focus', async () => {
  const page = await openFeed('', phone);
  const sheet = page.getByRole('dialog', { name: 'Фильтры' });
  await sheetOpener(page).click();
  await sheet.waitFor();
  await waitForFocus(sheet);
  expect(new URL(page.url()).hash).toBe('');
  const isInert = () => page.getByRole('grid').evaluate((grid) => grid.closest('[inert]') !== null);
  await expectSoon(isInert).toBe(true);
  await sheet.getByRole('checkbox', { name: 'Скрывать повторы' }).uncheck();
  await page.waitForURL(/copies=show/);
  await sheet.getByRole('button', { name: 'Показать', exact: true }).click();
  await sheet.waitFor({ state: 'detached' });
  const opener = sheetOpener(page).filter({ hasText: '1' });
  await waitForFocus(opener);
  await page.keyboard.press('Enter');
  await sheet.waitFor();
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  await waitForFocus(opener);
  await opener.click();
  await sheet.waitFor();
  await page.setViewportSize({ width: 1280, height: 720 });
  await sheet.waitFor({ state: 'detached' });
  await expectSoon(isInert).toBe(false);
});

test('«Обновить» says that it has reset the filters, and «Вернуть» restores them', async () => {
  const page = await openFeed('?text=мост&owner=-5&unread=1');
  await toggle(page, 'Обновить').click();
  await page.waitForURL((url) => url.search === '?sort=-post_dt');
  await page.getByRole('status').getByText('Фильтры сброшены').waitFor();
  await page.getByRole('button', { name: 'Вернуть', exact: true }).click();
  await page.waitForURL((url) => url.searchParams.get('text') === 'мост');
  expect(Object.fromEntries(searchOf(page))).toMatchObject({ owner: '-5', unread: '1' });
  await expectSoon(() => page.getByRole('searchbox', { name: 'Поиск по тексту' }).inputValue()).toBe('мост');
});

test('low windows fold the chart until it is shown', async () => {
  const page = await openFeed('', { viewport: { width: 1280, height: 720 } });
  expect(await figure(page).isVisible()).toBe(false);
  await toggle(page, 'Показать график').click();
  await figure(page).waitFor();
  await waitForFocus(toggle(page, 'Скрыть график'));
  await page.reload();
  await toggle(page, 'Показать график').waitFor();
});

test('a checkbox that is pressed before hydration applies after it', async () => {
  const page = await openSignedIn(server.url, account);
  const releaseFrames = await holdFrames(page);
  await page.goto(`${server.url}/ldvknf/posts`, { waitUntil: 'networkidle' });
  await setFilter(page, 'Скрывать повторы', false);
  await releaseFrames();
  await page.waitForURL(/copies=show/);
  await expectSoon(() => isFilterSet(page, 'Скрывать повторы')).toBe(false);
});

test('presses while the code of the filters loads are applied once, and none is lost', async () => {
  const page = await openFeed('?since=41&story=7');
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/assets/late-parts-*', async (route) => {
    await held;
    await route.continue();
  });
  const historyLength = () => page.evaluate(() => history.length);
  const before = await historyLength();
  await (await openMoreFilters(page)).getByRole('checkbox', { name: 'Скрывать повторы' }).dblclick();
  await setFilter(page, 'Только непрочитанные', true);
  await toggle(page, 'Показать и посты до прошлого визита').dblclick();
  await toggle(page, 'Показать и другие посты').click();
  release();
  await page.waitForURL((url) => url.search === '?unread=1&sort=-post_dt');
  await expectSoon(historyLength).toBe(before + 3);
});
