// Proves: feed#new-posts, feed#rows, pages#messages
/** What readers do with the rows of the feed: copies, marks, keys and mutes (docs/product/feed.md). */
import type { Locator, Page } from 'playwright-core';
import { commonShape } from '../support/backend-shapes.ts';
import { startBrowser } from '../support/browser.ts';
import { startConsoleInFrontOf } from '../support/console-process.ts';
import { expectSoon } from '../support/expect-soon.ts';
import { openMoreFilters, setFilter } from '../support/more-filters.ts';
import { offerOwn } from '../support/own-backend.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { keepSessions } from '../support/sessions.ts';
import type { Account } from '../support/sign-in.ts';
import { type StandIn, startStandIn } from '../support/stand-in-backend.ts';
import { type Stories, serveStories } from '../support/stories-stand-in.ts';
import { waitForFocus, waitForIsland, waitForRows } from '../support/wait-for-island.ts';

const admin: Account = { type: 'admin', name: 'root', password: 'password' };
const path = '/ldvknf/posts';
const { openPage } = startBrowser();
const openSignedIn = keepSessions({ openPage });
let backend: StandIn;
let server: ServerProcess;
let stories: Stories;

beforeAll(async () => {
  backend = await startStandIn();
  server = await startConsoleInFrontOf(backend.url);
});
beforeEach(() => {
  backend.misbehave(null);
  backend.answerIn(commonShape);
  offerOwn(backend);
  stories = serveStories(backend);
});
afterAll(async () => {
  await server?.stop();
  await backend?.close();
});

type Options = Parameters<typeof openPage>[0];

async function openFeed(query = '', options: Options = {}): Promise<Page> {
  const page = await openSignedIn(server.url, admin, { viewport: { width: 1280, height: 800 }, ...options });
  await page.goto(`${server.url}${path}${query}`);
  await waitForIsland(page);
  return page;
}

const grid = (page: Page) => page.getByRole('grid', { name: 'Посты' });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
/** The row with exactly this text of the post. */
const row = (page: Page, text: string) =>
  grid(page)
    .getByRole('row')
    .filter({ has: button(page, text) });
const texts = (page: Page) => grid(page).locator('[data-post-url]').allInnerTexts();

/** Scrolls down, and again from the top, until the row is rendered. */
const scrollToPost = (page: Page, text: string) =>
  page.waitForFunction((wanted) => {
    if ([...document.querySelectorAll('[data-post-url]')].some(({ textContent }) => textContent === wanted))
      return true;
    if (document.querySelector('[role="row"]:empty')) return false;
    const atEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - 1;
    scrollTo(0, atEnd ? 0 : scrollY + 300);
    return false;
  }, text);

const mark = (page: Page, text: string) => row(page, text).getByRole('link', { name: /^Не прочитано: Источник/ });
const isUnread = (page: Page, text: string) => mark(page, text).waitFor();
const isRead = async (page: Page, text: string) => {
  await row(page, text).waitFor();
  await mark(page, text).waitFor({ state: 'detached' });
};
const menuOf = (page: Page, text: string) => row(page, text).getByRole('button', { name: 'Действия с постом' });
const item = (page: Page, name: string) =>
  page.getByRole('menu', { name: 'Действия с постом' }).getByRole('menuitem', { name, exact: true });
const choose = async (page: Page, text: string, name: string) => {
  await menuOf(page, text).click();
  await item(page, name).click();
};
const status = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });
const currentText = (page: Page) =>
  page.evaluate(() => document.querySelector('[data-current] [data-post-url]')?.textContent);
const waitForCurrent = (page: Page, text: string) =>
  page.waitForFunction(
    (wanted) =>
      document.activeElement?.closest('[data-current]')?.querySelector('[data-post-url]')?.textContent === wanted,
    text,
  );

