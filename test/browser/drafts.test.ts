/** What was typed into a dialog outlives the session that ended meanwhile, for the same person only. */
import type { Page } from 'playwright-core';
import * as messages from '../../shared/messages.ts';
import { pathOf } from '../../shared/routes.ts';
import { demoPeople, startDemo, waitUntilAlive } from '../support/demo-pages.ts';
import { type Account, sendSignIn } from '../support/sign-in.ts';

const { demo, openTable } = startDemo();
const allow = [/status of 401/];
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Новая фраза' });

/** Types a phrase, then saves it when the session is over. */
async function loseSession(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Добавить фразу' }).click();
  await dialog(page).getByLabel('Клиент *').selectOption({ index: 2 });
  const suggestions = page.waitForResponse(/\/words\/autocomplete/);
  await dialog(page).getByLabel('Текст *').fill('ремонт набережной');
  await suggestions;
  await dialog(page).getByLabel('Полный поиск').check();
  await page.context().clearCookies({ name: /token/ });
  // Not by a click: suggestions may lie over the button.
  await dialog(page).getByRole('button', { name: 'Сохранить' }).press('Enter');
  await page.waitForURL(/\/login\?next=/);
}

async function comeBack(page: Page, account: Account): Promise<void> {
  await sendSignIn(page, account);
  await page.waitForURL(demo.url + pathOf('words'));
  await waitUntilAlive(page);
}

test('the same person finds it in the dialog again, once', async () => {
  const page = await openTable('admin', pathOf('words'), { allow });
  await loseSession(page);
  await comeBack(page, demoPeople.admin);
  await page.getByRole('status').filter({ hasText: messages.draftKept }).waitFor();
  await page.getByRole('button', { name: 'Добавить фразу' }).click();
  await dialog(page).getByLabel('Клиент *').and(page.locator(':not([value=""])')).waitFor();
  await page.waitForFunction(() => !sessionStorage.getItem('drafts'));
  expect(await dialog(page).getByLabel('Текст *').inputValue()).toBe('ремонт набережной');
  expect(await dialog(page).getByLabel('Полный поиск').isChecked()).toBe(true);
  expect(await dialog(page).getByLabel('Клиент *').inputValue()).not.toBe('');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Добавить фразу' }).click();
  expect(await dialog(page).getByLabel('Текст *').inputValue()).toBe('');
});

test('another person finds nothing', async () => {
  const page = await openTable('admin', pathOf('words'), { allow });
  await loseSession(page);
  await comeBack(page, demoPeople.client);
  await page.getByRole('button', { name: 'Добавить фразу' }).click();
  expect(await dialog(page).getByLabel('Текст *').inputValue()).toBe('');
  expect(await page.evaluate(() => sessionStorage.getItem('drafts'))).toBeNull();
});
