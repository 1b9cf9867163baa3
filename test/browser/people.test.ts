// Proves: people#api-keys, people#invitation
/** The people of a client in a real browser, from the invitation to the end of a person's access (docs/product/people.md). */
import type { Page } from 'playwright-core';
import { createView } from '../../shared/api/views.ts';
import { startBrowser } from '../support/browser.ts';
import { adminAccount, type RunningConsole, startConsole } from '../support/console-process.ts';
import { expectSoon } from '../support/expect-soon.ts';
import { callAs, storeClient } from '../support/seed-words.ts';
import { keepSessions } from '../support/sessions.ts';
import { waitForIsland } from '../support/wait-for-island.ts';

const { openPage } = startBrowser();
const openSignedIn = keepSessions({ openPage });
const password = 'надёжный-пароль-7';
let running: RunningConsole;

beforeAll(async () => {
  running = await startConsole();
});
afterAll(() => running?.close());

async function openOwner(): Promise<Page> {
  const name = await storeClient(running.dataDir, 'ООО «Ромашка»', password);
  const page = await openSignedIn(running.url, { type: 'client', name, password });
  await page.goto(`${running.url}/ldvknf/people`);
  await waitForIsland(page);
  const menu = page.getByRole('navigation', { name: 'Главное меню' });
  await menu.locator('[href="/ldvknf/people"][aria-current="page"]').filter({ hasText: 'Люди' }).waitFor();
  return page;
}

const row = (page: Page, name: string) =>
  page.getByRole('grid', { name: 'Люди' }).getByRole('row').filter({ hasText: name });
const act = (page: Page, name: string, action: string) => row(page, name).getByRole('button', { name: action }).click();

/** Fills in the dialog and returns the link that the next one shows. */
async function invite(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Пригласить', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Приглашение' });
  await dialog.getByLabel('Имя *').fill('Анна Петрова');
  await dialog.getByLabel('Логин *').fill('Anna');
  await dialog.getByLabel('Роль').selectOption('Редактор');
  await dialog.getByLabel('Разрешить экспорт').check();
  await dialog.getByRole('button', { name: 'Пригласить' }).click();
  return readLink(page);
}

async function readLink(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog', { name: 'Приглашение' });
  const link = await dialog.getByLabel('Ссылка', { exact: true }).inputValue();
  await dialog.getByRole('button', { name: 'Скопировать ссылку' }).waitFor();
  await dialog.getByRole('button', { name: 'Закрыть' }).click();
  return link;
}

async function acceptInvitation(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel('Новый пароль').fill(password);
  await page.getByLabel('Подтверждение пароля').fill(`${password}!`);
  await page.getByRole('button', { name: 'Задать пароль и войти' }).click();
  await page.getByRole('alert').getByText('Пароли не совпадают').waitFor();
  await page.getByLabel('Новый пароль').fill(password);
  await page.getByLabel('Подтверждение пароля').fill(password);
  await page.getByRole('button', { name: 'Задать пароль и войти' }).click();
  await page.waitForURL('**/ldvknf/posts');
}

test('an owner invites an editor, who works under the own name and rights until the owner disables the access', async () => {
  const owner = await openOwner();
  await row(owner, 'ООО «Ромашка»').waitFor();
  const first = await invite(owner);
  const cells = row(owner, 'Анна Петрова').getByRole('gridcell');
  await expectSoon(async () => (await cells.allInnerTexts()).slice(0, 4)).toEqual([
    'Анна Петрова',
    'anna',
    'Редактор',
    'Разрешён',
  ]);
  await act(owner, 'Анна Петрова', 'Новая ссылка');
  const link = await readLink(owner);

  const anna = await openPage({ allow: [/400/, /404/] });
  await anna.goto(first);
  await anna.getByRole('alert').getByText('Приглашение недействительно: попросите новую ссылку').waitFor();
  await acceptInvitation(anna, link);
  const user = anna.getByRole('region', { name: 'Пользователь' });
  await user.getByText('Анна Петрова', { exact: true }).waitFor();
  await user.getByText('Редактор', { exact: true }).waitFor();
  await expectSoon(() => anna.getByRole('link', { name: 'Люди' }).count()).toBe(0);
  await callAs(anna, createView('Дороги', 'text=дорога', null));
  await anna.goto(`${running.url}/ldvknf/alerts`);
  await waitForIsland(anna);
  const rule = anna.getByRole('button', { name: 'Новое правило' });
  await expectSoon(() => rule.getAttribute('aria-disabled')).toBe('true');
  await expectSoon(() => rule.getAttribute('title')).toBe('Недостаточно прав');
  await anna.getByRole('button', { name: 'Отозвать ссылку' }).click();
  await anna.getByRole('alertdialog').getByRole('button', { name: 'Отозвать ссылку' }).click();
  await anna.getByRole('status').filter({ hasText: 'Ссылка отозвана' }).waitFor();
  await anna.goto(`${running.url}/ldvknf/words`);
  await waitForIsland(anna);
  const add = anna.getByRole('button', { name: 'Добавить фразу' }).first();
  await expectSoon(() => add.getAttribute('aria-disabled')).toBeNull();

  await owner.reload();
  await waitForIsland(owner);
  await act(owner, 'Анна Петрова', 'Отключить');
  await owner.getByRole('alertdialog').getByRole('button', { name: 'Отключить' }).click();
  await row(owner, 'Анна Петрова').getByText('Отключён').waitFor();
  await anna.goto(`${running.url}/ldvknf/words`);
  await anna.waitForURL('**/login?*');
});

test('a user makes an API key on the profile page, which works until it is revoked', async () => {
  const page = await openSignedIn(running.url, adminAccount);
  await page.goto(`${running.url}/profile`);
  await page.getByText('Нет ключей API').waitFor();
  await page.getByRole('button', { name: 'Новый ключ' }).click();
  const form = page.getByRole('dialog', { name: 'Новый ключ' });
  await form.getByLabel('Чтение').uncheck();
  await form.getByRole('button', { name: 'Создать' }).click();
  await form.getByText('Введите название').waitFor();
  await form.getByText('Выберите права').waitFor();
  await form.getByLabel('Название *').fill('Сводка');
  await form.getByLabel('Загрузка').check();
  await expectSoon(() => form.getByText('Выберите права').count()).toBe(0);
  await form.getByLabel('Загрузка').uncheck();
  await form.getByLabel('Чтение').check();
  await page.route('**/api/v1/**', async (route) => {
    // Chromium closes a dialog on a second Escape, but this one waits for a key that is shown only once.
    for (const _ of [1, 2]) await page.keyboard.press('Escape');
    await route.continue();
  });
  await form.getByRole('button', { name: 'Создать' }).click();
  const key = await page.getByRole('dialog').getByLabel('Ключ', { exact: true }).inputValue();
  await page.getByRole('button', { name: 'Закрыть' }).click();
  const row = page.getByRole('grid', { name: 'Ключи API' }).getByRole('row', { name: 'Сводка Чтение — Отозвать' });
  await row.waitFor();
  const status = async () =>
    (await fetch(`${running.url}/api/v1/vknf/posts/count`, { headers: { authorization: `Bearer ${key}` } })).status;
  expect(await status()).toBe(200);
  await row.getByRole('button', { name: 'Отозвать' }).click();
  await page
    .getByRole('alertdialog', { name: 'Отозвать этот ключ?' })
    .getByRole('button', { name: 'Отозвать' })
    .click();
  await page.getByText('Нет ключей API').waitFor();
  expect(await status()).toBe(401);
});