describe('copies', () => {
  test('«Ещё N» shows the other rows of the story page by page, until «Свернуть повторы» or another sort', async () => {
    const page = await openFeed('', { allow: [/500/] });
    await row(page, 'Пост 3').getByRole('button', { name: 'Ещё 3' }).press('Enter');
    await row(page, 'Пост 3, повтор 3').waitFor();
    await expectSoon(async () => (await texts(page)).slice(1, 8)).toEqual([
      'Пост 2',
      'Пост 3',
      'Пост 3, повтор 1',
      'Пост 3, повтор 2',
      'Пост 3, повтор 3',
      'Пост 4',
      'Пост 5',
    ]);
    await page.waitForFunction(() => document.activeElement?.textContent === 'Свернуть повторы');
    await waitForCurrent(page, 'Пост 3');
    await page.keyboard.press('Enter');
    await row(page, 'Пост 3, повтор 1').waitFor({ state: 'detached' });
    await waitForFocus(button(page, 'Ещё 3'));
    await expectSoon(async () => (await texts(page)).slice(2, 4)).toEqual(['Пост 3', 'Пост 4']);

    await row(page, 'Пост 5').getByRole('button', { name: 'Ещё 44' }).click();
    await scrollToPost(page, 'Пост 5, повтор 19');
    await row(page, 'Пост 5, повтор 19').getByRole('button', { name: 'Ещё 25' }).click();
    await scrollToPost(page, 'Пост 5, повтор 39');
    await row(page, 'Пост 5, повтор 39').getByRole('button', { name: 'Ещё 5' }).click();
    await scrollToPost(page, 'Пост 5, повтор 44');
    expect(await row(page, 'Пост 5, повтор 44').getByRole('button', { name: /Ещё/ }).count()).toBe(0);

    await page.evaluate(() => scrollTo(0, 0));
    await button(page, 'Ещё 3').click();
    await row(page, 'Пост 3, повтор 3').waitFor();
    await grid(page).getByRole('link', { name: 'Дата поста' }).click();
    await row(page, 'Пост 50').waitFor();
    await row(page, 'Пост 3, повтор 3').waitFor({ state: 'detached' });
    await grid(page).getByRole('link', { name: 'Дата поста' }).click();
    await button(page, 'Ещё 3').waitFor();

    backend.misbehave('status 500', '/vknf/posts/details');
    await button(page, 'Ещё 3').click();
    await page.getByRole('alert').filter({ hasText: 'Ошибка загрузки постов' }).waitFor();
    backend.misbehave(null);
    await button(page, 'Ещё 3').click();
    await row(page, 'Пост 3, повтор 3').waitFor();
  });
});

