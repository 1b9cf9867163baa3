/** The main task with real input in front of a backend process: sign in, read, add, edit and delete phrases, and restart. */
import type { Page } from 'playwright-core';
import { loadWords } from '../../shared/api/word-lists.ts';
import { startBrowser } from '../support/browser.ts';
import { adminAccount, type RunningPair, startConsoleWithBackend } from '../support/console-process.ts';
import { expectSoon } from '../support/expect-soon.ts';
import { callAs, seedClient } from '../support/seed-words.ts';
import { signIn } from '../support/sign-in.ts';

const { openPage } = startBrowser();

const row = (page: Page, text: string) =>
  page.getByRole('grid', { name: 'Фразы' }).getByRole('row').filter({ hasText: text });

async function addPhrase(page: Page, client: string, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Добавить фразу' }).click();
  const dialog = page.getByRole('dialog', { name: 'Новая фраза' });
  await dialog.getByLabel('Клиент *').selectOption(client);
  await dialog.getByRole('combobox', { name: 'Текст *' }).fill(text);
  await dialog.getByRole('button', { name: 'Сохранить' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await row(page, text).waitFor();
}

async function renamePhrase(page: Page, from: string, to: string): Promise<void> {
  await row(page, from).getByRole('button', { name: 'Редактировать' }).click();
  const dialog = page.getByRole('dialog', { name: 'Редактирование фразы' });
  await dialog.getByRole('combobox', { name: 'Текст *' }).fill(to);
  await dialog.getByRole('button', { name: 'Сохранить' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await row(page, to).waitFor();
}

async function deletePhrase(page: Page, text: string): Promise<void> {
  await row(page, text).getByRole('button', { name: 'Пометить удалённой' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByText('Пометить это слово и связанные посты как удалённые?').waitFor();
  await question.getByRole('button', { name: 'Пометить удалённой' }).click();
  await row(page, text).waitFor({ state: 'detached' });
}

let running: RunningPair;
beforeAll(async () => {
  running = await startConsoleWithBackend();
});
// Not in the test: its page, which still asks for counts, is closed after it.
afterAll(() => running?.close());

test('an administrator’s phrases survive a restart, and pages work again after the backend was stopped', async () => {
  const page = await openPage({ allow: [/50[234]/] });
  await signIn(page, running.url, adminAccount);
  expect(new URL(page.url()).pathname).toBe('/ldserver/clients');
  const client = await seedClient(page, 'Городская служба');
  await page.goto(`${running.url}/ldvknf/words`);
  await page.getByText('Нет слов').waitFor();

  await addPhrase(page, client, 'ремонт дорог');
  await addPhrase(page, client, 'вывоз мусора');
  await renamePhrase(page, 'ремонт дорог', 'ремонт мостов');
  await deletePhrase(page, 'вывоз мусора');

  await page.goto('about:blank');
  await running.restart();
  await page.goto(`${running.url}/ldvknf/words`);
  await row(page, 'ремонт мостов').waitFor();
  expect(await row(page, 'вывоз мусора').count()).toBe(0);
  expect((await callAs(page, loadWords('admin', null))).map(({ text }) => text)).toEqual(['ремонт мостов']);

  await running.backend.stop();
  const response = await page.goto(`${running.url}/ldvknf/words`);
  expect(response?.status()).toBe(503);
  const alert = page.getByRole('alert').filter({ hasText: 'Ошибка загрузки слов' });
  await alert.waitFor();
  await expectSoon(() => page.getByRole('heading', { level: 1 }).textContent()).toBe('Фразы');

  await running.backend.start();
  await alert.getByRole('button', { name: 'Попробовать снова' }).click();
  await row(page, 'ремонт мостов').waitFor();
  await expectSoon(() => alert.count()).toBe(0);
});
