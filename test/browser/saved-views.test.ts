// Proves: api#two-kinds-of-backend, feed#new-posts, saved-filters#saving
/** Saved filters of the feed, stored by the embedded backend or in local storage (docs/product/saved-filters.md). */
import type { Page } from 'playwright-core';
import * as messages from '../../shared/messages.ts';
import { commonShape } from '../support/backend-shapes.ts';
import { type PageOptions, startBrowser } from '../support/browser.ts';
import { adminAccount, type RunningConsole, startConsole, startConsoleInFrontOf } from '../support/console-process.ts';
import { expectSoon } from '../support/expect-soon.ts';
import { layoutShifts } from '../support/page-faults.ts';
import { type Feed, seedFeed } from '../support/seed-feed.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { keepSessions } from '../support/sessions.ts';
import type { Account } from '../support/sign-in.ts';
import { type StandIn, startStandIn } from '../support/stand-in-backend.ts';
import { serveStories } from '../support/stories-stand-in.ts';
import { waitForFilters, waitForFocus, waitForIsland, waitForLateParts } from '../support/wait-for-island.ts';

const path = '/ldvknf/posts';
const { openPage } = startBrowser();
const openSignedIn = keepSessions({ openPage });

const views = (page: Page) => page.getByRole('list', { name: 'Мои фильтры' });
const view = (page: Page, name: string) => views(page).getByRole('listitem').filter({ hasText: name });
const link = (page: Page, name: string) => view(page, name).getByRole('link');
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Сохранённый фильтр', exact: true });
const save = (page: Page) => dialog(page).getByRole('button', { name: 'Сохранить', exact: true }).click();
const opener = (page: Page) => page.getByRole('button', { name: 'Сохранить фильтр', exact: true });

/** The sidebar's filters, which get the focus when a view is deleted. */
const filters = (page: Page) => page.locator('#sidebar-filters');

/** Without filters only the key reaches it. */
async function openSaver(page: Page): Promise<void> {
  if (await opener(page).isVisible()) await opener(page).click();
  else await page.keyboard.press('s');
}

async function saveView(page: Page, name: string): Promise<void> {
  await openSaver(page);
  await dialog(page).getByLabel('Название *').fill(name);
  await save(page);
  await dialog(page).waitFor({ state: 'hidden' });
  await view(page, name).waitFor();
}

async function openActions(page: Page, name: string): Promise<void> {
  // The first input loads the code of the menus.
  await link(page, name).hover();
  await view(page, name)
    .getByRole('button', { name: `Действия с фильтром ${name}` })
    .click();
}

async function act(page: Page, name: string, action: 'Переименовать' | 'Удалить'): Promise<void> {
  await openActions(page, name);
  await view(page, name).getByRole('button', { name: action, exact: true }).click();
}

async function removeView(page: Page, name: string): Promise<void> {
  await act(page, name, 'Удалить');
  const question = page.getByRole('alertdialog');
  await question.getByText(name, { exact: true }).waitFor();
  await question.getByRole('button', { name: 'Удалить', exact: true }).click();
  await view(page, name).waitFor({ state: 'detached' });
}

/** The steps that are equal for both places of views. */
async function changeViews(page: Page): Promise<void> {
  await openSaver(page);
  await save(page);
  await dialog(page).getByText(messages.enterTitle).waitFor();
  await dialog(page).getByLabel('Название *').fill('Метро зимой');
  await save(page);
  await link(page, 'Метро зимой').waitFor();
  await page.getByRole('status').getByText('Фильтр сохранён').waitFor();
  await waitForFocus(opener(page));

  await openSaver(page);
  await dialog(page).getByLabel('Название *').fill('МЕТРО ЗИМОЙ');
  await save(page);
  await dialog(page).getByText(messages.viewExists).waitFor();
  await page.keyboard.press('Escape');

  await openActions(page, 'Метро зимой');
  const rename = view(page, 'Метро зимой').getByRole('button', { name: 'Переименовать', exact: true });
  const described = await rename.getAttribute('aria-describedby');
  await expectSoon(() => page.locator(`[id="${described}"]`).innerText()).toContain('Метро зимой');
  await rename.click();
  await expectSoon(() => dialog(page).getByLabel('Название *').inputValue()).toBe('Метро зимой');
  await dialog(page).getByLabel('Название *').fill('Метро');
  await save(page);
  await link(page, 'Метро').waitFor();
  await view(page, 'Метро зимой').waitFor({ state: 'detached' });
}

