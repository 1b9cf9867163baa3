// Proves: README#routes, README#users, api#failures, export#menu, export#permission, feed#filters, feed#overview
// Proves: feed#phrases-and-days, feed#search-text, feed#table, limits#values, pages#state, phrases#preview, query-language#errors
// Proves: phrases#check-of-the-query, query-language#operators, sign-in#sessions
/**
 * The feed in a real browser: every rule of docs/product/feed.md, docs/product/api.md and docs/product/limits.md, about it. What depends on the role is
 * tested for both, the rest as a client.
 */
import type { Page } from 'playwright-core';
import * as messages from '../../shared/messages.ts';
import { startBrowser } from '../support/browser.ts';
import { adminAccount, type RunningConsole, startConsole } from '../support/console-process.ts';
import { expectSoon } from '../support/expect-soon.ts';
import { readDownload } from '../support/exported.ts';
import { openMoreFilters } from '../support/more-filters.ts';
import { collectPosts, type Feed, hostileText, longText, metroPost, seedFeed } from '../support/seed-feed.ts';
import { keepSessions } from '../support/sessions.ts';
import type { Account } from '../support/sign-in.ts';
import { step } from '../support/step.ts';
import { waitForFilters, waitForFocus, waitForIsland } from '../support/wait-for-island.ts';

const path = '/ldvknf/posts';
const { openPage } = startBrowser();
const openWithSession = keepSessions({ openPage });
let running: RunningConsole;
let feed: Feed;

type Role = 'admin' | 'client';
const accountOf = (role: Role): Account => (role === 'admin' ? adminAccount : feed.client);
/** The total of posts per role: the administrator has one more. */
const totals: Record<Role, number> = { admin: 49, client: 48 };

beforeAll(async () => {
  running = await startConsole();
  feed = await seedFeed(running.dataDir);
});
afterAll(() => running?.close());

const openSignedIn = (role: Role, options: Parameters<typeof openWithSession>[2] = {}): Promise<Page> =>
  openWithSession(running.url, accountOf(role), { viewport: { width: 1280, height: 800 }, ...options });

async function openFeed(role: Role, query = '', options: Parameters<typeof openPage>[0] = {}): Promise<Page> {
  const page = await openSignedIn(role, options);
  await page.goto(`${running.url}${path}${query}`);
  await waitForIsland(page);
  return page;
}

const grid = (page: Page) => page.getByRole('grid', { name: 'Посты' });
/** The first row is the header. */
const rowAt = (page: Page, index: number) => grid(page).getByRole('row').nth(index);
const row = (page: Page, text: string) => grid(page).getByRole('row').filter({ hasText: text });
const heads = (page: Page) => grid(page).getByRole('columnheader').allInnerTexts();
const reach = ['Просмотры', 'К обычному'];
const columns = ['Источник', 'Фраза', 'ID пользователя', 'Текст', ...reach, 'Дата поста', 'Обновлено', 'Город'];
/** The cells of these columns. Clients have two more. */
async function cells(page: Page, index: number): Promise<(string | undefined)[]> {
  const [names, texts] = await Promise.all([heads(page), rowAt(page, index).getByRole('gridcell').allInnerTexts()]);
  return columns.map((name) => texts[names.indexOf(name)]);
}
const head = (page: Page, name: string) => grid(page).getByRole('columnheader', { name, exact: true });
const filters = (page: Page) => page.getByRole('search', { name: 'Фильтры' });
const city = (page: Page) => filters(page).getByRole('combobox', { name: 'Город' });
const cityOptions = (page: Page) => page.getByRole('listbox', { name: 'Подсказки' }).getByRole('option');
const cityNotice = (page: Page) => filters(page).getByRole('status');
const bounds = (page: Page) => page.getByRole('group', { name: 'Период' }).getByRole('button');
const searchOf = (page: Page) => new URL(page.url()).searchParams;
const shown = (page: Page, text: string) =>
  page.getByRole('group', { name: 'Показано / всего' }).filter({ hasText: text }).waitFor();
const scrollToEnd = (page: Page) => page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));

async function resetAll(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Обновить' }).click();
  await shown(page, `20 / ${totals.client}`);
}

/** Pairs of targets that violate WCAG 2.5.8: a circle of 24 px around a small target touches another target or its circle. */
function findCrowdedTargets(table: Element): string[] {
  const isDrawn = (element: Element | null): boolean =>
    element === null || (getComputedStyle(element).clipPath === 'none' && isDrawn(element.parentElement));
  const all = [...table.querySelectorAll('[role="gridcell"] :is(a, button)')].filter(isDrawn);
  const targets = all.map((element) => {
    const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
    const small = width < 24 || height < 24;
    return { name: element.textContent, small, left, top, right, bottom, x: (left + right) / 2, y: (top + bottom) / 2 };
  });
  const meets = (one: (typeof targets)[number], other: (typeof targets)[number]) => {
    if (other.small) return Math.hypot(one.x - other.x, one.y - other.y) < 24;
    const x = Math.max(other.left, Math.min(one.x, other.right));
    const y = Math.max(other.top, Math.min(one.y, other.bottom));
    return Math.hypot(one.x - x, one.y - y) < 12;
  };
  return targets.flatMap((one) =>
    targets
      .filter((other) => one.small && one !== other && meets(one, other))
      .map(({ name }) => `${one.name} | ${name}`),
  );
}