describe('marks', () => {
  test('the row menu follows the keys and marks all rows of a story; a failed mark is taken back', async () => {
    const page = await openFeed('', { allow: [/500/] });
    await menuOf(page, 'Пост 2').focus();
    await page.keyboard.press('Enter');
    await waitForFocus(item(page, 'Отметить прочитанным'));
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowDown');
    await waitForFocus(item(page, 'Отметить прочитанным'));
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await waitForFocus(menuOf(page, 'Пост 2'));
    await menuOf(page, 'Пост 2').click();
    await item(page, 'Отметить прочитанным').waitFor();
    await menuOf(page, 'Пост 2').click();
    await page.getByRole('menu').waitFor({ state: 'detached' });

    await button(page, 'Ещё 3').click();
    await menuOf(page, 'Пост 3, повтор 1').click();
    const marked = page.waitForResponse('**/vknf/posts/marks');
    await item(page, 'Отметить прочитанным').click();
    for (const text of ['Пост 3', 'Пост 3, повтор 1', 'Пост 3, повтор 3']) await isRead(page, text);
    await isUnread(page, 'Пост 4');
    await marked;
    expect([...stories.read]).toEqual([3]);
    await choose(page, 'Пост 3', 'Отметить непрочитанным');
    await isUnread(page, 'Пост 3, повтор 1');
    await expectSoon(() => stories.read.size).toBe(0);

    const opened = page.waitForResponse('**/vknf/posts/marks');
    await button(page, 'Пост 4').click();
    await isRead(page, 'Пост 4');
    await page.getByRole('dialog', { name: 'Текст поста' }).waitFor();
    await opened;
    expect([...stories.read]).toEqual([4]);
    await page.keyboard.press('Escape');

    const held = backend.hold('POST /vknf/posts/marks');
    await choose(page, 'Пост 1', 'Отметить прочитанным');
    await isRead(page, 'Пост 1');
    // The row shows the mark before the backend has received it.
    await held.received;
    held.release();
    backend.on('POST /vknf/posts/marks', () => ({ status: 500 }));
    await choose(page, 'Пост 2', 'Отметить прочитанным');
    await page.getByRole('alert').filter({ hasText: 'Не удалось отметить посты' }).waitFor();
    await isUnread(page, 'Пост 2');
    await isRead(page, 'Пост 1');
  });

  test('«Прочитать всё выше» reads to the last row in view or the current one, and «Отменить» restores these', async () => {
    stories.read.add(2);
    const page = await openFeed();
    const last = await grid(page)
      .locator('[aria-rowindex]')
      .evaluateAll((rows) => rows.filter((element) => element.getBoundingClientRect().bottom <= innerHeight).length);
    await button(page, 'Прочитать всё выше').click();
    await status(page, `Прочитано: ${last - 1}`).waitFor();
    await isRead(page, `Пост ${last}`);
    await isUnread(page, `Пост ${last + 1}`);
    await status(page, 'Прочитано').getByRole('button', { name: 'Отменить' }).click();
    await isUnread(page, `Пост ${last}`);
    await isRead(page, 'Пост 2');

    await button(page, 'Ещё 3').click();
    await row(page, 'Пост 3, повтор 2').waitFor();
    await menuOf(page, 'Пост 4').focus();
    await button(page, 'Прочитать всё выше').click();
    await status(page, 'Прочитано: 3').waitFor();
    for (const text of ['Пост 1', 'Пост 2', 'Пост 3', 'Пост 3, повтор 3', 'Пост 4']) await isRead(page, text);
    await isUnread(page, 'Пост 5');
    await expectSoon(() => currentText(page)).toBe('Пост 4');
    await status(page, 'Прочитано: 3').getByRole('button', { name: 'Отменить' }).click();
    await waitForCurrent(page, 'Пост 4');
    await page.evaluate(() => scrollTo(0, 0));
    for (const text of ['Пост 1', 'Пост 3', 'Пост 3, повтор 3', 'Пост 4']) await isUnread(page, text);
    await isRead(page, 'Пост 2');
  });

  test('with «Только непрочитанные» read rows stay until the list loads again, and paging skips none', async () => {
    const page = await openFeed('?unread=1');
    await menuOf(page, 'Пост 4').focus();
    await button(page, 'Прочитать всё выше').click();
    await status(page, 'Прочитано: 4').waitFor();
    await isRead(page, 'Пост 4');
    await scrollToPost(page, 'Пост 21');
    await scrollToPost(page, 'Пост 24');
    await page.getByRole('group', { name: 'Показано / всего' }).filter({ hasText: '/ 50' }).waitFor();
    await choose(page, 'Пост 7', 'Скрыть источник');
    await page.getByRole('dialog').getByRole('button', { name: 'Скрыть', exact: true }).click();
    await row(page, 'Пост 7').waitFor({ state: 'detached' });
    await page.getByRole('group', { name: 'Показано / всего' }).filter({ hasText: '/ 37' }).waitFor();
    stories.mutes.push({ MuteID: 2, Kind: 'owner', TargetID: -101 });
    await scrollToPost(page, 'Пост 50');
    const shown = new Set(await texts(page));
    const numbers = Array.from({ length: 46 }, (_, index) => index + 5).filter(
      (number) => ![1, 2].includes(number % 5),
    );
    expect(numbers.filter((number) => !shown.has(`Пост ${number}`))).toEqual([]);
    expect(shown.has('Пост 4')).toBe(false);
  });
});