describe('with the embedded backend', () => {
  let running: RunningConsole;
  let feed: Feed;

  beforeAll(async () => {
    running = await startConsole();
    feed = await seedFeed(running.dataDir);
  });
  afterAll(() => running?.close());

  async function openFeed(account: Account, query = '', options: PageOptions = {}): Promise<Page> {
    const page = await openSignedIn(running.url, account, { viewport: { width: 1280, height: 800 }, ...options });
    await page.goto(`${running.url}${path}${query}`);
    await waitForIsland(page);
    return page;
  }

  test('a press on a filter counts while the island takes the place of the server’s filters', async () => {
    const page = await openFeed(feed.client);
    await filters(page).getByRole('link', { name: /^Моё/ }).hover();
    await page.mouse.down();
    await waitForLateParts(page);
    await page.mouse.up();
    await page.waitForURL((url) => url.searchParams.get('assignee') === 'me');
  });

  test('when the island fails, the sidebar has the filters of the server again', async () => {
    const page = await openFeed(feed.client, '', { allow: [/broken/] });
    const served = filters(page).locator('a[data-served]');
    await filters(page)
      .getByRole('link', { name: /^Моё/ })
      .evaluate((element) => element.toggleAttribute('data-served'));
    // With the first input the island takes their place.
    await waitForFilters(page);
    await expectSoon(() => served.count()).toBe(0);
    await page.evaluate(() => {
      Array.prototype.flatMap = () => {
        throw new Error('broken');
      };
    });
    await page.getByRole('link', { name: 'Источник', exact: true }).first().click();
    await page.getByRole('alert').filter({ hasText: messages.islandFailed }).waitFor();
    await served.waitFor();
  });

  test('a view is saved, renamed, given other filters, pinned and deleted', async () => {
    const page = await openFeed(feed.client, `?word=${feed.wordIds.метро}&from=2026-01-10&page=2`, {
      allow: [/status of (409|503)/],
    });
    const creation = '**/vknf/views/create';
    await page.route(creation, (route) => route.fulfill({ status: 503, json: { error: 'panic' } }));
    await openSaver(page);
    await dialog(page).getByLabel('Название *').fill('Метро');
    await save(page);
    await dialog(page).getByRole('alert').filter({ hasText: messages.saveView }).waitFor();
    await expectSoon(() => dialog(page).getByLabel('Название *').inputValue()).toBe('Метро');
    await dialog(page).getByText('Условия: Фраза: метро').waitFor();
    await page.keyboard.press('Escape');
    await page.unroute(creation);
    await changeViews(page);
    await page.goto(`${running.url}${path}`);
    await waitForIsland(page);
    await link(page, 'Метро').waitFor();
    await expectSoon(() => page.evaluate(() => Object.keys(localStorage).join())).not.toContain('saved_views');
    await link(page, 'Метро').click();
    await page.getByRole('group', { name: 'Показано / всего' }).filter({ hasText: '20 / 36' }).waitFor();
    const { searchParams } = new URL(page.url());
    expect([...searchParams.keys()].toSorted()).toEqual(['from', 'sort', 'view', 'word']);

    await saveView(page, 'Автобусы');
    await page.goto(`${running.url}${path}?word=${feed.wordIds.выборы}`);
    await waitForIsland(page);
    await openActions(page, 'Метро');
    await view(page, 'Метро').getByRole('button', { name: 'Обновить фильтр', exact: true }).click();
    const update = page.getByRole('alertdialog', { name: 'Заменить условия фильтра текущими?' });
    await update.getByText('Условия: Фраза: выборы').waitFor();
    await update.getByText('Зависят: лента Atom').waitFor();
    await update.getByRole('button', { name: 'Обновить', exact: true }).click();
    await page.getByRole('status').getByText('Фильтр обновлён').waitFor();
    await openActions(page, 'Метро');
    await view(page, 'Метро').getByRole('button', { name: 'Закрепить', exact: true }).click();
    await page.getByRole('status').getByText('Фильтр закреплён').waitFor();
    const names = () => views(page).getByRole('link').allInnerTexts();
    await expectSoon(async () => (await names()).map((name) => name.split(/\s/)[0])).toEqual(['Метро', 'Автобусы']);
    await link(page, 'Метро').click();
    await page.waitForURL((url) => url.searchParams.get('word') === String(feed.wordIds.выборы));
    const mayLoad = Promise.withResolvers<void>();
    await page.route('**/alerts/rules/view?*', (route) => mayLoad.promise.then(() => route.continue()), { times: 1 });
    await act(page, 'Автобусы', 'Удалить');
    const question = page.getByRole('alertdialog');
    await question.getByText(messages.loading).waitFor();
    const placeOfButton = () => question.getByRole('button', { name: 'Удалить', exact: true }).boundingBox();
    const place = await placeOfButton();
    mayLoad.resolve();
    await question.getByText('Зависят: лента Atom').waitFor();
    await expectSoon(placeOfButton).toEqual(place);
    await page.keyboard.press('Escape');
    for (const name of ['Метро', 'Автобусы']) await removeView(page, name);
    await waitForFocus(filters(page));
    await page.reload();
    await waitForIsland(page);
    expect(await views(page).count()).toBe(0);
  });

  test('an administrator shares a view with a client, who can only pin it', async () => {
    const page = await openFeed(adminAccount, '?text=новость');
    await page.keyboard.press('s');
    await dialog(page).getByLabel('Название *').fill('Общий');
    await dialog(page).getByLabel('Доступ').selectOption('Всему клиенту');
    await save(page);
    await dialog(page).getByText(messages.chooseClient).waitFor();
    await dialog(page).getByLabel('Клиент *').selectOption(feed.client.name);
    await save(page);
    await view(page, 'Общий').waitFor();
    const client = await openFeed(feed.client);
    await link(client, 'Общий').waitFor();
    await openActions(client, 'Общий');
    const actions = view(client, 'Общий').locator(':popover-open').getByRole('button');
    await expectSoon(() => actions.allInnerTexts()).toEqual(['Закрепить']);
    await client.keyboard.press('Escape');
    await openSaver(client);
    await dialog(client).waitFor();
    await expectSoon(() => dialog(client).getByLabel('Доступ').getByRole('option').allInnerTexts()).toEqual([
      'Только мне',
    ]);
    await page.route('**/alerts/rules/view?*', (route) => {
      const named = { Name: 'Станции', ClientID: { String: feed.client.name, Valid: true } };
      return route.fulfill({ json: { rules: [named], OfWork: [{ ...named, Name: 'Спам' }], Reports: [], Others: 2 } });
    });
    await act(page, 'Общий', 'Удалить');
    await page
      .getByRole('alertdialog')
      .getByText(
        `Зависят: правила оповещений «Станции» (${feed.client.name}), ещё 2 правила, ` +
          `правила разметки «Спам» (${feed.client.name}), лента Atom`,
      )
      .waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('alertdialog').waitFor({ state: 'hidden' });
    await removeView(page, 'Общий');
  });
});

