// Proves: README#routes, pages#connection, pages#layout, pages#without-javascript, sign-in#sessions, sign-in#sign-in
import type { Page, Route } from 'playwright-core';
import * as messages from '../../shared/messages.ts';
import { intranetHost, startBrowser } from '../support/browser.ts';
import { expectSoon } from '../support/expect-soon.ts';
import { keepSessions } from '../support/sessions.ts';
import { type Account, sendSignIn } from '../support/sign-in.ts';
import { startStandInConsole } from '../support/stand-in-console.ts';
import { waitForFocus, waitForIdentity, waitForIsland, waitForShell } from '../support/wait-for-island.ts';

const admin: Account = { type: 'admin', name: 'root', password: 'password' };
const client: Account = { type: 'client', name: 'client-1', password: 'password' };

const { openPage } = startBrowser();
const openSignedIn = keepSessions({ openPage });

const { backend, server } = startStandInConsole();
const clients = [
  { client_id: 'client-1', name: 'Первый' },
  { client_id: 'client-2', name: '' },
];
beforeAll(() => backend.on('GET /server/clients', () => ({ body: clients })));

/** The origin of a console at a name that is not a secure context. */
const originOf = ({ port }: { port: number }) => `http://${intranetHost}:${port}`;

async function openAs(
  account: Account,
  path = '/profile',
  options: Parameters<typeof openPage>[0] = {},
): Promise<Page> {
  const page = await openSignedIn(originOf(server), account, { ownSession: true, ...options });
  await page.goto(originOf(server) + path);
  await waitForIdentity(page);
  return page;
}

/** For tests that leave the session as it is. */
async function openKept(
  account: Account,
  path = '/profile',
  options: Parameters<typeof openPage>[0] = {},
): Promise<Page> {
  const page = await openSignedIn(originOf(server), account, options);
  await page.goto(originOf(server) + path);
  await waitForIdentity(page);
  return page;
}

/** Returns the page as the server renders it for this browser, before any script. */
const htmlOf = (page: Page, path: string) => page.evaluate(async (url) => (await fetch(url)).text(), path);
const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key);
/** The shell's own button; rows of clients have one with the same name. */
const actAs = (page: Page) =>
  page.getByRole('region', { name: 'Пользователь' }).getByRole('button', { name: 'Войти как клиент', exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

describe('the sidebar', () => {
  test('stays collapsed, follows local storage, and gets the focus back from a dialog of its menu', async () => {
    const page = await openKept(admin);
    await expectSoon(() => button(page, 'Свернуть меню').getAttribute('aria-expanded')).toBe('true');
    await button(page, 'Свернуть меню').click();
    await expectSoon(() => button(page, 'Развернуть меню').getAttribute('aria-expanded')).toBe('false');
    await expectSoon(() => stored(page, 'sidebar_collapsed')).toBe('true');
    const html = await htmlOf(page, '/ldvkwi/words');
    expect(html).toContain('data-sidebar="collapsed"');
    expect(html).toContain('aria-expanded="false"');

    await page.context().clearCookies({ name: 'console_preferences' });
    await page.reload();
    await button(page, 'Развернуть меню').waitFor();
    await page.waitForFunction(() => document.cookie.includes('sidebar=collapsed'));

    await page.setViewportSize({ width: 390, height: 800 });
    await button(page, 'Меню').click();
    await actAs(page).click();
    await page.getByRole('dialog', { name: 'Вход от имени клиента' }).waitFor();
    await page.keyboard.press('Escape');
    await actAs(page).waitFor();
    await waitForFocus(actAs(page));
  });

  test('is a menu that opens without JavaScript on a narrow screen', async () => {
    const viewport = { width: 390, height: 800 };
    const page = await openSignedIn(originOf(server), admin, { viewport, javaScriptEnabled: false });
    await page.goto(`${originOf(server)}/profile`);
    const menu = page.getByRole('navigation', { name: 'Главное меню' });
    await menu.waitFor({ state: 'hidden' });
    await button(page, 'Меню').click();
    await menu.getByRole('link', { name: 'Хранитель' }).click();
    await page.getByRole('heading', { level: 1, name: 'Хранитель' }).waitFor();
    await page.getByText('Функционал в разработке').waitFor();
  });
});

describe('the code of a dialog', () => {
  const code = /\/assets\/password-dialog-/;
  const opener = (page: Page) => button(page, 'Изменить пароль');
  const dialog = (page: Page) => page.getByRole('dialog', { name: 'Изменение пароля' });

  test('waits for a lost connection and loads once, and the last press opens its dialog', async () => {
    const page = await openKept(client, '/profile', { allow: [/ERR_INTERNET_DISCONNECTED/] });
    await page.context().setOffline(true);
    const lost = page.getByRole('alert').filter({ hasText: messages.connectionLost });
    await lost.waitFor();
    await opener(page).click();
    await expectSoon(() => opener(page).getAttribute('aria-busy')).toBe('true');
    await page.context().setOffline(false);
    await dialog(page).waitFor();
    await page.getByRole('status').filter({ hasText: messages.connectionRestored }).waitFor();
    await lost.waitFor({ state: 'hidden' });
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });

    await page.reload();
    await waitForIdentity(page);
    const requested = Promise.withResolvers<Route>();
    await page.route(code, requested.resolve);
    await opener(page).click();
    await opener(page).click();
    await expectSoon(() => opener(page).getAttribute('aria-busy')).toBe('true');
    await (await requested.promise).continue();
    await dialog(page).waitFor();
    await expectSoon(() => dialog(page).count()).toBe(1);
    await expectSoon(() => opener(page).getAttribute('aria-busy')).toBeNull();
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    await waitForFocus(opener(page));
  });

  test('that fails reloads the page once and presses the button again, then is reported with «Повторить»', async () => {
    const page = await openKept(client, '/profile', { allow: [/status of 404/] });
    let requests = 0;
    await page.route(code, (route) => {
      requests += 1;
      return route.fulfill({ status: 404 });
    });
    const failed = page.getByRole('alert').filter({ hasText: messages.partFailed });
    const reloaded = page.waitForEvent('load');
    await opener(page).click();
    await reloaded;
    await failed.waitFor();
    await expectSoon(() => opener(page).getAttribute('aria-busy')).toBeNull();
    expect(requests).toBeGreaterThanOrEqual(2);
    await page.unroute(code);
    await failed.getByRole('button', { name: messages.repeat }).click();
    await dialog(page).waitFor();
  });

  test('that a new version has removed reloads the page when the server answers; what is entered stays', async () => {
    const page = await openKept(admin, '/ldserver/clients', { allow: [/status of 404|ERR_CONNECTION_REFUSED/] });
    await waitForIsland(page);
    const removed = /\/assets\/client-dialogs-/;
    await page.route(removed, (route) => route.fulfill({ status: 404 }));
    await page.route('**/ldserver/clients', (route) =>
      route.request().isNavigationRequest() ? route.continue() : route.fulfill({ body: 'other scripts' }),
    );
    // The server is away for a moment after it has answered with the new page.
    await page.route('**/healthz', (route) => route.abort('connectionrefused'), { times: 1 });
    const name = page.getByRole('form', { name: 'Новый клиент' }).getByLabel('Имя *');
    await name.fill('Третий');
    const row = page.getByRole('row').filter({ hasText: 'Первый' });
    const reloaded = page.waitForEvent('load');
    await row.getByRole('button', { name: 'Пароль' }).click();
    await page.getByRole('alert').filter({ hasText: messages.newVersion }).waitFor();
    await page.unroute(removed);
    await page.getByRole('alert').filter({ hasText: messages.connectionLost }).waitFor();
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await reloaded;
    await page.getByRole('dialog', { name: 'Пароль' }).waitFor();
    await expectSoon(() => name.inputValue()).toBe('Третий');
  });
});

