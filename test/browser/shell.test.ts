import type { Page, Route } from 'playwright-core';
import { intranetHost, startBrowser } from '../support/browser.ts';
import { expectSoon } from '../support/expect-soon.ts';
import { keepSessions } from '../support/sessions.ts';
import { type Account, sendSignIn, signIn } from '../support/sign-in.ts';
import { startStandInConsole } from '../support/stand-in-console.ts';
import { waitForFocus, waitForIdentity, waitForShell } from '../support/wait-for-island.ts';

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
  test('stays collapsed in the server’s HTML and for assistive technology', async () => {
    const page = await openKept(admin);
    await expectSoon(() => button(page, 'Свернуть меню').getAttribute('aria-expanded')).toBe('true');
    await button(page, 'Свернуть меню').click();
    await expectSoon(() => button(page, 'Развернуть меню').getAttribute('aria-expanded')).toBe('false');
    await expectSoon(() => stored(page, 'sidebar_collapsed')).toBe('true');
    const html = await htmlOf(page, '/ldvkwi/words');
    expect(html).toContain('data-sidebar="collapsed"');
    expect(html).toContain('aria-expanded="false"');
  });

  test('follows local storage when the cookie differs, and corrects the cookie', async () => {
    const page = await openKept(client);
    await button(page, 'Свернуть меню').click();
    await page.context().clearCookies({ name: 'console_preferences' });
    await page.reload();
    await button(page, 'Развернуть меню').waitFor();
    await page.waitForFunction(() => document.cookie.includes('sidebar=collapsed'));
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

describe('a dialog opened from the menu of a narrow screen', () => {
  test('returns the focus to its button when it closes', async () => {
    const page = await openKept(admin, '/profile', { viewport: { width: 390, height: 800 } });
    await button(page, 'Меню').click();
    await actAs(page).click();
    await page.getByRole('dialog', { name: 'Вход от имени клиента' }).waitFor();
    await page.keyboard.press('Escape');
    await actAs(page).waitFor();
    await waitForFocus(actAs(page));
  });
});

describe('the code of a dialog', () => {
  const code = /\/assets\/password-dialog-/;
  const opener = (page: Page) => button(page, 'Изменить пароль');
  const dialog = (page: Page) => page.getByRole('dialog', { name: 'Изменение пароля' });

  test('loads once while its button is busy, however often the button is pressed', async () => {
    const page = await openKept(client);
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

  test('causes a reload of the page when a new deployment has removed it', async () => {
    const page = await openKept(client, '/profile', { allow: [/status of 404/] });
    await page.route(code, (route) => route.fulfill({ status: 404 }));
    const loaded = page.waitForEvent('load');
    await opener(page).click();
    await loaded;
    await page.unroute(code);
    await opener(page).click();
    await dialog(page).waitFor();
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
  const common = ['Ключевые значения', 'Новостная лента', 'Пул аккаунтов', 'Хранитель'];

  test('has the clients page for administrators only, and can be skipped by the skip link, the first stop of the keyboard', async () => {
    expect(await links(await openKept(admin))).toEqual([...common, 'Клиенты']);
    const page = await openKept(client);
    expect(await links(page)).toEqual(common);
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Перейти к содержимому' });
    await waitForFocus(skip);
    await page.keyboard.press('Enter');
    await waitForFocus(page.getByRole('main'));
  });
});

describe('local storage', () => {
  test('mirrors the identity while signed in and is empty after signing out', async () => {
    const page = await openAs(client);
    await expectSoon(async () => JSON.parse((await stored(page, 'auth_user')) ?? '')).toEqual({
      id: 'client-1',
      type: 'client',
      client_id: 'client-1',
    });
    await expectSoon(() => stored(page, 'impersonation_state')).toBeNull();
    await page.getByRole('main').getByRole('button', { name: 'Выйти' }).click();
    await page.getByRole('heading', { name: 'Вход в систему' }).waitFor();
    await page.waitForFunction(() => localStorage.getItem('auth_user') === null);
  });

  test("drops an administrator's leftover impersonation", async () => {
    const page = await openKept(admin);
    await page.evaluate(() => localStorage.setItem('impersonation_state', '{"isImpersonating":true}'));
    await page.reload();
    await page.waitForFunction(() => localStorage.getItem('impersonation_state') === null);
  });

  test('signs all tabs in and out together', async () => {
    const page = await openAs(client);
    const other = await openPage({ context: page.context() });
    await other.goto(`${originOf(server)}/ldvkwi/words`);
    await waitForShell(other);
    await page.getByRole('main').getByRole('button', { name: 'Выйти' }).click();
    await other.getByRole('heading', { name: 'Вход в систему' }).waitFor();
    await waitForShell(other);
    await sendSignIn(page, client);
    await other.getByRole('heading', { name: 'Ключевые значения' }).waitFor();
  });
});

describe('changing the password', () => {
  async function openDialog(page: Page) {
    await page.getByRole('main').getByRole('button', { name: 'Изменить пароль' }).click();
    return page.getByRole('dialog', { name: 'Изменение пароля' });
  }

  async function fill(page: Page, current: string, next: string, confirmation = next) {
    const dialog = page.getByRole('dialog', { name: 'Изменение пароля' });
    await dialog.getByLabel('Текущий пароль').fill(current);
    await dialog.getByLabel('Новый пароль').fill(next);
    await dialog.getByLabel('Подтверждение пароля').fill(confirmation);
    await dialog.getByRole('button', { name: 'Сохранить' }).click();
  }

  test('keeps the dialog open when the current password is wrong, and closes it after success', async () => {
    const page = await openKept(client, '/profile', { allow: [/status of 400/] });
    const dialog = await openDialog(page);
    backend.on('POST /client/password/change', () => ({ status: 400, body: {} }));
    await fill(page, 'wrong-password', 'new-password');
    await dialog.getByRole('alert').filter({ hasText: 'Неверный текущий пароль' }).waitFor();
    backend.on('POST /client/password/change', () => ({ status: 204 }));
    await fill(page, 'old-password', 'new-password');
    await dialog.getByRole('status').filter({ hasText: 'Пароль успешно изменён!' }).waitFor();
    await dialog.waitFor({ state: 'hidden' });
    const opener = page.getByRole('main').getByRole('button', { name: 'Изменить пароль' });
    await waitForFocus(opener);
    const sent = backend.calls.findLast(({ path }) => path === '/client/password/change');
    expect(JSON.parse(sent?.body ?? '')).toEqual({ current_password: 'old-password', new_password: 'new-password' });
  });
});

describe('the sign-in page', () => {
  test.each([true, false])(
    'shows only the name field of the chosen type, with JavaScript %s',
    async (javaScriptEnabled) => {
      const page = await openPage({ javaScriptEnabled });
      await page.goto(`${originOf(server)}/login`);
      const fields = () => page.getByRole('textbox').evaluateAll((found) => found.map((field) => field.id));
      await expectSoon(fields).toEqual(['username', 'password']);
      await page.getByRole('radiogroup', { name: 'Тип пользователя' }).getByRole('radio', { name: 'Клиент' }).check();
      await expectSoon(fields).toEqual(['client_id', 'password']);
      await page.getByRole('textbox', { name: 'ID клиента' }).waitFor();
    },
  );

  test.each([admin, client])('without JavaScript signs $type in and out', async (account) => {
    const page = await openPage({ javaScriptEnabled: false });
    await signIn(page, originOf(server), account, '/login?next=/profile');
    await page.getByText(account.type === 'admin' ? 'Имя пользователя' : 'ID клиента').waitFor();
    await page.getByRole('main').getByRole('button', { name: 'Выйти' }).click();
    await page.getByRole('heading', { name: 'Вход в систему' }).waitFor();
  });
});

describe('a rejected sign-in', () => {
  const refusing = startStandInConsole();

  test('shows its reason and keeps the typed name', async () => {
    const page = await openPage({ allow: [/status of 4/] });
    await page.goto(`${originOf(refusing.server)}/login`);
    for (const { text, ...answer } of [
      { status: 401, body: { message: 'Неверный пароль' }, text: 'Неверный пароль' },
      { status: 401, body: {}, text: 'Login failed' },
      {
        status: 429,
        body: {},
        headers: { 'Retry-After': '30' },
        text: 'Слишком много попыток. Повторите через 30 с.',
      },
    ]) {
      refusing.backend.on('POST /server/auth/login', () => answer);
      await sendSignIn(page, client);
      const alert = page.getByRole('alert');
      await alert.getByRole('heading', { name: 'Ошибка входа' }).waitFor();
      await alert.getByText(text, { exact: true }).waitFor();
      await expectSoon(() => page.getByRole('textbox', { name: 'ID клиента' }).inputValue()).toBe('client-1');
      await expectSoon(() => page.getByLabel('Пароль').inputValue()).toBe('');
    }
  });
});
