// Proves: README#users, api#failures, limits#values, sign-in#impersonation, sign-in#sessions
/**
 * Impersonation, end to end: from each place that starts it, in every tab, until it is stopped or expires
 * (docs/product/sign-in.md, docs/product/README.md and docs/product/api.md).
 */
import type { Page } from 'playwright-core';
import { type PageOptions, startBrowser } from '../support/browser.ts';
import { adminAccount, type RunningConsole, startConsole } from '../support/console-process.ts';
import { expectSoon } from '../support/expect-soon.ts';
import { seedClient, seedWords } from '../support/seed-words.ts';
import { keepSessions } from '../support/sessions.ts';
import type { Account } from '../support/sign-in.ts';
import { startStandInConsole } from '../support/stand-in-console.ts';
import { step } from '../support/step.ts';
import { waitForFocus, waitForIdentity, waitForShell } from '../support/wait-for-island.ts';

const { openPage } = startBrowser();
const openSignedIn = keepSessions({ openPage });
let running: RunningConsole;

beforeAll(async () => {
  running = await startConsole();
});
afterAll(() => running?.close());

/** Two clients: the first with two phrases, the second with one. */
let first = '';
let second = '';

async function openAsAdmin(path = '/ldserver/clients', options: PageOptions = {}): Promise<Page> {
  const page = await openSignedIn(running.url, adminAccount, { ownSession: true, ...options });
  await page.goto(running.url + path);
  if (first === '') {
    first = await seedClient(page, 'Первый');
    await seedWords(running.dataDir, first, 2);
    second = await seedClient(page, 'Второй');
    await seedWords(running.dataDir, second, 1);
    await page.reload();
  }
  await waitForIdentity(page);
  return page;
}

async function openTab(page: Page, path: string, options: PageOptions = {}): Promise<Page> {
  const tab = await openPage({ ...options, context: page.context() });
  await tab.goto(running.url + path);
  await waitForShell(tab);
  return tab;
}

const user = (page: Page) => page.getByRole('region', { name: 'Пользователь' });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Вход от имени клиента' });
const choice = (page: Page) => dialog(page).getByRole('combobox', { name: 'Клиент' });
const banner = (page: Page, clientId: string) =>
  page.getByRole('status').filter({ hasText: `Вы работаете как клиент ${clientId} от имени ${adminAccount.name}` });
const phrases = (page: Page) => page.getByRole('grid', { name: 'Фразы' });
const pathOf = (page: Page) => new URL(page.url()).pathname;
const stored = async (page: Page, key: string) =>
  JSON.parse((await page.evaluate((name) => localStorage.getItem(name), key)) ?? 'null');
const reason = (page: Page) => dialog(page).getByRole('textbox', { name: 'Причина *' });
const readOnly = (page: Page) => dialog(page).getByRole('checkbox', { name: 'Только просмотр' });
/** Parts of a reloaded page are visible before the rest has arrived and its scripts have run. */
async function waitForBanner(page: Page, clientId: string): Promise<void> {
  await banner(page, clientId).waitFor();
  await waitForShell(page);
}
async function waitForAdmin(page: Page): Promise<void> {
  await user(page).getByText('Администратор', { exact: true }).waitFor();
  await waitForShell(page);
}
const send = (page: Page) => dialog(page).getByRole('button', { name: 'Войти как клиент' }).click();

async function startFromSidebar(page: Page, clientId: string): Promise<void> {
  await user(page).getByRole('button', { name: 'Войти как клиент' }).click();
  await choice(page).selectOption(clientId);
  await reason(page).fill('Обращение 17');
  await send(page);
  await waitForBanner(page, clientId);
}

/** Opens the dialog of a new phrase and saves it. */
async function addPhrase(page: Page, text: string) {
  await page.getByRole('button', { name: 'Добавить фразу' }).click();
  const form = page.getByRole('dialog', { name: 'Новая фраза' });
  await form.getByRole('combobox', { name: 'Текст *' }).fill(text);
  await form.getByRole('button', { name: 'Сохранить' }).click();
  return form;
}

const stop = (page: Page) =>
  page.getByRole('status').getByRole('button', { name: 'Вернуться к администратору' }).click();