describe('the theme', () => {
  const background = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

  test('follows the system until one is chosen, which persists and applies to other tabs', async () => {
    const page = await openKept(client, '/profile', { colorScheme: 'dark' });
    const dark = await background(page);
    const other = await openPage({ context: page.context() });
    await other.goto(`${originOf(server)}/profile`);
    await waitForShell(other);
    await button(page, 'Тема').click();
    await page.getByRole('radio', { name: 'Светлая' }).check();
    await expectSoon(() => background(page)).not.toBe(dark);
    const light = await background(page);
    await expectSoon(() => stored(page, 'theme')).toBe('light');
    await other.waitForFunction((color) => getComputedStyle(document.body).backgroundColor === color, light);
    await expectSoon(() => htmlOf(page, '/profile')).toContain('data-theme="light"');
  });
});

describe('the menu', () => {
  const links = (page: Page) =>
    page.getByRole('navigation', { name: 'Главное меню' }).getByRole('link').allInnerTexts();

  test('has the pages of a client, and can be skipped by the skip link, the first stop of the keyboard', async () => {
    const page = await openKept(client);
    await expectSoon(() => links(page)).toEqual(['Ключевые значения', 'Новостная лента', 'Пул аккаунтов', 'Хранитель']);
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Перейти к содержимому' });
    await waitForFocus(skip);
    await page.keyboard.press('Enter');
    await waitForFocus(page.getByRole('main'));
  });
});

describe('local storage', () => {
  test('mirrors the identity, and all tabs are signed in and out together', async () => {
    const page = await openAs(admin);
    await page.evaluate(() => localStorage.setItem('impersonation_state', '{"isImpersonating":true}'));
    const other = await openPage({ context: page.context() });
    await other.goto(`${originOf(server)}/ldvkwi/words`);
    await waitForShell(other);
    await page.waitForFunction(() => localStorage.getItem('impersonation_state') === null);
    await expectSoon(async () => JSON.parse((await stored(page, 'auth_user')) ?? '')).toEqual({
      id: '1',
      type: 'admin',
      username: 'root',
    });
    await page.getByRole('main').getByRole('button', { name: 'Выйти' }).click();
    for (const tab of [page, other]) {
      await tab.getByRole('heading', { name: 'Вход в систему' }).waitFor();
      await waitForShell(tab);
      await expectSoon(() => stored(tab, 'auth_user')).toBeNull();
    }
    await sendSignIn(page, admin);
    await other.getByRole('heading', { name: 'Ключевые значения' }).waitFor();
  });
});

describe('the sign-in page', () => {
  test('shows only the name field of the chosen type, and signs in and out, without JavaScript', async () => {
    const page = await openPage({ javaScriptEnabled: false });
    await page.goto(`${originOf(server)}/login?next=/profile`);
    const fields = () => page.getByRole('textbox').evaluateAll((found) => found.map((field) => field.id));
    await expectSoon(fields).toEqual(['username', 'password']);
    await page.getByRole('radiogroup', { name: 'Тип пользователя' }).getByRole('radio', { name: 'Клиент' }).check();
    await expectSoon(fields).toEqual(['client_id', 'password']);
    await sendSignIn(page, client);
    await page.getByText('ID клиента').waitFor();
    expect(await button(page, 'Изменить пароль').count()).toBe(0);
    await page.getByRole('main').getByRole('button', { name: 'Выйти' }).click();
    await page.getByRole('heading', { name: 'Вход в систему' }).waitFor();
  });
});