/** Queries of the calls to a path under /vknf that the page makes from now on. */
function collectCalls(page: Page, name: string): URLSearchParams[] {
  const calls: URLSearchParams[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === `/api/v1/vknf/${name}`) calls.push(url.searchParams);
  });
  return calls;
}

const phrase = (page: Page) => filters(page).getByLabel('Фраза');

/** The columns, and the choice and the days that depend on the role. */
async function checkFeed(page: Page, names: string[], known: string[], firstDay: string): Promise<void> {
  await expectSoon(() => heads(page)).toEqual(names);
  await expectSoon(() => cells(page, 1)).toEqual([
    expect.stringMatching(/Новости города\s+citynews/),
    'метро',
    '1045',
    'Открыли метро, новость 45',
    '—',
    '—',
    '14.02.2026, 12:00',
    '14.02.2026, 12:00',
    expect.stringMatching(/Россия\s+Москва/),
  ]);
  const options = await phrase(page).getByRole('option').allTextContents();
  expect(options[0]).toBe('Все фразы');
  expect(options.slice(1).toSorted()).toEqual(known);
  await expectSoon(() => bounds(page).allInnerTexts()).toEqual([`С ${firstDay}`, 'По 14.02.2026']);
}

const menu = (page: Page) => page.getByRole('menu', { name: 'Экспорт' });
const openExports = (page: Page) => page.getByRole('button', { name: 'Экспорт', exact: true }).click();
const details = '**/posts/details?*';

test('a client sees its columns, phrases and days, and resets both days in the header', async () => {
  const page = await openFeed('client');
  await checkFeed(page, ['Выбрать', ...columns, 'Состояние'], ['выборы', 'метро'], '02.12.2025');
  await expectSoon(() => rowAt(page, 1).locator('mark').allTextContents()).toEqual(['метро']);
  const links = rowAt(page, 1).getByRole('link');
  await expectSoon(() => links.first().getAttribute('href')).toBe('?owner=-101&sort=-post_dt');
  await expectSoon(() => links.nth(1).getAttribute('href')).toBe('https://vk.com/citynews');

  await expectSoon(() => phrase(page).inputValue()).toBe('');
  await phrase(page).selectOption('выборы');
  await shown(page, '3 / 3');
  expect(searchOf(page).get('word')).toBe(String(feed.wordIds.выборы));
  await phrase(page).selectOption('Все фразы');
  await shown(page, `20 / ${totals.client}`);
  expect(searchOf(page).has('word')).toBe(false);

  await filters(page).getByLabel('Дата с').fill('2026-02-01');
  await shown(page, '14 / 14');
  await filters(page).getByLabel('Дата по').fill('2026-02-03');
  await shown(page, '3 / 3');
  await expectSoon(() => bounds(page).allInnerTexts()).toEqual(['С 01.02.2026', 'По 03.02.2026']);
  expect([searchOf(page).get('from'), searchOf(page).get('to')]).toEqual(['2026-02-01', '2026-02-03']);
  await bounds(page).first().click();
  await page.getByRole('button', { name: 'С 02.12.2025' }).waitFor();
  await expectSoon(() => filters(page).getByLabel('Дата с').inputValue()).toBe('');
  await page.getByRole('button', { name: 'По 03.02.2026' }).click();
  await page.getByRole('button', { name: 'По 14.02.2026' }).waitFor();
  await shown(page, `20 / ${totals.client}`);
});

test('an administrator sees all posts, exports what the filters select, and gets unique rows as posts arrive', async () => {
  const page = await openFeed('admin');
  await step('columns and days', async () => {
    await checkFeed(page, columns, ['выборы', 'метро', 'погода'], '01.11.2025');
    await shown(page, `20 / ${totals.admin}`);
  });

  await step('the export of a search', async () => {
    await waitForFilters(page);
    await filters(page).getByRole('searchbox', { name: 'Поиск по тексту' }).fill('рязань');
    await shown(page, '1 / 1');
    await openExports(page);
    await page.getByText('Будет выгружено строк: 1', { exact: true }).waitFor();
    await expectSoon(() => menu(page).getByRole('menuitem').allInnerTexts()).toEqual([
      'CSV для Excel',
      'CSV',
      'XLSX',
      'JSON Lines',
    ]);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      menu(page).getByRole('menuitem', { name: 'CSV', exact: true }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^posts_\d{4}-\d\d-\d\d_\d{4}\.csv$/);
    expect(readDownload('csv', await download.path()).rows).toEqual([expect.arrayContaining(['Погода в Рязани'])]);
  });

  await step('a double click on a format', async () => {
    let starts = 0;
    page.on('request', (request) => {
      if (request.isNavigationRequest()) starts += 1;
    });
    const held = Promise.withResolvers<void>();
    await page.route(/\/posts\/export(\?|$)/, async (route) => {
      await held.promise;
      await route.continue();
    });
    await menu(page).getByRole('menuitem', { name: 'CSV', exact: true }).dblclick();
    const downloaded = page.waitForEvent('download');
    held.resolve();
    await downloaded;
    expect(starts).toBe(1);
  });

  await step('rows stay unique', async () => {
    await page.keyboard.press('Escape');
    await menu(page).waitFor({ state: 'hidden' });
    const posts = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => ({
        ...metroPost(from + index),
        PostID: 2000 + from + index,
        Word: 'погода',
      }));
    await collectPosts(running.dataDir, posts(1, 25));
    await page.getByRole('button', { name: 'Обновить' }).click();
    await filters(page).getByLabel('Фраза').selectOption('погода');
    await shown(page, '20 / 26');
    await collectPosts(running.dataDir, posts(26, 3));
    await scrollToEnd(page);
    await shown(page, '26 / 29');
    const texts = await grid(page).locator('[aria-rowindex] button:not([aria-label])').allTextContents();
    expect(new Set(texts).size).toBe(texts.length);
  });
});