describe('starting', () => {
  test('needs a client, reloads the same page with its data, and «Только просмотр» refuses changes', async () => {
    const page = await openAsAdmin('/ldvknf/words');
    await step('a client is required', async () => {
      const opener = user(page).getByRole('button', { name: 'Войти как клиент' });
      await opener.click();
      await send(page);
      await dialog(page).getByText('Введите ID клиента').waitFor();
      await expectSoon(() => choice(page).getAttribute('aria-invalid')).toBe('true');
      await dialog(page).getByText('Введите причину').waitFor();
      await page.keyboard.press('Escape');
      await dialog(page).waitFor({ state: 'hidden' });
      await waitForFocus(opener);
    });

    await step('the client’s own data', async () => {
      await expectSoon(() => phrases(page).getByRole('columnheader', { name: 'Клиенты' }).count()).toBe(1);
      // Pending live counts would be rejected, and the browser would log that.
      await page.waitForLoadState('networkidle');
      await startFromSidebar(page, first);
      expect(pathOf(page)).toBe('/ldvknf/words');
      await expectSoon(() => phrases(page).getByRole('row').count()).toBe(3);
      expect(await phrases(page).getByRole('columnheader', { name: 'Клиенты' }).count()).toBe(0);
      expect(await page.getByRole('link', { name: 'Клиенты' }).count()).toBe(0);
      await user(page).getByText('Клиент', { exact: true }).waitFor();
      await expectSoon(() => stored(page, 'auth_user')).toEqual({ id: first, type: 'client', client_id: first });
      const state = await stored(page, 'impersonation_state');
      expect(state).toMatchObject({
        isImpersonating: true,
        impersonatedClientId: first,
        impersonatedBy: adminAccount.name,
      });
      expect(Date.parse(state.expiresAt) - Date.parse(state.impersonatedAt)).toBe(15 * 60 * 1000);
    });

    await step('«Только просмотр»', async () => {
      await banner(page, first).getByText('Только просмотр', { exact: true }).waitFor();
      const why = 'Режим просмотра: изменения запрещены';
      for (const name of ['Добавить фразу', 'Добавить списком', 'Редактировать', 'Удалить']) {
        const button = page.getByRole('button', { name, exact: true }).first();
        await expectSoon(() => button.getAttribute('aria-disabled')).toBe('true');
        await expectSoon(() => button.getAttribute('title')).toBe(why);
        await button.dispatchEvent('click');
      }
      expect(await page.locator('dialog[open]').count()).toBe(0);
      const call = { headers: { Origin: running.url }, data: { Text: 'запретная фраза' } };
      const refusal = await page.request.post(`${running.url}/api/v1/vknf/words/create`, call);
      expect([refusal.status(), await refusal.json()]).toEqual([403, expect.objectContaining({ message: why })]);
      await page.goto(`${running.url}/profile`);
      await page.getByRole('button', { name: 'Изменить пароль', disabled: true }).waitFor();
      await stop(page);
      await waitForAdmin(page);
    });

    await step('the journal', async () => {
      await page.getByRole('link', { name: 'Журнал' }).click();
      const journal = page.getByRole('grid', { name: 'Журнал' });
      const headers = ['Время', 'Кто', 'От имени', 'Действие', 'Объект', 'Адрес'];
      await expectSoon(() => journal.getByRole('columnheader').allTextContents()).toEqual(headers);
      const filters = page.getByRole('search', { name: 'Фильтры' });
      await filters.getByLabel('Действие').selectOption('Вход от имени клиента');
      await filters.getByLabel('Кто').fill(adminAccount.name.toUpperCase());
      await filters.getByRole('button', { name: 'Показать' }).click();
      await page.waitForURL(/action=impersonation-started/);
      const row = journal.getByRole('row').nth(1);
      const cells = (await row.getByRole('gridcell').allTextContents()).slice(1, 5);
      expect(cells).toEqual([
        adminAccount.name,
        first,
        'Вход от имени клиента',
        'Только просмотр. Причина: Обращение 17',
      ]);
      await filters.getByRole('link', { name: 'Сбросить фильтры' }).click();
      await journal.getByText('Окончание входа от имени клиента').first().waitFor();
    });
  });

  test('from a row that client is preset; the clients page redirects, and a reload keeps client and time', async () => {
    const page = await openAsAdmin();
    const row = page.getByRole('grid', { name: 'Клиенты' }).getByRole('row').filter({ hasText: 'Второй' });
    await row.getByRole('button', { name: 'Войти как клиент' }).click();
    const chosen = choice(page).locator('option:checked');
    await chosen.filter({ hasText: `Второй (${second})` }).waitFor({ state: 'attached' });
    await choice(page).locator(`option[value="${first}"]`).waitFor({ state: 'attached' });
    await expectSoon(() => choice(page).inputValue()).toBe(second);
    await expectSoon(() => readOnly(page).isChecked()).toBe(true);
    await reason(page).fill('Просьба добавить фразу');
    await readOnly(page).uncheck();
    await send(page);
    await waitForBanner(page, second);
    expect(pathOf(page)).toBe('/ldvknf/posts');
    expect(await banner(page, second).getByText('Только просмотр').count()).toBe(0);
    await page.goto(`${running.url}/ldvknf/words`);
    await addPhrase(page, 'фраза администратора');
    await phrases(page).getByText('фраза администратора').waitFor();

    expect(await page.getByRole('button', { name: 'Войти как клиент' }).count()).toBe(0);
    await page.goto(`${running.url}/ldserver/clients`);
    expect(pathOf(page)).not.toBe('/ldserver/clients');
    await waitForBanner(page, second);
    const before = await stored(page, 'impersonation_state');
    await page.reload();
    await banner(page, second)
      .getByText(/^1[45]:\d\d$/)
      .waitFor();
    await waitForShell(page);
    await expectSoon(() => stored(page, 'impersonation_state')).toEqual(before);
    await stop(page);
    await waitForAdmin(page);
    expect(pathOf(page)).toBe('/ldserver/clients');

    await startFromSidebar(page, first);
    await user(page).getByRole('button', { name: 'Выйти' }).click();
    await page.getByRole('heading', { name: 'Вход в систему' }).waitFor();
    await page.goto(`${running.url}/ldserver/clients`);
    await page.getByRole('heading', { name: 'Вход в систему' }).waitFor();
    await waitForShell(page);
    await expectSoon(() => stored(page, 'impersonation_state')).toBeNull();
  });
});

