// Proves: feed#phrases-and-days
/** A user with 10,000 phrases: the feed contains none of them, its filter searches them, and their list renders the visible ones. */
import type { Page } from 'playwright-core';
import { foldText } from '../../shared/rules/word.ts';
import { clientRow, commonShape } from '../support/backend-shapes.ts';
import { startBrowser } from '../support/browser.ts';
import { expectSoon } from '../support/expect-soon.ts';
import { openMoreFilters } from '../support/more-filters.ts';
import { offerOwn } from '../support/own-backend.ts';
import { accessibilityFaults } from '../support/page-faults.ts';
import { keepSessions } from '../support/sessions.ts';
import type { Account } from '../support/sign-in.ts';
import { startStandInConsole } from '../support/stand-in-console.ts';
import { waitForIsland } from '../support/wait-for-island.ts';

const admin: Account = { type: 'admin', name: 'root', password: 'password' };
const client: Account = { type: 'client', name: clientRow.id, password: 'password' };
const words = Array.from({ length: 10_000 }, (_, index) => ({
  WordID: index + 1,
  Text: `ёлка номер ${String(index + 1).padStart(5, '0')}`,
  State: 'ready',
}));

const { openPage } = startBrowser();
const openSignedIn = keepSessions({ openPage });
const { backend, server } = startStandInConsole();

beforeEach(() => {
  backend.answerIn(commonShape);
  offerOwn(backend);
  const queryOf = (path: string) => new URL(path, backend.url).searchParams;
  for (const route of ['GET /vknf/words/paginated', 'GET /vknf/words/paginated/client']) {
    backend.on(route, ({ path }) => {
      const [offset, limit] = ['offset', 'limit'].map((name) => Number(queryOf(path).get(name)));
      const found = words.filter(({ Text }) => Text.includes(queryOf(path).get('text') ?? ''));
      return { body: { words: found.slice(offset).slice(0, limit), total: found.length } };
    });
  }
  backend.on('GET /vknf/posts/count/words/days', () => ({ body: { From: '2026-11-01', Days: [] } }));
  for (const route of ['GET /vknf/words', 'GET /vknf/words/client']) backend.on(route, () => ({ body: { words } }));
  backend.on('GET /vknf/words/autocomplete', ({ path }) => ({
    body: { words: words.filter(({ Text }) => foldText(Text).includes(foldText(queryOf(path).get('q') ?? ''))) },
  }));
  for (const word of [words[41], words[42], words[4711]])
    backend.on(`GET /vknf/words/${word?.WordID}`, () => ({ body: word }));
});

async function openFeed(account: Account, query = '', options: Parameters<typeof openPage>[0] = {}): Promise<Page> {
  const page = await openSignedIn(server.url, account, { viewport: { width: 1280, height: 800 }, ...options });
  backend.calls.length = 0;
  await page.goto(`${server.url}/ldvknf/posts${query}`);
  if (options.javaScriptEnabled !== false) await waitForIsland(page);
  return page;
}

const phrase = (page: Page) => page.getByRole('search').getByRole('combobox', { name: 'Фраза' });
const options = (page: Page) => page.getByRole('listbox', { name: 'Подсказки' }).getByRole('option');
const wordOf = (page: Page) => new URL(page.url()).searchParams.get('word');

/** Opens the feed, whose page has no list of phrases, and no call loads all of them. */
async function openSmallFeed(account: Account): Promise<Page> {
  const page = await openFeed(account);
  const html = await (await page.request.get(page.url())).text();
  expect(html.length).toBeLessThan(60_000);
  expect(html).not.toContain('ёлка номер');
  await expectSoon(() => page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(1500);
  const lists = backend.calls.filter((call) => call.path.startsWith('/vknf/words'));
  for (const { path } of lists) expect(path).toMatch(/^\/vknf\/words\/paginated(\/client)?\?limit=51&/);
  return page;
}

test('an administrator’s page is small too, and no call loads all phrases', async () => {
  await openSmallFeed(admin);
});

test('the page is small, no call loads all phrases, and one found by typing filters the feed', async () => {
  const page = await openSmallFeed(client);
  await expectSoon(() => phrase(page).getAttribute('placeholder')).toBe('Все фразы');
  await phrase(page).click();
  await expectSoon(() => options(page).count()).toBe(51);
  await expectSoon(() => options(page).first().textContent()).toBe('Все фразы');
  expect(await accessibilityFaults(page, { within: '#filters' })).toEqual([]);

  await phrase(page).fill('ёлка номер');
  await expectSoon(() => options(page).count()).toBe(8);
  await phrase(page).fill('такой нет');
  await page.getByRole('search').getByRole('status').filter({ hasText: 'Ничего не найдено' }).waitFor();
  await phrase(page).fill('елка номер 00042');
  await options(page).filter({ hasText: 'ёлка номер 00042' }).click();
  await page.waitForURL(/[?&]word=42(&|$)/);
  await expectSoon(() => phrase(page).inputValue()).toBe('ёлка номер 00042');
  await page.reload();
  await waitForIsland(page);
  await expectSoon(() => phrase(page).inputValue()).toBe('ёлка номер 00042');

  await phrase(page).click();
  await options(page).filter({ hasText: 'Все фразы' }).click();
  await page.waitForURL((url) => !url.searchParams.has('word'));
  await expectSoon(() => phrase(page).inputValue()).toBe('');
  await phrase(page).click();
  await options(page).filter({ hasText: 'ёлка номер 00043' }).click();
  await page.waitForURL(/[?&]word=43(&|$)/);
});

test('without JavaScript the form finds the phrase by its text', async () => {
  const page = await openFeed(client, '', { javaScriptEnabled: false });
  const find = () => page.getByRole('button', { name: 'Найти' }).click();
  await phrase(page).fill('ЕЛКА номер 04712');
  await find();
  await expectSoon(() => phrase(page).inputValue()).toBe('ёлка номер 04712');
  await page.getByRole('columnheader', { name: 'Дата поста' }).getByRole('link').click();
  expect(wordOf(page)).toBe('4712');
  await expectSoon(() => phrase(page).inputValue()).toBe('ёлка номер 04712');
  await phrase(page).fill('такой нет');
  await find();
  await page.getByRole('search').getByText('Фраза не найдена').waitFor();
  await expectSoon(() => phrase(page).inputValue()).toBe('такой нет');
});

test('a press opens the list also when its code arrives during it', async () => {
  const page = await openFeed(client);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/late-parts-*.js', async (route) => {
    await released;
    await route.continue();
  });
  const asked = page.waitForRequest((request) => request.url().includes('/late-parts-'));
  await phrase(page).hover();
  await page.mouse.down();
  await asked;
  release();
  await page.locator('#filters [role="listbox"]').first().waitFor({ state: 'attached' });
  await page.mouse.up();
  await expectSoon(() => options(page).count()).toBe(51);
});