test('the menu of a row follows it when rows above it go, and stays in its place when the row goes itself', async () => {
  const page = await openFeed();
  const menu = page.getByRole('menu', { name: 'Действия с постом' });
  const topOf = async (element: Locator) => (await element.boundingBox())?.y ?? 0;
  // As the end of a batch or a message does. A click of the mouse would close the menu.
  const reload = () => button(page, 'Обновить').evaluate((element: HTMLElement) => element.click());
  await menuOf(page, 'Пост 7').click();
  await menu.waitFor();
  // There is room for the menu above and below the row.
  await page.setViewportSize({ width: 1280, height: 2000 });
  const distance = async () => (await topOf(menu)) - (await topOf(row(page, 'Пост 7')));
  const before = await distance();
  stories.mutes.push({ MuteID: 1, Kind: 'owner', TargetID: -101 });
  await reload();
  await row(page, 'Пост 6').waitFor({ state: 'detached' });
  await expectSoon(async () => Math.abs((await distance()) - before)).toBeLessThan(2);
  const place = await topOf(menu);
  stories.mutes.push({ MuteID: 2, Kind: 'owner', TargetID: -102 });
  await reload();
  await row(page, 'Пост 7').waitFor({ state: 'detached' });
  await expectSoon(async () => Math.abs((await topOf(menu)) - place)).toBeLessThan(2);
  await waitForFocus(item(page, 'Отметить прочитанным'));
});

describe('the current row', () => {
  /** The part of the window's height above the row. */
  const heightOf = (page: Page) =>
    page
      .locator('[data-current]')
      .evaluate((element) => Math.round((element.getBoundingClientRect().top / innerHeight) * 100));
  const place = (page: Page, text: string) => page.getByText(text, { exact: true });

  test('stays at 30 % of the height, with its position, while j, k and e read; a press of the pointer ends that', async () => {
    const page = await openFeed('', { reducedMotion: 'reduce' });
    for (let pressed = 0; pressed < 9; pressed += 1) await page.keyboard.press('j');
    await waitForCurrent(page, 'Пост 9');
    await expectSoon(() => heightOf(page)).toBe(30);
    await place(page, '9 из 50').waitFor();
    await page.keyboard.press('e');
    await waitForCurrent(page, 'Пост 10');
    await isRead(page, 'Пост 9');
    await expectSoon(() => heightOf(page)).toBe(30);
    await page.keyboard.press('k');
    await waitForCurrent(page, 'Пост 9');
    await expectSoon(() => heightOf(page)).toBe(30);
    await row(page, 'Пост 9').getByRole('gridcell').last().click();
    await place(page, '9 из 50').waitFor({ state: 'detached' });
  });

  test('the space key reads on from the page and from cells, and presses the control that has the focus', async () => {
    const page = await openFeed('', { reducedMotion: 'reduce' });
    await page.keyboard.press('Space');
    await waitForCurrent(page, 'Пост 1');
    expect(stories.read.size).toBe(0);
    for (const next of ['Пост 2', 'Пост 3']) {
      await page.keyboard.press('Space');
      await waitForCurrent(page, next);
    }
    await expectSoon(() => [...stories.read]).toEqual([1, 2]);
    await page.keyboard.press('j');
    await waitForFocus(button(page, 'Пост 4'));
    await page.keyboard.press('Space');
    await page.getByRole('dialog', { name: 'Текст поста' }).waitFor();
    await page.keyboard.press('Escape');
    await page.evaluate(() => localStorage.setItem('shortcuts', 'off'));
    await row(page, 'Пост 4').getByRole('gridcell').first().focus();
    const before = await page.evaluate(() => scrollY);
    await page.keyboard.press('Space');
    await expectSoon(() => page.evaluate(() => scrollY)).toBeGreaterThan(before);
    await page.evaluate(() => localStorage.removeItem('shortcuts'));
  });

  test('stays when the list is loaded again with new posts above it', async () => {
    const page = await openFeed('?sort=post_dt');
    await button(page, 'Пост 48').focus();
    stories.mutes.push({ MuteID: 1, Kind: 'owner', TargetID: -100, Name: 'Источник 0', Hidden: 10 });
    await button(page, 'Скрытые источники и авторы').press('Enter');
    const reloaded = page.waitForResponse(/\/posts\/details/);
    await page.getByRole('dialog').getByRole('button', { name: 'Вернуть' }).click();
    await reloaded;
    await waitForRows(page);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('j');
    await waitForCurrent(page, 'Пост 47');
  });

  test('stays when rows are added above it and outside the window, and ends when a filter hides it', async () => {
    const page = await openFeed();
    const held = backend.hold('GET /vknf/posts/details');
    await button(page, 'Ещё 3').click();
    await held.received;
    await button(page, 'Пост 5').focus();
    held.release();
    await row(page, 'Пост 3, повтор 3').waitFor();
    await waitForCurrent(page, 'Пост 5');
    await page.keyboard.press('k');
    await waitForCurrent(page, 'Пост 4');
    await button(page, 'Прочитать всё выше').focus();
    await page.keyboard.press('j');
    await waitForCurrent(page, 'Пост 5');

    await button(page, 'Пост 2').focus();
    await scrollToPost(page, 'Пост 40');
    await page.keyboard.press('j');
    await waitForCurrent(page, 'Пост 3');

    await button(page, 'Пост 3').focus();
    await (await openMoreFilters(page)).getByRole('checkbox', { name: 'Только непрочитанные' }).focus();
    stories.read.add(3);
    await page.keyboard.press('Space');
    await row(page, 'Пост 3').waitFor({ state: 'detached' });
    await expectSoon(() => currentText(page)).toBeUndefined();
    await page.keyboard.press('j');
    await waitForCurrent(page, 'Пост 1');
  });
});