test('with blocked storage the feed is filtered and sorted, the address and the exports follow', async () => {
  const page = await openSignedIn('admin', { ownSession: true, allow: [/status of 401/] });
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('blocked', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get: refuse });
  });
  await page.goto(running.url + path);
  await waitForIsland(page);
  await waitForFilters(page);
  await filters(page).getByRole('searchbox', { name: 'Поиск по тексту' }).fill('рязань');
  await shown(page, '1 / 1');
  await page.waitForURL(/text=/);
  await openExports(page);
  await page.getByText('Будет выгружено строк: 1', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await menu(page).waitFor({ state: 'hidden' });
  await page.context().clearCookies({ name: /token/ });
  await head(page, 'Источник').getByRole('link').click();
  await expectSoon(() => page.url()).toMatch(/\/login\?next=.*text/);
});

test('addresses preset the filters; chips, check boxes and bars change them, and «Обновить» resets all', async () => {
  const page = await openFeed(
    'client',
    `?word=${feed.wordIds.метро}&owner=202&text=метро&from=2026-01-01&to=2026-03-01`,
  );
  await step('the address', async () => {
    await shown(page, '15 / 15');
    await expectSoon(() => filters(page).getByLabel('Фраза').inputValue()).toBe(String(feed.wordIds.метро));
    await page.getByText('Источник: Иван Петров', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Убрать фильтр источника' }).click();
    await shown(page, '20 / 45');
    expect(searchOf(page).has('owner')).toBe(false);
    await expectSoon(() => page.getByText('Источник:').count()).toBe(0);
    expect(searchOf(page).get('word')).toBe(String(feed.wordIds.метро));
    await expectSoon(() => filters(page).getByLabel('Фраза').inputValue()).toBe(String(feed.wordIds.метро));
  });

  await step('«Обновить» resets the city', async () => {
    await city(page).fill('самара');
    await cityOptions(page).filter({ hasText: 'Самара' }).click();
    await shown(page, '15 / 15');
    await page.getByRole('button', { name: 'Обновить' }).click();
    await shown(page, `20 / ${totals.client}`);
    expect([...searchOf(page).keys()]).toEqual(['sort']);
    await page.waitForFunction(() => {
      const fields = document.querySelectorAll<HTMLInputElement>(
        '[role="search"] :is(input:not([type="checkbox"]), select)',
      );
      return fields.length === 12 && [...fields].every((field) => field.value === '');
    });
  });

  await step('phrases by check boxes', async () => {
    await (await openMoreFilters(page)).getByText('Фразы').click();
    const box = (name: string) => filters(page).getByRole('checkbox', { name, exact: true });
    const { выборы: elections, метро: metro } = feed.wordIds;
    await box('выборы').click();
    await shown(page, '3 / 3');
    expect(searchOf(page).get('word')).toBe(String(elections));
    await box('метро').click();
    await shown(page, '20 / 48');
    expect([searchOf(page).get('word'), searchOf(page).get('words')]).toEqual([null, `${elections},${metro}`]);
    await page.getByText('Фразы: 2', { exact: true }).waitFor();
    await box('выборы').click();
    await shown(page, '20 / 45');
    await expectSoon(() => filters(page).getByLabel('Фраза').inputValue()).toBe(String(metro));
    // Its popover covers «Обновить».
    await page.keyboard.press('Escape');
    await box('метро').waitFor({ state: 'hidden' });
  });

  await step('bars of the histogram', async () => {
    await resetAll(page);
    const figure = (name: string) => page.getByRole('figure', { name });
    await figure('Посты по дням').hover();
    const day = figure('Посты по дням').getByRole('link', { name: '03.12.2025: 1', exact: true });
    await day.click();
    await shown(page, '1 / 1');
    await figure('Посты по часам').getByRole('link', { name: '03.12.2025, 12:00: 1', exact: true }).click();
    await page.getByText('Время: с 03.12.2025, 12:00 по 03.12.2025, 12:59').waitFor();
    await shown(page, '1 / 1');
    await page.getByRole('button', { name: 'Убрать фильтр времени' }).click();
    await page.waitForURL((url) => url.searchParams.get('to') === '2025-12-03');
    await page.waitForFunction(
      (field) => (field as HTMLInputElement).value === '2025-12-03',
      await filters(page).getByLabel('Дата с').elementHandle(),
    );
  });

  await step('a source', async () => {
    await resetAll(page);
    await row(page, 'Иван Петров').getByRole('link', { name: 'Иван Петров' }).first().click();
    await page.getByText('Источник: Иван Петров', { exact: true }).waitFor();
    await shown(page, '/ 17');
  });

  const phrase = filters(page).getByLabel('Фраза');
  const resetAndSettle = async () => {
    const calls = collectCalls(page, 'posts/details');
    await resetAll(page);
    await page.getByRole('button', { name: 'Обновить', disabled: false }).waitFor();
    await expectSoon(() => page.getByText(messages.loading, { exact: true }).count()).toBe(0);
    expect(calls.map((call) => [call.get('offset'), call.has('wordId')])).toContainEqual(['0', false]);
  };
  await step('reset after a second page', async () => {
    await resetAll(page);
    await scrollToEnd(page);
    await shown(page, '40 /');
    await phrase.selectOption('выборы');
    await shown(page, '3 / 3');
    await resetAndSettle();
  });

  await step('reset twice at once', async () => {
    await phrase.selectOption('выборы');
    await shown(page, '3 / 3');
    await resetAll(page);
    await phrase.selectOption('метро');
    await shown(page, '20 / 45');
    await resetAndSettle();
  });
});

test('a phrase shows what it would find while it is typed, and its error at the field', async () => {
  const page = await openSignedIn('client', { allow: [/status of 400/] });
  await page.goto(`${running.url}/ldvknf/words`);
  await waitForIsland(page);
  await page.getByRole('button', { name: 'Редактировать' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Редактирование фразы' });
  const preview = dialog.getByRole('region', { name: 'Предпросмотр' });
  const text = dialog.getByRole('combobox', { name: 'Текст *' });
  const height = async () => (await dialog.boundingBox())?.height;
  await text.fill('новость (метро OR выборы) -3');
  await preview
    .getByRole('status')
    .filter({ hasText: /В день: \d.*3: −1/ })
    .waitFor();
  const examples = preview.getByRole('list', { name: 'Примеры' });
  await expectSoon(() => examples.getByRole('listitem').count()).toBe(10);
  await expectSoon(() => examples.locator('mark').first().textContent()).toBe('метро');
  await preview.getByRole('list', { name: /^Уйдёт: \d+$/ }).waitFor();
  await preview.getByRole('list', { name: /^Придёт: \d+$/ }).waitFor();
  const steady = await height();
  await text.fill('новость СССР');
  await preview.getByRole('status').filter({ hasText: 'Ищется и «CCCP» латиницей' }).waitFor();
  await text.fill('новость (метро');
  const error = 'Ошибка в запросе: не закрыта скобка (символ 9)';
  await preview.getByRole('status').filter({ hasText: error }).waitFor();
  await expectSoon(height).toBe(steady);
  await dialog.getByRole('button', { name: 'Сохранить' }).click();
  await page.waitForFunction(
    (field) => field?.getAttribute('aria-invalid') === 'true' && field === document.activeElement,
    await text.elementHandle(),
  );
  const id = await text.getAttribute('aria-describedby');
  await expectSoon(() => dialog.locator(`[id="${id}"]`).textContent()).toBe(error);
  await dialog.getByRole('button', { name: 'Язык запросов' }).click();
  const help = page.getByRole('dialog', { name: 'Язык запросов' });
  await help.waitFor();
  await page.keyboard.press('Escape');
  await help.waitFor({ state: 'hidden' });
  await expectSoon(() => text.inputValue()).toBe('новость (метро');
});

test('scrolling loads pages of 20 posts, newest first, each once, and back and forward restore them', async () => {
  const page = await openFeed('client');
  await step('three pages', async () => {
    const calls = collectCalls(page, 'posts/details');
    await expectSoon(() => grid(page).getByRole('row').count()).toBe(21);
    const end = await grid(page).evaluate((element) => element.getBoundingClientRect().bottom - innerHeight);
    await page.evaluate((y) => scrollTo(0, y), end - 230);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    expect(calls).toEqual([]);
    await page.evaluate((y) => scrollTo(0, y), end - 190);
    await shown(page, '40 /');
    await scrollToEnd(page);
    await shown(page, `${totals.client} / ${totals.client}`);
    await scrollToEnd(page);
    await row(page, longText.slice(0, 50)).waitFor();
    const queries = ['limit', 'offset', 'orderBy', 'orderDirection'].map((name) => calls.map((call) => call.get(name)));
    expect(queries).toEqual([
      ['20', '20'],
      ['20', '40'],
      ['post_dt', 'post_dt'],
      ['DESC', 'DESC'],
    ]);
  });

  /** The addresses of lists, with their loaded pages and their scroll offset. */
  const savedLists = () =>
    page.evaluate(() =>
      Object.entries(sessionStorage)
        .flatMap(([key, value]) => (key.startsWith('list:') ? `${key.slice(5)} ${value}` : []))
        .toSorted(),
    );
  await step('the list that is left', async () => {
    await page.evaluate(() => Object.assign(window, { notReloaded: true }));
    await page.evaluate(() => scrollTo(0, 1000));
    await filters(page).getByLabel('Фраза').selectOption('выборы');
    await shown(page, '3 / 3');
    await page.goBack();
    await shown(page, `${totals.client} / ${totals.client}`);
    await page.waitForFunction(() => scrollY === 1000);
    await expectSoon(() => filters(page).getByLabel('Фраза').inputValue()).toBe('');
    await page.goForward();
    await shown(page, '3 / 3');
    await expectSoon(() => filters(page).getByLabel('Фраза').inputValue()).toBe(String(feed.wordIds.выборы));
    await expectSoon(() => page.evaluate(() => 'notReloaded' in window)).toBe(true);
  });

  await step('back and forward', async () => {
    await page.goBack();
    await page.waitForFunction(() => scrollY === 1000);
    await expectSoon(savedLists).toEqual([`${path} 3 1000`, expect.stringMatching(/\?word=\d+&sort=-post_dt 1 0$/)]);
    // Playwright may scroll before it clicks, so the position is read at the click.
    await page.evaluate(() => addEventListener('click', () => sessionStorage.setItem('place', String(scrollY)), true));
    await row(page, 'новость 32').getByRole('link').first().click();
    await page.waitForURL(/owner=/);
    await page.goBack();
    await shown(page, `${totals.client} /`);
    await page.waitForFunction(() => Math.abs(scrollY - Number(sessionStorage.getItem('place'))) < 2);
  });

  await step('clicks while scrolling', async () => {
    await scrollToEnd(page);
    const clickable = await page.evaluate(async () => {
      const seen: boolean[] = [];
      for (let frame = 0; frame < 5; frame += 1) {
        scrollBy(0, -20);
        await new Promise(requestAnimationFrame);
        seen.push(document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest('[aria-rowindex]') != null);
      }
      return seen;
    });
    expect(clickable).toEqual([true, true, true, true, true]);
  });
});

test('a row shows what a post lacks, and its match; failures of list, dates and cities have their texts', async () => {
  const page = await openSignedIn('client', { allow: [/status of 50[03]/] });
  await step('texts of a row', async () => {
    const calls: string[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).pathname.startsWith('/api/')) calls.push(request.url());
    });
    await page.goto(`${running.url}${path}?word=${feed.wordIds.выборы}`, { waitUntil: 'networkidle' });
    // Hydration adds columns.
    await waitForIsland(page);
    expect(calls).toEqual([]);
    await shown(page, '3 / 3');
    const [hostile, empty, long] = await Promise.all([1, 2, 3].map((index) => cells(page, index)));
    expect(empty?.[3]).toBe(messages.noText);
    expect(empty?.[8]).toBe(messages.noCity);
    expect(hostile?.[3]).toBe(hostileText);
    const text = await rowAt(page, 3).getByRole('button').first().textContent();
    expect(text).toBe(`${longText.slice(0, 60)} … ${longText.slice(longText.indexOf('выборы'))}`);
    expect(long?.[3]).toContain('Фото');
    expect(long?.[3]).toContain('Найдено ВК');
    await expectSoon(() => rowAt(page, 3).locator('mark').allTextContents()).toEqual(['выборы']);
    // A post of 2 December in Moscow, still the first in UTC.
    expect(long?.[6]).toBe('02.12.2025, 00:30');
    expect(await rowAt(page, 1).getByText('Фото').count()).toBe(0);
    await expectSoon(() => rowAt(page, 1).getByRole('link').allInnerTexts()).toEqual([
      'Иван Петров',
      'выборы',
      'Новое',
    ]);
    expect(await rowAt(page, 1).locator('img').count()).toBe(0);
    await filters(page).getByLabel('Фраза').selectOption('метро');
    await page.getByRole('status').filter({ hasText: 'Найдено постов: 45' }).waitFor({ state: 'attached' });
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await expectSoon(() => grid(page).evaluate(findCrowdedTargets)).toEqual([]);
    }
  });

  await step('a failed list', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.route(details, (route) => route.fulfill({ status: 500, json: { error: 'panic' } }));
    await filters(page).getByLabel('Фраза').selectOption('Все фразы');
    const card = page.getByRole('alert').filter({ hasText: 'Ошибка загрузки постов' });
    await card.waitFor();
    await expectSoon(() => grid(page).getByRole('row').count()).toBe(1);
    await expectSoon(() => card.evaluate((element) => element.getBoundingClientRect().bottom < innerHeight)).toBe(true);
    await page.unroute(details);
    await card.getByRole('button', { name: 'Попробовать снова' }).click();
    await shown(page, `20 / ${totals.client}`);
    await expectSoon(() => card.count()).toBe(0);
  });

  await step('failed cities', async () => {
    await page.route('**/cities/search/client?*', (route) => route.fulfill({ status: 503, body: 'gone' }));
    await city(page).fill('москва');
    await cityNotice(page).filter({ hasText: messages.loadCities }).waitFor();
  });

  await step('unreadable dates', async () => {
    const post = { OwnerID: -1, PostID: 1, PostDt: 'вчера', UpdateDt: null, Text: 'пост', CityID: 0 };
    await page.route(details, (route) => route.fulfill({ json: { posts: [post], total: -1 } }));
    await page.route('**/posts/dates?*', (route) => route.fulfill({ json: { minDate: 'вчера', maxDate: null } }));
    await filters(page).getByLabel('Поиск по тексту').fill('пост');
    await shown(page, '1 / ∞');
    await expectSoon(async () => (await cells(page, 1)).slice(6, 8)).toEqual([messages.badDate, messages.notUpdated]);
    await expectSoon(() => bounds(page).allInnerTexts()).toEqual([`С ${messages.dateError}`, 'По —']);
  });
});