test('an address with a typed phrase is replaced by one with its ID; arrow keys open the same list', async () => {
  const page = await openFeed(admin, `?phrase=${encodeURIComponent('елка номер 04712')}`);
  await page.waitForURL(/[?&]word=4712(&|$)/);
  expect(new URL(page.url()).searchParams.has('phrase')).toBe(false);
  await phrase(page).focus();
  await page.keyboard.press('ArrowDown');
  await expectSoon(() => options(page).count()).toBe(51);
  await phrase(page).fill('номер 00043');
  await expectSoon(() => options(page).allTextContents()).toEqual(['ёлка номер 00043']);
  await phrase(page).fill('');
  await page.waitForURL((url) => !url.searchParams.has('word'));
  await expectSoon(() => options(page).count()).toBe(51);
  await options(page).nth(1).waitFor();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(/[?&]word=\d+(&|$)/);
});

test('several of many phrases are found, checked, and shown as chips, also after a reload', async () => {
  const page = await openFeed(client, '?words=42,4712');
  const popover = await openMoreFilters(page);
  await popover.getByText('Фразы', { exact: true }).click();
  const chosen = popover.getByRole('list', { name: 'Выбранные фразы' }).getByRole('listitem');
  await expectSoon(() => chosen.allTextContents()).toEqual(['ёлка номер 00042', 'ёлка номер 04712']);
  const boxes = popover.getByRole('group', { name: 'Найти фразу' }).getByRole('checkbox');
  await expectSoon(() => boxes.count()).toBe(50);
  await popover.getByRole('searchbox', { name: 'Найти фразу' }).fill('номер 00777');
  await popover.getByRole('checkbox', { name: 'ёлка номер 00777' }).check();
  await expectSoon(() => new URL(page.url()).searchParams.get('words')).toBe('42,4712,777');
  expect(await accessibilityFaults(page, { within: ':popover-open' })).toEqual([]);
  await popover.getByRole('button', { name: 'Убрать фразу ёлка номер 00042' }).click();
  await popover.getByRole('button', { name: 'Убрать фразу ёлка номер 00777' }).click();
  await page.waitForURL(/[?&]word=4712(&|$)/);
});

test('a suggestion without an ID filters too, and going back restores the text of the previous phrase', async () => {
  backend.on('GET /vknf/words/autocomplete', () => ({ body: words.map(({ Text }) => Text) }));
  const page = await openFeed(admin, '?word=4712');
  await phrase(page).fill('елка номер 00042');
  await options(page).first().click();
  await page.waitForURL(/[?&]word=42(&|$)/);
  await expectSoon(() => phrase(page).inputValue()).toBe('ёлка номер 00042');
  await page.goBack();
  await page.waitForFunction(
    (field) => (field as HTMLInputElement).value === 'ёлка номер 04712',
    await phrase(page).elementHandle(),
  );
});

test('the list of phrases renders only the visible rows, those just above and below, and the focused one', async () => {
  const page = await openSignedIn(server.url, admin, { viewport: { width: 1280, height: 800 } });
  await page.goto(`${server.url}/ldvknf/words`);
  await waitForIsland(page);
  const most = await page.evaluate(async () => {
    const rows = () => [...document.querySelectorAll('[aria-rowindex]')];
    const last = () => Number(rows().at(-1)?.ariaRowIndex);
    let rendered = 0;
    while (last() < 300) {
      scrollBy(0, 400);
      await new Promise(requestAnimationFrame);
      if (last() > 100) rendered = Math.max(rendered, rows().length);
    }
    return rendered;
  });
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(60);
});