describe('mutes', () => {
  const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });

  async function openMute(page: Page, post: string, name: string): Promise<Locator> {
    await menuOf(page, post).click();
    await item(page, name).click();
    return dialog(page, name);
  }

  test('messages with «Отменить» stay beside each other, nothing is below them at the end of the page, and z undoes the newest', async () => {
    const page = await openFeed();
    await page.getByRole('button', { name: 'Прочитать всё выше' }).click();
    await status(page, 'Прочитано').waitFor();
    const asking = await openMute(page, 'Пост 2', 'Скрыть источник');
    await asking.getByRole('button', { name: 'Скрыть', exact: true }).click();
    await row(page, 'Пост 2').waitFor({ state: 'detached' });
    await expectSoon(() => page.locator('#messages').getByRole('button', { name: 'Отменить' }).count()).toBe(2);
    const covered = () =>
      page.evaluate(() => {
        scrollTo(0, document.body.scrollHeight);
        const bottom = document.querySelector('main')?.getBoundingClientRect().bottom ?? 0;
        return bottom - (document.getElementById('messages')?.getBoundingClientRect().top ?? 0);
      });
    await expectSoon(covered).toBeLessThanOrEqual(1);
    await page.keyboard.press('z');
    await row(page, 'Пост 2').waitFor();
    await expectSoon(() => stories.mutes).toEqual([]);
    await status(page, 'Прочитано').getByRole('button', { name: 'Отменить' }).waitFor();
  });

  test('«Скрыть источник» asks, hides its rows when the list is loaded again, and can be undone', async () => {
    const page = await openFeed();
    const asking = await openMute(page, 'Пост 2', 'Скрыть источник');
    await asking.getByText('Источник 2', { exact: true }).waitFor();
    await asking.getByText('Скроет постов за 30 дней: 10', { exact: true }).waitFor();
    await asking.getByRole('button', { name: 'Скрыть', exact: true }).click();
    await row(page, 'Пост 2').waitFor({ state: 'detached' });
    await expectSoon(async () => (await texts(page)).slice(0, 3)).toEqual(['Пост 1', 'Пост 3', 'Пост 4']);
    await waitForCurrent(page, 'Пост 3');
    await status(page, 'Скрыто: Источник 2').getByRole('button', { name: 'Отменить' }).click();
    await row(page, 'Пост 2').waitFor();
    expect(stories.mutes).toEqual([]);
    // The list of the first page is not shown from memory after a change under another filter.
    await setFilter(page, 'Только непрочитанные', true);
    await page.waitForURL(/unread=1/);
    await (await openMute(page, 'Пост 3', 'Скрыть источник'))
      .getByRole('button', { name: 'Скрыть', exact: true })
      .click();
    await row(page, 'Пост 3').waitFor({ state: 'detached' });
    await setFilter(page, 'Только непрочитанные', false);
    await expectSoon(async () => (await texts(page)).slice(0, 3)).toEqual(['Пост 1', 'Пост 2', 'Пост 4']);
  });

  test('«Скрытые источники и авторы» shows them again; an administrator chooses the client to hide for', async () => {
    const CreatedAt = '2026-06-01T09:00:00Z';
    stories.mutes.push(
      { MuteID: 1, Kind: 'owner', TargetID: -102, Name: 'Источник 2', CreatedAt, Hidden: 1200 },
      { MuteID: 2, Kind: 'user', TargetID: 77, ClientID: 'client-7', CreatedAt, Hidden: 0 },
    );
    const page = await openFeed('', { allow: [/409/] });
    await expectSoon(async () => (await texts(page)).slice(0, 2)).toEqual(['Пост 1', 'Пост 3']);
    await button(page, 'Скрытые источники и авторы').click();
    const items = dialog(page, 'Скрытые источники и авторы').getByRole('listitem');
    await items.first().waitFor();
    await expectSoon(() => items.locator('p').allInnerTexts()).toEqual([
      'Источник · Для меня · 01.06.2026 · Постов за 30 дней: 1\u00a0200',
      'Автор · Для клиента client-7 · 01.06.2026 · Постов за 30 дней: 0',
    ]);
    await items.first().getByRole('button', { name: 'Вернуть' }).click();
    await items.filter({ hasText: 'Источник 2' }).waitFor({ state: 'detached' });
    await row(page, 'Пост 2').waitFor({ state: 'attached' });
    await page.keyboard.press('Escape');
    await waitForFocus(button(page, 'Скрытые источники и авторы'));

    const asking = await openMute(page, 'Пост 1', 'Скрыть автора');
    await asking.getByText('ID пользователя 500', { exact: true }).waitFor();
    await asking.getByRole('button', { name: 'Отмена' }).click();
    await asking.waitFor({ state: 'detached' });
    await waitForFocus(menuOf(page, 'Пост 1'));
    expect(stories.mutes).toHaveLength(1);

    const source = await openMute(page, 'Пост 1', 'Скрыть источник');
    await expectSoon(() => source.getByRole('radio', { name: 'Для меня' }).isChecked()).toBe(true);
    await source.getByRole('radio', { name: 'Для клиента' }).check();
    await source.getByRole('button', { name: 'Скрыть', exact: true }).click();
    await source.getByText('Выберите клиента').waitFor();
    await source.getByRole('combobox', { name: 'Клиент *' }).selectOption({ index: 1 });
    await source.getByText('Скроет постов за 30 дней: 10', { exact: true }).waitFor();
    await source.getByRole('button', { name: 'Скрыть', exact: true }).click();
    await source.waitFor({ state: 'detached' });
    expect(stories.mutes.slice(1)).toMatchObject([{ Kind: 'owner', TargetID: -101, ClientID: expect.any(String) }]);

    backend.on('POST /vknf/mutes/create', () => ({ status: 409, body: { message: 'Слишком много' } }));
    await choose(page, 'Пост 2', 'Скрыть источник');
    await dialog(page, 'Скрыть источник').getByRole('button', { name: 'Скрыть', exact: true }).click();
    await dialog(page, 'Скрыть источник').getByRole('alert').filter({ hasText: 'Слишком много' }).waitFor();
  });
});

