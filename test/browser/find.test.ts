// Proves: pages#find
/** «Найти»: the keyboard, its groups with our own and with an existing backend. */
import type { Page } from 'playwright-core';
import * as messages from '../../shared/messages.ts';
import { startBrowser } from '../support/browser.ts';
import { type RunningConsole, startConsole } from '../support/console-process.ts';
import { expectSoon } from '../support/expect-soon.ts';
import { type Feed, seedFeed } from '../support/seed-feed.ts';
import { keepSessions } from '../support/sessions.ts';
import { startStandInConsole } from '../support/stand-in-console.ts';
import { waitForIsland } from '../support/wait-for-island.ts';

const { openPage } = startBrowser();
const openSignedIn = keepSessions({ openPage });

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Найти' });
const field = (page: Page) => dialog(page).getByRole('combobox', { name: 'Найти' });
const group = (page: Page, name: string) => dialog(page).getByRole('group', { name, exact: true });
const options = (page: Page, name: string) => group(page, name).getByRole('option');
const groupNames = (page: Page) =>
  dialog(page)
    .getByRole('group')
    .evaluateAll((groups) => groups.map((element) => element.getAttribute('aria-label')));
const active = (page: Page) => dialog(page).getByRole('option', { selected: true }).innerText();

describe('with the embedded backend', () => {
  let running: RunningConsole;
  let feed: Feed;

  beforeAll(async () => {
    running = await startConsole();
    feed = await seedFeed(running.dataDir);
  });
  afterAll(() => running?.close());

  test('it leads to pages and phrases, and acts on the current post, all by the keyboard', async () => {
    const page = await openSignedIn(running.url, feed.client, { viewport: { width: 1280, height: 800 } });
    await page.goto(`${running.url}/ldvknf/posts`);
    await waitForIsland(page);
    await page.keyboard.press('j');
    await page.locator('[role="grid"] [data-current]').waitFor();
    await page.keyboard.press('Control+k');
    await expectSoon(() => groupNames(page)).toEqual(['Страницы', 'Действия']);
    await field(page).fill('тег');
    await expectSoon(() => groupNames(page)).toEqual(['Действия']);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Теги' }).waitFor();
    await page.keyboard.press('Control+k');
    expect(await dialog(page).count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Теги' }).waitFor({ state: 'hidden' });

    await page.getByRole('button', { name: 'Найти…' }).click();
    await field(page).fill('ъъъ');
    await dialog(page).getByText(messages.nothingFound).waitFor();
    await field(page).fill('метро');
    await options(page, 'Фразы').filter({ hasText: 'метро' }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.searchParams.get('word') === String(feed.wordIds.метро));
    await waitForIsland(page);

    await page.keyboard.press('Control+k');
    await field(page).waitFor();
    await page.keyboard.press('ArrowDown');
    await expectSoon(() => active(page)).toBe('Новостная лента');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    // The list goes round.
    await expectSoon(() => active(page)).not.toBe('Ключевые значения');
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'hidden' });
  });
});

describe('with an existing backend', () => {
  const { backend, server } = startStandInConsole();

  test('it has pages, the filters of the browser and the phrases that the backend suggests', async () => {
    backend.on('GET /vknf/words/autocomplete', () => ({ body: { words: ['метро'] } }));
    const page = await openSignedIn(server.url, { type: 'admin', name: 'root', password: 'password' });
    await page.goto(`${server.url}/profile`);
    const stored = JSON.stringify({ version: 1, views: [{ id: 1, name: 'Метро зимой', query: '?word=7' }] });
    await page.evaluate((text) => localStorage.setItem('saved_views:admin:1', text), stored);
    // Browsers search with this key, and before the first key the shortcuts have not loaded.
    const press = () => dispatchEvent(new KeyboardEvent('keydown', { code: 'KeyK', ctrlKey: true, cancelable: true }));
    const wasDefault = await page.evaluate(press);
    expect(wasDefault).toBe(false);
    await field(page).fill('метро');
    await options(page, 'Фразы').waitFor();
    await expectSoon(() => groupNames(page)).toEqual(['Мои фильтры', 'Фразы']);
    await options(page, 'Мои фильтры').filter({ hasText: 'Метро зимой' }).click();
    await page.waitForURL(/posts\?word=7&view=1/);
    await waitForIsland(page);
    expect(backend.calls.some(({ path }) => path.startsWith('/vknf/owners'))).toBe(false);
  });
});