test('a search explains its language and its errors; reversed days can be swapped; the sort is remembered', async () => {
  const page = await openSignedIn('client', { allow: [/status of 400/] });
  const calls = ['posts/details', 'posts/dates'].map((name) => collectCalls(page, name));
  const message = filters(page).getByRole('alert').getByText('Дата начала позже даты окончания');
  await step('the phrase', async () => {
    await page.goto(`${running.url}${path}?from=2026-02-03&to=2026-02-01`, { waitUntil: 'networkidle' });
    await message.waitFor();
    expect(calls).toEqual([[], []]);
    await filters(page).getByRole('button', { name: 'Поменять местами' }).click();
    await shown(page, '3 / 3');
    await resetAll(page);
  });

  await step('the help', async () => {
    const opener = filters(page).getByRole('button', { name: 'Язык запросов' });
    await opener.click();
    const dialog = page.getByRole('dialog', { name: 'Язык запросов' });
    await dialog.getByText('метро -(ремонт OR закрытие)').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await waitForFocus(opener);
  });

  const field = filters(page).getByLabel('Поиск по тексту');
  await step('a search and its matches', async () => {
    await field.fill('новостью');
    await field.press('Enter');
    await shown(page, '20 / 45');
    await expectSoon(() => rowAt(page, 1).locator('mark').allTextContents()).toEqual(['метро', 'новость']);
  });

  await step('an error at the field', async () => {
    const refused = () => page.waitForResponse((response) => response.status() === 400);
    const error = filters(page)
      .getByRole('alert')
      .filter({ hasText: 'Ошибка в запросе: не закрыта скобка (символ 7)' });
    const reply = refused();
    await field.fill('метро (новость');
    await reply;
    // The author is still typing.
    await page.locator('[role="grid"][aria-busy="true"]').waitFor();
    expect(await error.count()).toBe(0);
    await field.blur();
    await error.waitFor();
    await field.fill('метро) новость');
    await filters(page).getByRole('alert').filter({ hasText: 'лишняя закрывающая скобка' }).waitFor();
    await field.fill('метро (новость');
    await error.waitFor();
    await expectSoon(() => field.getAttribute('aria-describedby')).toBe(await error.getAttribute('id'));
    await expectSoon(() => field.getAttribute('aria-invalid')).toBe('true');
    await expectSoon(() => rowAt(page, 1).locator('mark').allTextContents()).toEqual(['метро', 'новость']);
    await expectSoon(() => grid(page).getByRole('row').count()).toBe(21);
    expect(await page.getByRole('button', { name: messages.retry }).count()).toBe(0);
    await expectSoon(() => field.inputValue()).toBe('метро (новость');
    await field.fill('метро (новость OR выборы)');
    await shown(page, '20 / 45');
    await error.waitFor({ state: 'hidden' });
    await expectSoon(() => field.getAttribute('aria-invalid')).toBeNull();
  });

  await step('nothing is found', async () => {
    await field.fill('ничего-такого-нет');
    await page.getByText(messages.hiddenPosts, { exact: true }).waitFor();
    await page.getByText('Нет постов', { exact: true }).last().waitFor();
    await page.getByRole('button', { name: 'Сбросить фильтры' }).click();
    await shown(page, `20 / ${totals.client}`);
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>('input[name="text"]')?.value === '');
  });

  await step('reversed days', async () => {
    const from = filters(page).getByLabel('Дата с');
    const to = filters(page).getByLabel('Дата по');
    await from.fill('2026-02-03');
    await shown(page, '12 / 12');
    for (const some of calls) some.splice(0);
    await to.fill('2026-02-01');
    await message.waitFor();
    for (const field of [from, to]) {
      await expectSoon(() => field.getAttribute('aria-describedby')).toBe(await message.getAttribute('id'));
      await expectSoon(() => field.getAttribute('aria-invalid')).toBe('true');
    }
    await expectSoon(() => Promise.all([from.inputValue(), to.inputValue()])).toEqual(['2026-02-03', '2026-02-01']);
    expect(calls).toEqual([[], []]);
    await filters(page).getByRole('button', { name: 'Поменять местами' }).click();
    await shown(page, '3 / 3');
    expect([searchOf(page).get('from'), searchOf(page).get('to')]).toEqual(['2026-02-01', '2026-02-03']);
    await expectSoon(() => Promise.all([from.inputValue(), to.inputValue()])).toEqual(['2026-02-01', '2026-02-03']);
    await expectSoon(() => message.count()).toBe(0);
  });

  await step('the sort is remembered', async () => {
    await resetAll(page);
    await expectSoon(() => head(page, 'Дата поста').getAttribute('aria-sort')).toBe('descending');
    await head(page, 'ID пользователя').getByRole('link').click();
    await rowAt(page, 1).getByRole('gridcell', { name: '7', exact: true }).waitFor();
    await expectSoon(() => page.evaluate(() => localStorage.getItem('posts_sort'))).toBe('user_id');
    const html = await (await page.request.get(`${running.url}${path}`)).text();
    expect(html).toMatch(/aria-sort="ascending"[^>]*><a [^>]*>ID пользователя/);
    await page.context().clearCookies({ name: 'console_preferences' });
    await page.goto(`${running.url}${path}`);
    await page.waitForURL(/sort=user_id/);
    await head(page, 'ID пользователя').and(page.locator('[aria-sort="ascending"]')).waitFor();
  });

  await step('the export is denied', async () => {
    await waitForIsland(page);
    await openExports(page);
    await waitForFocus(menu(page).getByRole('menuitem').first());
    const format = menu(page).getByRole('menuitem', { name: 'XLSX' });
    await expectSoon(() => format.isDisabled()).toBe(true);
    await format.press('Enter');
    await page.getByText(messages.exportDenied, { exact: true }).waitFor();
    expect(page.url().endsWith('/export.xlsx')).toBe(false);
  });
});