describe('with an existing backend', () => {
  const admin: Account = { type: 'admin', name: 'root', password: 'password' };
  let backend: StandIn;
  let server: ServerProcess;

  beforeAll(async () => {
    backend = await startStandIn();
    server = await startConsoleInFrontOf(backend.url);
  });
  beforeEach(() => backend.answerIn(commonShape));
  afterAll(async () => {
    await server?.stop();
    await backend?.close();
  });

  const counts = () => backend.calls.filter((call) => call.path.startsWith('/vknf/posts/count'));
  /** Stores the text as the account's views before its feed is loaded. */
  async function openWithStored(stored: string, options: PageOptions = {}): Promise<Page> {
    const page = await openSignedIn(server.url, admin, options);
    await page.goto(`${server.url}/healthz`);
    await page.evaluate((text) => localStorage.setItem('saved_views:admin:1', text), stored);
    return page;
  }
  const listOf = (views: object[]) => JSON.stringify({ version: 1, views });
  const load = (page: Page) => page.goto(`${server.url}${path}`);

  test('views stay in the browser, belong to the account, and are in the sidebar of every page, without counts', async () => {
    const page = await openWithStored('{"version":9}', { viewport: { width: 1280, height: 800 } });
    await page.goto(`${server.url}${path}?word=7&from=2026-01-10&page=2&since=3`);
    await waitForIsland(page);
    expect(await views(page).count()).toBe(0);
    await changeViews(page);
    await load(page);
    await link(page, 'Метро').click();
    await page.waitForURL(/view=1/);
    const { searchParams } = new URL(page.url());
    expect([searchParams.get('word'), searchParams.get('from')]).toEqual(['7', '2026-01-10']);
    expect([...searchParams.keys()].toSorted()).toEqual(['from', 'sort', 'view', 'word']);
    await expectSoon(() => link(page, 'Метро').getAttribute('aria-current')).toBe('true');
    await expectSoon(() =>
      page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('saved_views'))),
    ).toEqual(['saved_views:admin:1']);
    await page.goto(`${server.url}/profile`);
    await link(page, 'Метро').click();
    await page.waitForURL(/posts\?word=7&.*view=1/);
    await waitForIsland(page);
    await removeView(page, 'Метро');
    await page.reload();
    await waitForIsland(page);
    expect(await views(page).count()).toBe(0);
    expect(counts()).toEqual([]);
  });

  test('with an existing backend the feed has no marks, mutes and menus', async () => {
    const page = await openWithStored(listOf([{ id: 1, name: 'Метро', query: '?word=7' }]));
    serveStories(backend);
    await load(page);
    await link(page, 'Метро').waitFor();
    expect(await layoutShifts(page)).toEqual([]);

    await waitForIsland(page);
    await page.getByText('Источник 1').first().waitFor();
    for (const name of ['Прочитать всё выше', 'Скрытые источники и авторы', 'Действия с постом'])
      expect(await page.getByRole('button', { name, exact: true }).count()).toBe(0);
    expect(await page.getByRole('link', { name: /Не прочитано/ }).count()).toBe(0);
  });
});