describe('keys', () => {
  test('all that are pressed before their code has loaded are answered, and none while the reader types', async () => {
    const page = await openFeed();
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/assets/shortcuts-*', async (route) => {
      await held;
      await route.continue();
    });
    for (const key of ['j', 'e', 'e', 'e']) await page.keyboard.press(key);
    release();
    await waitForCurrent(page, 'Пост 4');
    for (const text of ['Пост 1', 'Пост 2', 'Пост 3']) await isRead(page, text);

    await page.keyboard.press('Enter');
    await isRead(page, 'Пост 4');
    const popup = page.getByRole('dialog', { name: 'Текст поста' });
    await popup.getByText('Пост 4', { exact: true }).waitFor();
    await page.keyboard.press('j');
    await popup.getByText('Пост 5', { exact: true }).waitFor();
    await isRead(page, 'Пост 5');
    await page.keyboard.press('Escape');
    await popup.waitFor({ state: 'detached' });
    await waitForCurrent(page, 'Пост 5');
    await page.keyboard.press('j');
    await waitForCurrent(page, 'Пост 6');
    await page.keyboard.press('e');
    await waitForCurrent(page, 'Пост 7');
    expect(await status(page, 'Прочитано').count()).toBe(0);

    await page.keyboard.press('k');
    await waitForCurrent(page, 'Пост 6');
    await page.keyboard.press('m');
    await item(page, 'Отметить непрочитанным').press('Enter');
    await isUnread(page, 'Пост 6');
    await page.keyboard.press('Shift+E');
    await status(page, 'Прочитано: 1').getByRole('button', { name: 'Отменить' }).press('Enter');
    await isUnread(page, 'Пост 6');
    await waitForCurrent(page, 'Пост 6');

    const marks: string[] = [];
    page.on('request', (request) => request.url().includes('/posts/marks') && marks.push(request.url()));
    await page.keyboard.press('/');
    await waitForFocus(page.getByRole('searchbox'));
    await page.keyboard.type('e');
    await expectSoon(() => page.getByRole('searchbox').inputValue()).toBe('e');
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    await row(page, 'Пост 1').waitFor();
    await button(page, 'Прочитать всё выше').focus();
    await waitForFocus(button(page, 'Прочитать всё выше'));
    await page.keyboard.press('?');
    await page.getByText('Отметить прочитанным и перейти дальше').waitFor();
    expect(marks).toEqual([]);
  });
});