test('a client filters by its own cities, by keyboard too; texts and cities wait for typing; «24 часа» is local', async () => {
  const page = await openFeed('client');
  await step('cached rows', async () => {
    const calls = collectCalls(page, 'posts/details');
    const phrase = filters(page).getByLabel('Фраза');
    await phrase.selectOption('выборы');
    await shown(page, '3 / 3');
    await phrase.selectOption('метро');
    await shown(page, '20 / 45');
    await phrase.selectOption('выборы');
    await shown(page, '3 / 3');
    expect(calls.length).toBe(2);
    await page.clock.install({ time: Date.now() + 31_000 });
    await page.route(details, () => undefined);
    await phrase.selectOption('метро');
    await shown(page, '20 / 45');
    await expectSoon(() => grid(page).getAttribute('aria-busy')).toBe('false');
    await page.getByText(messages.loading, { exact: true }).waitFor();
    expect(calls.slice(2).map((call) => [call.get('wordId'), call.get('offset')])).toEqual([
      [String(feed.wordIds.метро), '0'],
    ]);
  });

  await step('cities by keyboard', async () => {
    await page.unroute(details);
    await resetAll(page);
    await city(page).fill('рязань');
    await page.getByText('Ничего не найдено').waitFor();
    await city(page).fill('моск');
    await cityOptions(page).first().waitFor();
    await city(page).press('ArrowDown');
    await city(page).press('Enter');
    await shown(page, '20 / 30');
    await city(page).fill('сама');
    await filters(page).getByLabel('Поиск по тексту').focus();
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>('[role=combobox]')?.value === 'Москва');
  });

  await step('a city is chosen and cleared', async () => {
    await city(page).fill('самара');
    await cityOptions(page).filter({ hasText: 'Самара' }).click();
    await shown(page, '15 / 15');
    await expectSoon(() => city(page).inputValue()).toBe('Самара');
    expect(searchOf(page).get('city')).toBe('2');
    await city(page).fill('');
    await shown(page, `20 / ${totals.client}`);
    expect(searchOf(page).has('city')).toBe(false);
  });

  const field = filters(page).getByLabel('Поиск по тексту');
  await step('texts and cities wait for typing', async () => {
    const lists = collectCalls(page, 'posts/details');
    await waitForFilters(page);
    const cityCalls = collectCalls(page, 'cities/search/client');
    await city(page).focus();
    await page.waitForFunction(() => document.activeElement?.hasAttribute('aria-controls'));
    await page.clock.pauseAt(Date.now() + 60_000);
    await city(page).pressSequentially('мо');
    await page.clock.runFor(1000);
    await cityNotice(page).filter({ hasText: 'Введите не менее 3 символов' }).waitFor();
    await expectSoon(() => city(page).getAttribute('aria-expanded')).toBe('false');
    expect(cityCalls).toEqual([]);
    await city(page).pressSequentially('с');
    await cityNotice(page).filter({ hasText: messages.loading }).waitFor();
    await page.clock.runFor(199);
    expect(cityCalls).toEqual([]);
    await page.clock.runFor(1);
    await expectSoon(() => cityCalls.map((call) => call.get('q'))).toEqual(['мос']);
    await field.pressSequentially('ново');
    await page.clock.runFor(400);
    await field.pressSequentially('сть 45');
    await expectSoon(() => field.inputValue()).toBe('новость 45');
    await page.clock.runFor(499);
    expect(lists).toEqual([]);
    await page.clock.runFor(1);
    await shown(page, '1 / 1');
    expect(lists.map((call) => call.get('text'))).toEqual(['новость 45']);
    expect(searchOf(page).get('text')).toBe('новость 45');
    await expectSoon(() => field.inputValue()).toBe('новость 45');
  });

  await step('«24 часа»', async () => {
    // A reply tells the server's time, whatever the browser's clock says.
    await page.route('**/api/v1/**', async (route) => {
      const response = await route.fetch();
      const date = new Date('2026-02-13T22:30:00Z').toUTCString();
      await route.fulfill({ response, headers: { ...response.headers(), date } });
    });
    const replied = page.waitForResponse('**/api/v1/**');
    await field.fill('новость');
    await page.clock.runFor(500);
    await replied;
    await shown(page, '20 / 45');
    await (await openMoreFilters(page)).getByRole('button', { name: '24 часа' }).click();
    await expectSoon(() => filters(page).getByLabel('Дата с').inputValue()).toBe('2026-02-13');
    expect(searchOf(page).get('from')).toBe('2026-02-13T01:30:00.000+03:00');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });
});

