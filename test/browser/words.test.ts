// Proves: README#users, api#two-kinds-of-backend, api#failures, journal#batches, limits#values, pages#connection, pages#state
// Proves: pages#without-javascript, phrases#deleted-phrases, phrases#deletion, phrases#filters-of-phrases
// Proves: phrases#first-run, phrases#many-phrases-at-once, phrases#phrases-from-a-list, phrases#states, phrases#table
// Proves: phrases#text-of-a-phrase
/** The phrases screen in a real browser: infinite scroll, sorting, keyboard, dialogs, and failed calls. */
import type { Page } from 'playwright-core';
import { createWord, loadWordIds, updateWord } from '../../shared/api/word-changes.ts';
import { deleteWord } from '../../shared/api/word-removal.ts';
import { noWordFilters } from '../../shared/api/words.ts';
import * as messages from '../../shared/messages.ts';
import { startBrowser } from '../support/browser.ts';
import { adminAccount, type RunningConsole, startConsole } from '../support/console-process.ts';
import { expectSoon } from '../support/expect-soon.ts';
import { callAs, seedClient, seedWords, storeClient } from '../support/seed-words.ts';
import { keepSessions } from '../support/sessions.ts';
import type { Account } from '../support/sign-in.ts';
import { step } from '../support/step.ts';
import { waitForCounts, waitForFocus, waitForIsland } from '../support/wait-for-island.ts';

const wordCount = 230;
const { openPage } = startBrowser();
const openSignedIn = keepSessions({ openPage });
const viewport = { width: 1280, height: 800 };
let running: RunningConsole;
let clientAccount: Account;
let clientId: string;

async function openAs(account: Account, options: Parameters<typeof openPage>[0] = {}, query = ''): Promise<Page> {
  const page = await openSignedIn(running.url, account, { viewport, ...options });
  await page.goto(`${running.url}/ldvknf/words${query}`);
  await waitForIsland(page);
  return page;
}

const grid = (page: Page) => page.getByRole('grid', { name: 'Фразы' });
const row = (page: Page, text: string | RegExp) => grid(page).getByRole('row').filter({ hasText: text });
const stats = (page: Page) => page.getByRole('group', { name: 'Показано / всего' });
const head = (page: Page, name: string) => grid(page).getByRole('columnheader', { name, exact: true });
const suggestions = (page: Page) => page.getByRole('listbox', { name: 'Подсказки' }).getByRole('option');
const scrollToEnd = (page: Page) => page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
const expectShown = (page: Page, shown: string) => stats(page).filter({ hasText: shown }).waitFor();

const tools = (page: Page) => page.getByRole('group', { name: 'Выбранные строки' });
const pressTool = (page: Page, name: string) => tools(page).getByRole('button', { name }).click();
const question = (page: Page, name: string) => page.getByRole('alertdialog', { name });
const select = (page: Page, text: string) =>
  row(page, text)
    .getByRole('checkbox', { name: `Выбрать: ${text}` })
    .check();
const selectAll = (page: Page) =>
  head(page, 'Выбрать').getByRole('checkbox', { name: 'Выбрать все загруженные строки' });
const isMixed = (box: HTMLElement) => box.matches(':indeterminate');
const waitForSelected = (page: Page, count: number) =>
  tools(page)
    .getByRole('status')
    .filter({ hasText: new RegExp(`^Выбрано: ${count}$`) })
    .waitFor();

beforeAll(async () => {
  running = await startConsole();
  const password = 'client-password-1';
  clientId = await storeClient(running.dataDir, 'Городские новости', password);
  clientAccount = { type: 'client', name: clientId, password };
  await seedWords(running.dataDir, clientId, wordCount);
});
afterAll(() => running?.close());

test('a page has at most 1,450 elements and texts, loads page after page, and going back restores all', async () => {
  const page = await openAs(adminAccount);
  await waitForCounts(page);
  const count = await page.evaluate(() => document.evaluate('count(//node())', document, null, 1).numberValue);
  expect(count).toBeGreaterThan(1000);
  expect(count).toBeLessThanOrEqual(1450);

  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  const edit = row(page, 'фраза 160').getByRole('button', { name: 'Редактировать' });
  expect(await edit.count()).toBe(0);
  await page.evaluate(() => scrollTo(0, 60 * 40));
  await edit.waitFor();
  await expectSoon(() => row(page, 'фраза 160').getAttribute('aria-rowindex')).toBe('72');
  expect(requests.filter((path) => path.endsWith('/words/paginated'))).toEqual([]);

  await expectShown(page, '100 / 230');
  await scrollToEnd(page);
  await expectShown(page, '200 / 230');
  await scrollToEnd(page);
  await expectShown(page, '230 / 230');
  await scrollToEnd(page);
  await row(page, 'фраза 001').waitFor();
  await expectSoon(() => grid(page).getAttribute('aria-rowcount')).toBe(String(wordCount + 1));
  await expectSoon(() => row(page, 'фраза 001').getAttribute('aria-rowindex')).toBe(String(wordCount + 1));
  await expectSoon(() => grid(page).getByRole('row').count()).toBeLessThan(60);
  const top = await head(page, 'ID').evaluate((element) => element.getBoundingClientRect().top);
  expect(top).toBeGreaterThanOrEqual(0);
  expect(top).toBeLessThan(40);

  await page.evaluate(() => scrollTo(0, 5200));
  await row(page, 'фраза 096').waitFor();
  // The click may scroll the page, so the position is read when the page is left.
  await page.evaluate(() => addEventListener('pagehide', () => sessionStorage.setItem('place', String(scrollY))));
  await row(page, 'фраза 096').getByRole('link', { name: 'фраза' }).click();
  await page.waitForURL(/\/ldvknf\/posts\?word=/);
  await page.goBack();
  await expectShown(page, '230 / 230');
  await row(page, 'фраза 096').waitFor();
  await page.waitForFunction(() => Math.abs(scrollY - Number(sessionStorage.getItem('place'))) < 2);
  await expectSoon(() => page.evaluate(() => scrollY)).toBeGreaterThan(4000);
});