describe('with several tabs', () => {
  test('every tab follows the start, the warning one minute before the end of 15 minutes, and the end', async () => {
    // Live counts that are pending or start when another tab ends the session are rejected.
    const page = await openAsAdmin('/profile', { allow: [/status of 40[13]/] });
    const words = await openTab(page, '/ldvknf/words', { allow: [/status of 40[13]/] });
    const clients = await openTab(page, '/ldserver/clients');
    await startFromSidebar(page, first);
    for (const tab of [words, clients]) await waitForBanner(tab, first);
    await expectSoon(() => phrases(words).getByRole('row').count()).toBe(3);
    expect(pathOf(clients)).not.toBe('/ldserver/clients');

    await stop(words);
    for (const tab of [page, words, clients]) {
      await waitForAdmin(tab);
      await expectSoon(() => banner(tab, first).count()).toBe(0);
    }
    await expectSoon(() => stored(page, 'auth_user')).toMatchObject({ type: 'admin', username: adminAccount.name });
    await expectSoon(() => stored(page, 'impersonation_state')).toBeNull();

    await words.close();
    await page.clock.install();
    await startFromSidebar(page, first);
    await waitForBanner(clients, first);
    // The script counts from here on; before, the text is the server's.
    const left = banner(page, first).getByText(/^14:\d\d$/);
    await left.waitFor();
    const warning = banner(page, first).getByRole('alert');
    const [minutes = 0, seconds = 0] = (await left.innerText()).split(':').map(Number);
    await page.clock.fastForward((60 * minutes + seconds - 90) * 1000);
    await banner(page, first)
      .getByText(/^01:[0-3]\d$/)
      .waitFor();
    expect(await warning.count()).toBe(0);
    await page.clock.fastForward('00:45');
    await warning.filter({ hasText: 'Осталась минута' }).waitFor();
    await page.clock.fastForward('01:00');
    for (const tab of [page, clients]) await waitForAdmin(tab);
    await expectSoon(() => stored(clients, 'impersonation_state')).toBeNull();
  });
});

describe('with a faulty backend', () => {
  const { backend, server } = startStandInConsole();
  const account: Account = { type: 'admin', name: 'root', password: 'password' };

  beforeAll(() => backend.on('GET /server/clients', () => ({ body: [{ client_id: 'client-1', name: 'Первый' }] })));
  afterEach(() => backend.misbehave(null));

  test('clients that fail to load, a failed start and a failed stop are reported, and can be repeated', async () => {
    const page = await openSignedIn(server.url, account, { ownSession: true, allow: [/status of 50\d/] });
    const opener = user(page).getByRole('button', { name: 'Войти как клиент' });
    await step('clients that fail to load', async () => {
      await page.goto(`${server.url}/profile`);
      backend.misbehave('garbage', '/server/clients');
      await opener.click();
      await dialog(page).getByRole('alert').filter({ hasText: 'Ошибка загрузки клиентов' }).waitFor();
      await page.keyboard.press('Escape');
      await dialog(page).waitFor({ state: 'hidden' });
    });

    await step('a failed start', async () => {
      backend.misbehave('status 500', '/admin/impersonate');
      await opener.click();
      await choice(page).selectOption('client-1');
      await send(page);
      await dialog(page).getByRole('alert').filter({ hasText: 'Ошибка имперсонализации' }).waitFor();
      await expectSoon(() => choice(page).inputValue()).toBe('client-1');
    });

    const acting = page.getByRole('status').filter({ hasText: 'Вы работаете как клиент client-1 от имени root' });
    await step('a failed stop', async () => {
      backend.misbehave(null);
      await send(page);
      await acting.waitFor();
      backend.misbehave('status 500', '/admin/impersonate/stop');
      await stop(page);
      await page.getByText('Ошибка остановки имперсонализации').waitFor();
      backend.misbehave(null);
      await page.goto(`${server.url}/profile`);
      await stop(page);
      await waitForAdmin(page);
    });

    await step('a start without the list', async () => {
      backend.misbehave('status 500', '/server/clients');
      await page.getByRole('grid').getByRole('button', { name: 'Войти как клиент' }).click();
      await dialog(page).getByRole('alert').filter({ hasText: 'Ошибка загрузки клиентов' }).waitFor();
      await send(page);
      await acting.waitFor();
    });
  });
});
