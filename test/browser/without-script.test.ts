/** The console without JavaScript: sign-in, navigation, sorting, paging and sign-out. */
import type { Locator, Page } from 'playwright-core';
import { startBrowser } from '../support/browser.ts';
import { adminAccount, type RunningConsole, startConsole } from '../support/console-process.ts';
import { expectSoon } from '../support/expect-soon.ts';
import { seedWords, storeClient } from '../support/seed-words.ts';
import { signIn, signInByRequest } from '../support/sign-in.ts';

const { openPage } = startBrowser();
let running: RunningConsole;

beforeAll(async () => {
  running = await startConsole();
});
afterAll(() => running?.close());

/** Clicks, and waits until the next page is complete. */
const follow = (page: Page, control: Locator) => Promise.all([page.waitForEvent('load'), control.click()]);

test('sign-in, navigation, sorting, the next page and sign-out work by links and forms', async () => {
  const page = await openPage({ javaScriptEnabled: false });
  await signIn(page, running.url, adminAccount);
  await seedWords(running.dataDir, await storeClient(running.dataDir, 'Городская служба', 'client-password-1'), 101);

  await follow(page, page.getByRole('link', { name: 'Новостная лента' }));
  await follow(page, page.getByRole('link', { name: 'Фразы', exact: true }));
  expect(new URL(page.url()).pathname).toBe('/ldvknf/words');
  const grid = page.getByRole('grid', { name: 'Фразы' });
  const texts = () => grid.getByRole('link', { name: /^фраза \d{3}$/ }).allTextContents();
  expect(await grid.getByRole('columnheader', { name: 'Действия' }).count()).toBe(0);

  await follow(page, grid.getByRole('columnheader', { name: 'Текст' }).getByRole('link'));
  const phrases = Array.from({ length: 100 }, (_, index) => `фраза ${String(index + 1).padStart(3, '0')}`);
  await expectSoon(texts).toEqual(phrases);
  const shown = grid.getByRole('row').filter({ visible: true });
  await expectSoon(() => shown.count()).toBe(phrases.length + 1);
  await page.emulateMedia({ media: 'print' });
  await expectSoon(() => shown.count()).toBe(phrases.length + 1);
  await page.emulateMedia({ media: null });
  await expectSoon(() => grid.getByRole('columnheader', { name: 'Текст' }).getAttribute('aria-sort')).toBe('ascending');
  await follow(page, grid.getByRole('columnheader', { name: 'Текст' }).getByRole('link'));
  await expectSoon(async () => (await texts())[0]).toBe('фраза 101');

  await follow(page, page.getByRole('link', { name: 'Дальше' }));
  await expectSoon(texts).toEqual(['фраза 001']);

  await follow(page, page.getByRole('button', { name: 'Выйти' }).first());
  expect(new URL(page.url()).pathname).toBe('/login');
  await page.goto(`${running.url}/ldvknf/words`);
  expect(new URL(page.url()).pathname).toBe('/login');
});

test('buttons that need JavaScript are hidden', async () => {
  const page = await openPage({ javaScriptEnabled: false });
  await signInByRequest(page.context(), running.url, adminAccount);
  const names = ['Войти как клиент', 'Горячие клавиши', 'Тема', 'Свернуть меню', 'Вид таблицы', 'Обновить'];
  for (const path of ['/ldvknf/words', '/ldserver/clients']) {
    await page.goto(running.url + path);
    for (const name of names) expect(await page.getByRole('button', { name, exact: true }).count()).toBe(0);
  }
  await page.goto(`${running.url}/profile`);
  expect(await page.getByRole('button', { name: 'Изменить пароль' }).count()).toBe(0);
});