test('without JavaScript links sort and page, printing and the screen show all rows, and buttons that need it are hidden', async () => {
  const page = await openSignedIn(running.url, clientAccount, { javaScriptEnabled: false });
  await page.goto(`${running.url}/ldvknf/words`);
  const texts = () =>
    grid(page)
      .getByRole('link', { name: /^фраза \d{3}$/ })
      .allTextContents();
  const hidden = ['Горячие клавиши', 'Тема', 'Свернуть меню', 'Вид таблицы', 'Обновить'];
  for (const name of hidden) expect(await page.getByRole('button', { name, exact: true }).count()).toBe(0);
  expect(await grid(page).getByRole('columnheader', { name: 'Действия' }).count()).toBe(0);

  await head(page, 'Текст').getByRole('link').click();
  const phrases = Array.from({ length: 100 }, (_, index) => `фраза ${String(index + 1).padStart(3, '0')}`);
  await expectSoon(texts).toEqual(phrases);
  const shown = grid(page).getByRole('row').filter({ visible: true });
  await expectSoon(() => shown.count()).toBe(phrases.length + 1);
  await page.emulateMedia({ media: 'print' });
  await expectSoon(() => shown.count()).toBe(phrases.length + 1);
  await page.emulateMedia({ media: null });
  await expectSoon(() => head(page, 'Текст').getAttribute('aria-sort')).toBe('ascending');
  await head(page, 'Текст').getByRole('link').click();
  await expectSoon(async () => (await texts())[0]).toBe('фраза 230');
  await page.getByRole('link', { name: 'Дальше' }).click();
  await expectSoon(async () => (await texts())[0]).toBe('фраза 130');
});