describe('tabs', () => {
  test('a mark shows in the other tabs of the browser, also with «Только непрочитанные»', async () => {
    const page = await openFeed('?unread=1');
    const setUnread = (only: boolean) => setFilter(page, 'Только непрочитанные', only);
    const shown = async () => (await texts(page)).slice(0, 2);
    await choose(page, 'Пост 1', 'Отметить прочитанным');
    await isRead(page, 'Пост 1');
    await setUnread(false);
    await choose(page, 'Пост 2', 'Отметить прочитанным');
    await isRead(page, 'Пост 2');
    await expectSoon(() => stories.read.size).toBe(2);
    await setUnread(true);
    await expectSoon(shown).toEqual(['Пост 3', 'Пост 4']);
    await setUnread(false);
    await expectSoon(shown).toEqual(['Пост 1', 'Пост 2']);
    const other = await openPage({ context: page.context() });
    await other.goto(`${server.url}${path}`);
    await waitForIsland(other);
    await choose(other, 'Пост 3', 'Отметить прочитанным');
    await isRead(page, 'Пост 3');
    await expectSoon(() => stories.read.size).toBe(3);
    await choose(page, 'Пост 1', 'Отметить непрочитанным');
    await isUnread(other, 'Пост 1');
    await expectSoon(() => stories.read.size).toBe(2);
    await setUnread(true);
    await expectSoon(shown).toEqual(['Пост 1', 'Пост 4']);
  });
});