test('the dialog of a phrase shows what its parts find, and adds proposed minus words', async () => {
  const page = await openSignedIn('client', { allow: [/status of 400/] });
  const players = ['Иванов', 'Петров забросил', 'Сидоров и Орлов', 'Кузнецов в овертайме'];
  await collectPosts(
    running.dataDir,
    players.map((player, index) => ({ ...metroPost(60 + index), Text: `${player}: шайба за метро ${index}` })),
  );
  const api = `${running.url}/api/v1/vknf`;
  const { posts } = await (await page.request.get(`${api}/posts/details?text=шайба&copies=hide`)).json();
  const rejected = await page.request.post(`${api}/work/change`, {
    headers: { origin: running.url },
    data: {
      Stories: (posts as { StoryID: number }[]).map(({ StoryID }) => ({ StoryID, Version: 0 })),
      Change: { State: 'rejected', Reason: 'Спорт' },
    },
  });
  expect(rejected.status()).toBe(200);
  await page.goto(`${running.url}/ldvknf/words`);
  await waitForIsland(page);
  await page.getByRole('button', { name: 'Добавить фразу' }).click();
  const dialog = page.getByRole('dialog', { name: 'Новая фраза' });
  const text = dialog.getByRole('combobox', { name: 'Текст *' });
  const doctor = dialog.getByRole('region', { name: 'Проверка запроса' });
  const part = (name: string) => doctor.getByRole('table', { name: 'Части запроса' }).getByRole('row', { name });
  const cells = (name: string) => part(name).getByRole('cell').allInnerTexts();
  const proposals = doctor.getByRole('list', { name: 'Предложенные минус-слова' });

  await step('a request is aborted when typing goes on', async () => {
    await page.route('**/posts/doctor?*', async (route) => {
      if (!route.request().url().endsWith('text=%D0%BC')) await route.continue();
    });
    const aborted = page.waitForEvent('requestfailed', (request) => request.url().includes('posts/doctor'));
    await Promise.all([page.waitForRequest('**/posts/doctor?*'), text.fill('м')]);
    await text.fill('метро OR выборы');
    await aborted;
    await part('выборы').waitFor();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  await step('figures are links to these posts', async () => {
    expect(await cells('метро')).toEqual(['49', '49']);
    const href = await part('метро').getByRole('link').last().getAttribute('href');
    expect(new URL(href ?? '', running.url).searchParams.get('text')).toBe('метро -выборы');
  });

  await step('an unfinished query keeps the results', async () => {
    await text.fill('метро OR выборы OR (');
    await dialog.getByRole('status').filter({ hasText: 'Ошибка в запросе' }).waitFor();
    await expectSoon(() => cells('метро')).toEqual(['49', '49']);
    await expectSoon(() => proposals.getByRole('button').first().getAttribute('aria-disabled')).toBe('true');
  });

  await step('a list is not pasted into the field', async () => {
    await text.evaluate((field) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text', 'метро\r\n\r\nвыборы\r\n');
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    });
    await dialog.getByRole('alert').filter({ hasText: 'Строк: 2' }).waitFor();
    await expectSoon(() => text.inputValue()).toBe('метро OR выборы OR (');
  });

  await step('a press adds a minus, by the keyboard', async () => {
    await text.fill('метро OR выборы');
    const add = proposals.getByRole('button', { name: 'Добавить' });
    await expectSoon(() => add.getAttribute('aria-disabled')).toBe('false');
    await expectSoon(() => proposals.getByRole('listitem').innerText()).toContain('−шайба');
    await add.focus();
    await page.keyboard.press('Enter');
    await expectSoon(() => text.inputValue()).toBe('(метро OR выборы) -шайба');
    await part('-шайба').waitFor();
    expect(await cells('-шайба')).toEqual(['−4', '—']);
    await waitForFocus(doctor.getByRole('heading', { name: 'Предложенные минус-слова' }));
  });
});