test('a header sorts with one request, the grid works by keyboard, and a client edits and deletes phrases', async () => {
  const page = await openAs(clientAccount);
  await step('sorting', async () => {
    await page.evaluate(() => Object.assign(window, { notReloaded: true }));
    const requests: string[] = [];
    page.on('request', (request) => {
      const { searchParams } = new URL(request.url());
      if (searchParams.has('orderBy')) requests.push(`${searchParams.get('orderBy')} ${searchParams.get('offset')}`);
    });
    await head(page, 'Текст').getByRole('link').hover();
    const reply = page.waitForResponse((response) => response.url().includes('orderBy=text'));
    await page.mouse.down();
    await reply;
    await page.mouse.up();
    await grid(page).getByRole('row').nth(1).filter({ hasText: 'фраза 001' }).waitFor();
    const phrases = grid(page).getByRole('link', { name: /^фраза/ });
    const texts = await phrases.allTextContents();
    expect(texts).toEqual(texts.map((_, index) => `фраза ${String(index + 1).padStart(3, '0')}`));
    await page.evaluate(() => scrollTo(0, 99 * 40));
    await phrases.filter({ hasText: 'фраза 100' }).waitFor();
    expect(requests[0]).toBe('text 0');
    expect(requests.filter((request) => request === 'text 0')).toHaveLength(1);
    expect(new URL(page.url()).search).toBe('?sort=text');
    await expectSoon(() => head(page, 'Текст').getAttribute('aria-sort')).toBe('ascending');
    await head(page, 'Текст').getByRole('link').click();
    await grid(page).getByRole('row').nth(1).filter({ hasText: 'фраза 230' }).waitFor();
    await expectSoon(() => head(page, 'Текст').getAttribute('aria-sort')).toBe('descending');
    await page.goBack();
    await grid(page).getByRole('row').nth(1).filter({ hasText: 'фраза 001' }).waitFor();
    await expectSoon(() => page.evaluate(() => 'notReloaded' in window)).toBe(true);
    await page.goBack();
    await grid(page).getByRole('row').nth(1).filter({ hasText: 'фраза 230' }).waitFor();
  });

  await step('arrow keys', async () => {
    const focusedText = () => page.evaluate(() => document.activeElement?.textContent);
    const isCellFocused = () => page.evaluate(() => document.activeElement?.matches('[role="gridcell"]'));
    await row(page, 'фраза 230').getByRole('link', { name: 'фраза' }).focus();
    await page.keyboard.press('ArrowDown');
    await expectSoon(focusedText).toBe('фраза 229');
    await expectSoon(isCellFocused).toBe(true);
    await page.keyboard.press('Enter');
    await expectSoon(() => page.evaluate(() => document.activeElement?.tagName)).toBe('A');
    await page.keyboard.press('Escape');
    await expectSoon(isCellFocused).toBe(true);
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await expectSoon(focusedText).toMatch(/^\d+$/);
    const firstId = Number(await focusedText());
    await page.keyboard.press('PageDown');
    await page.waitForFunction((id) => document.activeElement?.textContent === String(id), firstId - 10);
    await page.keyboard.press('Control+End');
    await page.waitForFunction(() => document.activeElement?.parentElement?.ariaRowIndex === '101');
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await page.waitForFunction((id) => document.activeElement?.textContent === String(id), firstId - 98);
    const inTabOrder = () =>
      grid(page)
        .locator('[aria-rowindex] a[href], [aria-rowindex] button')
        .evaluateAll((controls) => controls.filter((control) => (control as HTMLElement).tabIndex === 0).length);
    await expectSoon(inTabOrder).toBe(4);
  });

  await step('columns of a client', async () => {
    await page.evaluate(() => scrollTo(0, 0));
    await expectSoon(() => grid(page).getByRole('columnheader').allTextContents()).toEqual([
      'Выбрать',
      'ID',
      'Текст',
      'Статус',
      'Сбор',
      'Полный поиск',
      'Посты',
      'Обновлено',
      'Динамика',
      'Действия',
    ]);
    await row(page, 'фраза 229')
      .filter({ hasText: /Нет0Не обновлялось/ })
      .waitFor();
    await page.getByRole('button', { name: 'Вид таблицы', exact: true }).click();
    const columns = page.getByRole('dialog', { name: 'Вид таблицы' });
    await columns.getByRole('checkbox', { name: 'Сбор' }).waitFor();
    expect(await columns.getByRole('checkbox', { name: 'Клиенты' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await columns.waitFor({ state: 'hidden' });
  });

  await step('an edit', async () => {
    await row(page, 'фраза 220').getByRole('button', { name: 'Редактировать' }).click();
    const dialog = page.getByRole('dialog', { name: 'Редактирование фразы' });
    await expectSoon(() => dialog.getByRole('combobox', { name: 'Текст *' }).inputValue()).toBe('фраза 220');
    expect(await dialog.getByLabel('Клиент *').count()).toBe(0);
    await dialog.getByLabel('Статус').selectOption('Заморожено');
    const lists: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/words/paginated')) lists.push(request.url());
    });
    await dialog.getByRole('button', { name: 'Сохранить' }).click();
    await row(page, 'фраза 220').filter({ hasText: 'Заморожено' }).waitFor();
    await dialog.waitFor({ state: 'hidden' });
    expect(lists).toEqual([]);
  });

  await row(page, 'фраза 228').getByRole('button', { name: 'Удалить' }).click();
  const asked = question(page, messages.confirmWordDeleteClient);
  await step('a question is closed', async () => {
    await asked.waitFor();
    await page.keyboard.press('Escape');
    await asked.waitFor({ state: 'hidden' });
    const opener = row(page, 'фраза 228').getByRole('button', { name: 'Удалить' });
    await waitForFocus(opener);
  });

  await step('a deletion', async () => {
    await page.keyboard.press('Enter');
    await asked.getByRole('button', { name: 'Удалить' }).click();
    await page.getByRole('status').filter({ hasText: 'Фраза удалена из вашего списка' }).waitFor();
    await row(page, 'фраза 228').waitFor({ state: 'detached' });
    await expectShown(page, '/ 229');
    await expectSoon(() => page.evaluate(() => document.activeElement?.closest('[role="grid"]') !== null)).toBe(true);
    await row(page, 'фраза 227').waitFor();
  });
});

async function removeWord(page: Page, text: string): Promise<void> {
  await row(page, text).getByRole('button', { name: 'Пометить удалённой' }).click();
  const asked = question(page, messages.confirmWordDeleteAdmin);
  await asked.getByRole('button', { name: 'Пометить удалённой' }).click();
  await asked.waitFor({ state: 'hidden' });
  await row(page, text).waitFor({ state: 'detached' });
}

test('live counts load with one call, cut texts show in full, and pages and orders that fail load again', async () => {
  const page = await openSignedIn(running.url, adminAccount, { viewport, allow: [/status of 50[03]/] });
  await step('live counts', async () => {
    const calls: string[] = [];
    await page.route(/\/posts\/count\/words\?/, async (route) => {
      calls.push(route.request().url());
      const ids = new URL(route.request().url()).searchParams.get('wordIds')?.split(',') ?? [];
      await route.fulfill({ json: { counts: ids.slice(1).map((id) => ({ WordID: id, total: 7 })) } });
    });
    await page.goto(`${running.url}/ldvknf/words`);
    await waitForCounts(page);
    expect(calls).toHaveLength(1);
    const counted = await grid(page).getByText('0 / 7', { exact: true }).count();
    expect(counted).toBeGreaterThan(10);
    expect(counted).toBeLessThan(30);
    await expectSoon(() => grid(page).getByText('0 / —', { exact: true }).count()).toBe(1);
    const [paint, call] = await page.evaluate(() => [
      performance.getEntriesByName('first-paint')[0]?.startTime,
      performance.getEntriesByType('resource').find(({ name }) => name.includes('/count/words?'))?.startTime,
    ]);
    expect(call).toBeGreaterThan(paint ?? Number.POSITIVE_INFINITY);
  });

  await step('cut texts and hints', async () => {
    await page.setViewportSize({ width: 900, height: 800 });
    const first = row(page, 'фраза 230');
    const edit = first.getByRole('button', { name: 'Редактировать' });
    const client = first.getByRole('gridcell').nth(3);
    const text = first.getByRole('gridcell').nth(2);
    expect(await first.locator('[title]').count()).toBe(0);
    await edit.hover();
    await expectSoon(() => edit.getAttribute('title')).toBe('Редактировать');
    await text.hover();
    await expectSoon(() => text.getAttribute('title')).toBeNull();
    await client.evaluate((cell) => {
      cell.style.width = '20px';
    });
    await client.hover({ position: { x: 5, y: 5 } });
    await expectSoon(() => client.getAttribute('title')).toBe(clientId);
  });

  await step('clicks beside a check box', async () => {
    const box = grid(page).getByRole('checkbox', { name: 'Выбрать: фраза 230' });
    await box.locator('..').click({ position: { x: 2, y: 2 } });
    await expectSoon(() => box.isChecked()).toBe(true);
    await box.locator('..').click({ position: { x: 2, y: 30 } });
    await expectSoon(() => box.isChecked()).toBe(false);
  });

  await step('«Обновить»', async () => {
    await page.setViewportSize(viewport);
    const link = row(page, 'фраза 225').getByRole('link').first();
    const id = Number((await link.getAttribute('href'))?.split('=')[1]);
    await callAs(page, updateWord(id, { State: 'freeze', FullSearch: true }, null));
    await page.getByRole('button', { name: 'Обновить' }).click();
    await row(page, 'фраза 225').filter({ hasText: 'Заморожено' }).waitFor();
  });

  const pages = '**/words/paginated?*';
  const card = page.getByRole('alert').filter({ hasText: messages.loadWords });
  await step('a page that fails', async () => {
    await page.route(pages, (route) => route.fulfill({ status: 500, json: { message: 'panic' } }));
    await scrollToEnd(page);
    await card.waitFor();
    await expectShown(page, '100 /');
    await page.unroute(pages);
    await card.getByRole('button', { name: messages.retry }).click();
    await expectShown(page, '200 /');
    await expectSoon(() => card.count()).toBe(0);
  });

  await step('an order that fails', async () => {
    await page.route(pages, (route) => route.fulfill({ status: 503, body: 'gone' }));
    await head(page, 'Текст').getByRole('link').click();
    await card.waitFor();
    await expectSoon(() => grid(page).getAttribute('aria-busy')).toBe('false');
    await page.unroute(pages);
    await card.getByRole('button', { name: messages.retry }).click();
    await grid(page).getByRole('row').nth(1).filter({ hasText: 'фраза 001' }).waitFor();
    await expectSoon(() => card.count()).toBe(0);
    await expectSoon(() => grid(page).getAttribute('aria-busy')).toBe('false');
  });

  await step('an order chosen again', async () => {
    // The other direction of the order.
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route(pages, async (route) => {
      await held;
      await route.continue();
    });
    await head(page, 'Текст').getByRole('link').click();
    await page.goBack();
    await page.goForward();
    release();
    await grid(page).getByRole('row').nth(1).filter({ hasText: 'фраза 230' }).waitFor();
    const requested = page.waitForRequest(pages);
    await page.getByRole('button', { name: 'Обновить' }).click();
    await requested;
  });
});

test('filters stay in the address, in sort links and in the pages; a deleted phrase is found and restored', async () => {
  const page = await openAs(adminAccount);
  const filters = page.getByRole('search', { name: 'Фильтры' });
  await filters.getByLabel('Найти фразу').fill('фраза 1');
  await filters.getByLabel('Статус').selectOption('Активно');
  await page.keyboard.press('Enter');
  await filters.getByRole('link', { name: messages.resetFilters }).waitFor();
  await expectSoon(() => filters.getByLabel('Найти фразу').inputValue()).toBe('фраза 1');
  await waitForIsland(page);
  await expectShown(page, '100 / 100');
  await head(page, 'Текст').getByRole('link').click();
  await grid(page).getByRole('row').nth(1).filter({ hasText: 'фраза 100' }).waitFor();
  expect(new URL(page.url()).searchParams.get('text')).toBe('фраза 1');

  await row(page, 'фраза 104').getByRole('button', { name: 'Пометить удалённой' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Пометить удалённой' }).click();
  await expectShown(page, '99 / 99');
  await filters.getByLabel('Показать').selectOption('Удалённые');
  await filters.getByRole('button', { name: 'Найти' }).click();
  await row(page, 'фраза 104').getByRole('button', { name: 'Восстановить' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Восстановить' }).click();
  await page.getByText(messages.noFoundWords).waitFor();
  await filters.getByLabel('Показать').selectOption('Действующие');
  await filters.getByLabel('Оценка').selectOption('Слишком много');
  await filters.getByRole('button', { name: 'Найти' }).click();
  await page.waitForURL(/health=flooding/);
  await expectSoon(() => filters.getByLabel('Оценка').inputValue()).toBe('flooding');
  await page.getByText(messages.noFoundWords).waitFor();
  await filters.getByRole('link', { name: messages.resetFilters }).click();
  await expectShown(page, `100 / ${wordCount}`);
});

test('a new phrase needs a client and a text; of a pasted list the new phrases are saved', async () => {
  const page = await openAs(adminAccount, { allow: [/status of 409/] });
  const opener = page.getByRole('button', { name: 'Добавить фразу' });
  const dialog = page.getByRole('dialog', { name: 'Новая фраза' });
  await step('required fields', async () => {
    await opener.click();
    await dialog.getByRole('button', { name: 'Сохранить' }).click();
    await dialog.getByText(messages.chooseClient).waitFor();
    await dialog.getByText(messages.enterText).waitFor();
  });

  const text = dialog.getByRole('combobox', { name: 'Текст *' });
  await step('suggestions', async () => {
    await dialog.getByLabel('Клиент *').selectOption(clientId);
    await text.fill('ФРАЗА 00');
    await suggestions(page).filter({ hasText: 'фраза 003' }).waitFor();
    await expectSoon(() => suggestions(page).count()).toBe(8);
    await suggestions(page).filter({ hasText: 'фраза 003' }).click();
    await page.waitForFunction(
      (field) => (field as HTMLInputElement).value === 'фраза 003',
      await text.elementHandle(),
    );
    await dialog.getByRole('button', { name: 'Сохранить' }).click();
    await dialog.getByRole('alert').waitFor();
    await expectSoon(() => text.inputValue()).toBe('фраза 003');
  });

  await step('late suggestions', async () => {
    // Those of the chosen phrase, which are fewer, may still be on their way.
    const answered = page.waitForResponse((reply) => new URL(reply.url()).searchParams.get('q') === 'ФРАЗА 0');
    await text.fill('ФРАЗА 0');
    await (await answered).finished();
    await suggestions(page).filter({ hasText: 'фраза 008' }).waitFor();
    const mayAnswer = Promise.withResolvers<void>();
    await page.route('**/words/autocomplete?*', async (route) => {
      await mayAnswer.promise;
      await route.fulfill({ json: { words: ['фраза 009', 'фраза 001'] } });
    });
    await text.fill('фраза 00');
    await text.press('ArrowDown');
    const highlighted = suggestions(page).and(page.locator('[aria-selected="true"]'));
    await expectSoon(() => highlighted.innerText()).toBe('фраза 001');
    mayAnswer.resolve();
    await expectSoon(() => suggestions(page).allInnerTexts()).toEqual(['фраза 009', 'фраза 001']);
    await expectSoon(() => highlighted.innerText()).toBe('фраза 001');
    await page.unroute('**/words/autocomplete?*');
  });

  await step('the new phrase', async () => {
    await text.fill('новая тема');
    await dialog.getByLabel('Статус').selectOption('Заморожено');
    await dialog.getByRole('checkbox', { name: 'Полный поиск' }).check();
    await dialog.getByRole('button', { name: 'Сохранить' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('status').filter({ hasText: 'Фраза добавлена' }).waitFor();
    const added = grid(page).getByRole('row').nth(1).filter({ hasText: 'новая тема' });
    await added.waitFor();
    await expectSoon(() => added.textContent()).toMatch(/Заморожено.*НетДа/);
    await waitForFocus(opener);
    await removeWord(page, 'новая тема');
  });

  await step('a pasted list', async () => {
    await page.getByRole('button', { name: 'Добавить списком' }).click();
    const list = page.getByRole('dialog', { name: 'Добавление списком' });
    const phrases = list.getByLabel('Фразы, по одной в строке');
    const check = list.getByRole('button', { name: 'Проверить' });
    const save = list.getByRole('button', { name: 'Сохранить' });
    await check.click();
    await list.getByText(messages.chooseClient).waitFor();
    await list.getByText(messages.enterText).waitFor();
    await list.getByRole('checkbox', { name: clientId }).check();
    await phrases.fill('список один\n\nфраза 001\nсписок (\nСПИСОК ОДИН\nсписок два');
    await expectSoon(() => save.isDisabled()).toBe(true);
    await check.click();
    await list.getByText('Новых: 2, уже есть: 2, с ошибкой: 1').waitFor();
    await expectSoon(() =>
      list.getByRole('list', { name: 'Строки с ошибкой' }).getByRole('listitem').allTextContents(),
    ).toEqual(['Строка 4, «список (»: Ошибка в запросе: не закрыта скобка (символ 8)']);
    await save.click();
    await list.getByText('Сохранено: 2.').waitFor();
    await expectSoon(() => phrases.inputValue()).toBe('список (');
    await phrases.fill('список (три)');
    await check.click();
    await list.getByText('Новых: 1, уже есть: 0, с ошибкой: 0').waitFor();
    await save.click();
    await page.getByText('Добавлено фраз: 3').waitFor();
    await list.waitFor({ state: 'hidden' });
    await row(page, 'список (три)').waitFor();
    await row(page, 'список один').waitFor();
  });
});

async function openList(page: Page, list: string) {
  await page.getByRole('button', { name: 'Добавить списком' }).click();
  const dialog = page.getByRole('dialog', { name: 'Добавление списком' });
  await dialog.getByLabel('Фразы, по одной в строке').fill(list);
  const button = (name: string) => dialog.getByRole('button', { name });
  return { dialog, check: button('Проверить'), save: button('Сохранить') };
}

test('phrases are selected by keyboard and changed after one question; refused ones stay selected', async () => {
  const page = await openAs(adminAccount);
  const all = selectAll(page);
  await head(page, 'ID').getByRole('link').focus();
  await all.waitFor();
  await page.keyboard.press('Shift+Tab');
  await all.press('Space');
  await waitForSelected(page, 100);
  await expectSoon(() => all.isChecked()).toBe(true);

  await row(page, 'фраза 225').getByRole('checkbox').uncheck();
  await waitForSelected(page, 99);
  await expectSoon(() => all.evaluate(isMixed)).toBe(true);
  await all.press('Space');
  await waitForSelected(page, 100);
  await scrollToEnd(page);
  await expectShown(page, '200 /');
  await expectSoon(() => all.evaluate(isMixed)).toBe(true);
  await all.click();
  await waitForSelected(page, 200);
  await all.click();
  await waitForSelected(page, 0);
  await expectSoon(() => Promise.all([all.isChecked(), all.evaluate(isMixed)])).toEqual([false, false]);

  await page.evaluate(() => scrollTo(0, 0));
  await row(page, 'фраза 230').waitFor();
  await row(page, 'фраза 230').getByRole('link', { name: 'фраза' }).focus();
  for (const key of ['Escape', 'Home', 'Enter', 'Space', 'ArrowDown', 'Enter', 'Space']) await page.keyboard.press(key);
  await waitForSelected(page, 2);
  await head(page, 'Текст').getByRole('link').click();
  await select(page, 'фраза 001');
  await waitForSelected(page, 3);
  await row(page, 'фраза 001').getByRole('button', { name: 'Редактировать' }).focus();
  await page.goBack();

  let refused = 0;
  await page.route('**/words/bulk', async (route) => {
    const { WordIDs } = route.request().postDataJSON();
    refused = WordIDs[2];
    const failure = { WordID: refused, Text: 'фраза 001', Error: 'Фраза занята' };
    await route.fulfill({ json: { Changed: 2, Failed: [failure] } });
  });
  await pressTool(page, 'Пометить удалёнными');
  const deletion = question(page, 'Пометить удалёнными фразы и связанные посты: 3?');
  await deletion.getByText('Это действие можно будет отменить.').waitFor();
  await page.keyboard.press('Escape');
  await deletion.waitFor({ state: 'hidden' });
  await waitForSelected(page, 3);
  await pressTool(page, 'Заморозить');
  const freeze = question(page, 'Заморозить фразы: 3?');
  await freeze.getByRole('button', { name: 'Заморозить' }).click();
  await freeze.getByText('Изменено: 2').waitFor();
  await expectSoon(() => freeze.getByRole('listitem').allTextContents()).toEqual(['«фраза 001»: Фраза занята']);
  await waitForFocus(freeze.getByRole('button', { name: 'Закрыть' }));
  await page.keyboard.press('Enter');
  await freeze.waitFor({ state: 'hidden' });
  await waitForSelected(page, 1);
  await page.unroute('**/words/bulk');
  const sent = page.waitForRequest('**/words/bulk');
  await pressTool(page, 'Заморозить');
  await question(page, 'Заморозить фразы: 1?').getByRole('button', { name: 'Заморозить' }).click();
  expect((await sent).postDataJSON()).toMatchObject({ Action: 'freeze', WordIDs: [refused] });
  await question(page, 'Заморозить фразы: 1?').getByRole('button', { name: 'Закрыть' }).click();
  await waitForSelected(page, 0);
  await head(page, 'Текст').getByRole('link').click();
  await row(page, 'фраза 001').filter({ hasText: 'Заморожено' }).waitFor();
});

test('deleted phrases are restored together; the second editor of a phrase is told who changed it', async () => {
  const page = await openSignedIn(running.url, adminAccount, { viewport, allow: [/status of 409/] });
  const texts = ['возврат 1', 'возврат 2', 'возврат 3'];
  const { url } = running;
  const add = (Text = '') => callAs(page, createWord({ Text, State: 'ready', FullSearch: false }, clientId), url);
  for (const text of texts) await add(text);
  for (const id of await callAs(page, loadWordIds({ ...noWordFilters, text: 'возврат' }), url))
    await callAs(page, deleteWord(id), url);
  await add(texts[2]);
  await page.goto(`${running.url}/ldvknf/words?text=возврат&show=deleted`);
  await waitForIsland(page);
  await row(page, texts[0] ?? '').hover();
  await selectAll(page).check();
  await waitForSelected(page, 3);
  await pressTool(page, 'Восстановить');
  const restoration = question(page, 'Восстановить фразы и связанные посты: 3?');
  await restoration.getByRole('button', { name: 'Восстановить' }).click();
  await restoration.getByText('Изменено: 2').waitFor();
  await restoration.getByText('Не удалось: 1').waitFor();
  await expectSoon(() => restoration.getByRole('listitem').allTextContents()).toEqual([
    `«${texts[2]}»: ${messages.wordNotRestored}`,
  ]);
  await restoration.getByRole('button', { name: 'Закрыть' }).click();
  await waitForSelected(page, 1);
  await expectShown(page, '1 / 1');
  await row(page, texts[2] ?? '').waitFor();
  await page.goto(`${running.url}/ldvknf/words?text=возврат`);
  await waitForIsland(page);
  for (const text of texts) await row(page, text).waitFor();
  await expectShown(page, '3 / 3');

  await row(page, 'возврат 1').getByRole('button', { name: 'Редактировать' }).click();
  const dialog = page.getByRole('dialog', { name: 'Редактирование фразы' });
  await dialog.getByText(`Изменится у клиентов: ${clientId}`).waitFor();
  const href = await row(page, 'возврат 1').getByRole('link', { name: 'возврат 1' }).getAttribute('href');
  await callAs(page, updateWord(Number(href?.split('=')[1]), { Text: 'возврат 1 раньше' }, null));
  const text = dialog.getByRole('combobox', { name: 'Текст *' });
  await text.fill('возврат 1 позже');
  await dialog.getByRole('button', { name: 'Сохранить' }).click();
  const changed = page.getByRole('dialog', { name: 'Изменено другим' });
  await changed
    .getByRole('alert')
    .filter({ hasText: /^Фразу только что изменил .*: возврат 1 раньше$/ })
    .waitFor();
  await changed.getByRole('button', { name: 'Взять этот текст' }).click();
  await expectSoon(() => text.inputValue()).toBe('возврат 1 раньше');
  await text.fill('возврат 1');
  await dialog.getByRole('button', { name: 'Сохранить' }).click();
  await page.getByRole('status').filter({ hasText: 'Фраза сохранена' }).waitFor();
});

test('all found phrases change in steps, which can be stopped, and go on after a fault without a phrase twice', async () => {
  const page = await openAs(clientAccount, { allow: [/status of 502/] }, '?text=фраза+1');
  const steps: number[][] = [];
  const batches: string[] = [];
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>();
  await page.route('**/words/bulk', async (route) => {
    const { WordIDs, Batch } = route.request().postDataJSON();
    steps.push(WordIDs);
    batches.push(Batch);
    if (steps.length === 1) await stopped;
    if (steps.length === 3) await route.fulfill({ status: 502, body: '' });
    else await route.fulfill({ json: { Changed: WordIDs.length, Failed: [] } });
  });
  // Filters end a selection.
  await select(page, 'фраза 199');
  await page.getByRole('searchbox', { name: 'Найти фразу' }).fill('фраза');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.searchParams.get('text') === 'фраза');
  await waitForIsland(page);
  await select(page, 'фраза 229');
  const total = Number((await tools(page).getByText('Выбрать все найденные').innerText()).match(/\d+$/)?.[0]);
  expect(total).toBeGreaterThan(200);
  await pressTool(page, 'Выбрать все найденные');
  await waitForSelected(page, total);
  await pressTool(page, 'Удалить');
  const deletion = question(page, `Удалить из вашего списка отслеживания фразы: ${total}?`);
  await deletion.getByText('Это действие нельзя отменить: фразы придётся добавить заново.').waitFor();
  await deletion.getByRole('button', { name: 'Удалить' }).click();
  await deletion.getByRole('progressbar', { name: 'Выполнено' }).waitFor();
  await page.keyboard.press('Escape');
  await deletion.getByRole('button', { name: 'Остановить' }).click();
  stop();
  await deletion.getByText(`Остановлено, не изменено: ${total - 100}`).waitFor();
  await deletion.getByRole('button', { name: 'Закрыть' }).click();
  await waitForSelected(page, total - 100);

  await pressTool(page, 'Удалить');
  const rest = question(page, `Удалить из вашего списка отслеживания фразы: ${total - 100}?`);
  await rest.getByRole('button', { name: 'Удалить' }).click();
  await rest.getByRole('alert').filter({ hasText: messages.updateWord }).waitFor();
  await rest.getByText(`Выполнено: 100 из ${total - 100}`).waitFor();
  await rest.getByRole('button', { name: 'Продолжить' }).click();
  await rest.getByText(`Изменено: ${total - 100}`).waitFor();
  expect(steps[3]).toEqual(steps[2]);
  const changed = steps.filter((_, index) => index !== 2).flat();
  expect([changed.length, new Set(changed).size]).toEqual([total, total]);
  // One of each dialog.
  expect([batches[1] === batches[0], new Set(batches.slice(1)).size]).toEqual([false, 1]);
});

test('on a narrow screen rows are cards from the first paint, and do not shift when scripts run', async () => {
  const narrow = { viewport: { width: 390, height: 844 } };
  const plain = await openSignedIn(running.url, clientAccount, { ...narrow, javaScriptEnabled: false });
  await plain.goto(`${running.url}/ldvknf/words`);
  const place = (page: Page) =>
    row(page, /фраза \d|список/)
      .first()
      .boundingBox();
  const before = await place(plain);
  expect(await plain.getByText('…', { exact: true }).filter({ visible: true }).count()).toBe(0);

  const page = await openAs(clientAccount, narrow);
  await expectSoon(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  const shift = (before?.y ?? 0) - ((await place(page))?.y ?? 0);
  await page.evaluate(() => scrollTo(0, 100));
  await page.waitForFunction(() => document.querySelectorAll('[aria-rowindex]').length < 100);
  await page.evaluate(() => scrollTo(0, 0));
  // A row that is rendered again has no box for a moment.
  let after = await place(page);
  while (!after) after = await place(page);
  expect(after.height).toBe(before?.height);
  expect((before?.y ?? 0) - after.y).toBe(shift);
});

test('a client without phrases is told how to start, also when the connection was lost before', async () => {
  const password = 'client-password-2';
  const account: Account = { type: 'client', name: await storeClient(running.dataDir, 'Новый', password), password };
  const page = await openSignedIn(running.url, account, { allow: [/ERR_FAILED/] });
  await page.clock.install();
  await page.goto(`${running.url}/ldvknf/posts`);
  const start = page.getByRole('region', { name: 'С чего начать' });
  await start.getByRole('listitem').nth(2).waitFor();
  const addition = page.getByRole('button', { name: 'Добавить фразу' });
  await addition.click();
  const dialog = page.getByRole('dialog', { name: 'Новая фраза' });
  await dialog.getByRole('combobox', { name: 'Текст *' }).fill('ремонт дорог');
  await dialog.getByRole('button', { name: 'Сохранить' }).click();
  await grid(page).getByRole('link', { name: 'ремонт дорог' }).waitFor();
  await start.waitFor({ state: 'hidden' });
  await addition.waitFor();
  await page.reload();
  await waitForIsland(page);
  expect(await dialog.count()).toBe(0);
  expect(await start.count()).toBe(0);

  const lost = page.getByRole('alert').filter({ hasText: 'Нет связи с сервером. Повторим сами' });
  await page.route('**/api/v1/**', (route) => route.abort());
  await page.getByRole('button', { name: 'Обновить' }).click();
  await lost.waitFor();
  const card = page.getByRole('alert').filter({ hasText: messages.loadWords });
  await card.waitFor();
  await page.unroute('**/api/v1/**');
  await page.clock.fastForward(10_000);
  await page.getByRole('status').filter({ hasText: 'Связь восстановлена' }).waitFor();
  await lost.waitFor({ state: 'hidden' });
  await card.waitFor({ state: 'detached' });
});

test('of many clients several are found by typing, and the list is saved for each', async () => {
  const page = await openAs(adminAccount);
  const secondId = await seedClient(page, 'Областные новости');
  await page.route('**/clients/paginated?*', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), total: 1000 } });
  });
  const { dialog, check, save } = await openList(page, 'в двух списках\nа тут столбец;два\n\n1. в двух списках');
  const clients = dialog.getByRole('searchbox', { name: 'Клиенты *' });
  const box = (name: string) => dialog.getByRole('group', { name: 'Клиенты *' }).getByRole('checkbox', { name });
  const chosen = dialog.getByRole('list', { name: 'Выбранные клиенты' }).getByRole('listitem');
  for (const name of ['Городские', 'Областные']) {
    await clients.fill(name);
    await box(name).check();
    await chosen.filter({ hasText: name }).waitFor();
  }
  await check.click();
  await dialog.getByText('Новых: 1, уже есть: 1, с ошибкой: 1').waitFor();
  await dialog.getByText('Пустых строк: 1').waitFor();
  await dialog.getByText('Новые', { exact: true }).click();
  await dialog.getByRole('list', { name: 'Новые' }).getByText('Строка 1, «в двух списках»').waitFor();

  await dialog.getByRole('button', { name: `Убрать клиента ${clientId}` }).click();
  await expectSoon(() => chosen.count()).toBe(1);
  await expectSoon(() => save.isDisabled()).toBe(true);
  await waitForFocus(clients);
  await clients.fill('Городские');
  await box('Городские').press('Space');
  await chosen.nth(1).waitFor();
  await check.click();
  await save.click();
  await dialog.getByText('Сохранено: 1.').waitFor();
  await expectSoon(() => dialog.getByLabel('Фразы, по одной в строке').inputValue()).toBe('а тут столбец;два');
  await dialog.getByRole('button', { name: 'Закрыть' }).click();
  await row(page, 'в двух списках')
    .filter({ hasText: `${clientId}, ${secondId}` })
    .waitFor();
});
