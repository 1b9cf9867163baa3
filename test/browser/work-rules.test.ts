// Proves: work-rules#page-of-rules, work-rules#rules
/** The page of rules of work in a real browser (docs/product/work-rules.md). */
import path from 'node:path';
import type { Page } from 'playwright-core';
import { openStore } from '../../server/backend/open-store.ts';
import { databaseFileName } from '../../server/backend/store/sqlite/database.ts';
import { createView } from '../../shared/api/views.ts';
import { loadWorkRules, updateWorkRule } from '../../shared/api/work-rules.ts';
import { startBrowser } from '../support/browser.ts';
import { type RunningConsole, startConsole } from '../support/console-process.ts';
import { expectSoon } from '../support/expect-soon.ts';
import { collectPosts, metroPost, seedClients } from '../support/seed-feed.ts';
import { callAs } from '../support/seed-words.ts';
import { keepSessions } from '../support/sessions.ts';
import type { Account } from '../support/sign-in.ts';
import { waitForIsland } from '../support/wait-for-island.ts';

const { openPage } = startBrowser();
const openSignedIn = keepSessions({ openPage });
let running: RunningConsole;
let client: Account;

const post = (number: number, text: string) => ({
  ...metroPost(number),
  Text: `${text} метро, новость ${number}`,
  PostDt: new Date(Date.now() - 60_000 * (100 - number)).toISOString(),
});

beforeAll(async () => {
  running = await startConsole();
  ({ client } = await seedClients(running.dataDir, 'Городские новости', ['метро']));
  await collectPosts(running.dataDir, [post(1, 'Распродажа у'), post(2, 'Закрыли'), post(3, 'Распродажа возле')]);
});
afterAll(() => running?.close());

const grid = (page: Page) => page.getByRole('grid', { name: 'Правила разметки' });
const row = (page: Page, name: string) => grid(page).getByRole('row').filter({ hasText: name });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Правило разметки' });
const field = (page: Page, label: string) => dialog(page).getByLabel(label, { exact: true });
const save = (page: Page) => dialog(page).getByRole('button', { name: 'Сохранить' }).click();
const cellsOf = (page: Page, name: string) => row(page, name).getByRole('gridcell').allInnerTexts();

/** Waits until the rule has changed as many stories, which may take five seconds. Then the page shows the number. */
async function expectFired(page: Page, name: string, count: number): Promise<void> {
  const { workRules, close } = openStore(path.join(running.dataDir, databaseFileName));
  const ofName = async () => (await workRules.list(client.name)).find((rule) => rule.name === name);
  try {
    await expectSoon(async () => (await ofName())?.fired).toBe(count);
  } finally {
    await close();
  }
  await page.getByRole('button', { name: 'Обновить', exact: true }).click();
  await expectSoon(async () => (await cellsOf(page, name))[4]).toBe(String(count));
}

async function addRule(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Новое правило' }).click();
  await field(page, 'Название *').fill(name);
  await field(page, 'Фильтр *').selectOption('Реклама');
}

test('a rule is tried on 30 days, works on new and past posts, is paused and undone, and changes places', async () => {
  const page = await openSignedIn(running.url, client, { allow: [/status of 503/] });
  await callAs(page, createView('Реклама', '?text=распродажа', null), running.url);
  const newTag = { path: '/vknf/work/tags/create', body: { Name: 'Спам', Color: 'red' } };
  await callAs(page, { method: 'POST', ...newTag, read: () => null, failure: 'failed' }, running.url);
  await page.goto(`${running.url}/ldvknf/rules`);
  await waitForIsland(page);
  const menu = page.getByRole('navigation', { name: 'Главное меню' });
  await menu.locator('[href="/ldvknf/rules"][aria-current="page"]').filter({ hasText: 'Правила' }).waitFor();
  await page.getByText('Нет правил').waitFor();

  await addRule(page, 'Спам');
  await save(page);
  await dialog(page).getByText('Выберите, что делать с постами').waitFor();
  await field(page, 'Добавить тег').selectOption('Спам');
  await field(page, 'Назначить').selectOption('Городские новости');
  await field(page, 'Состояние').selectOption('Не наше');
  const preview = dialog(page).getByRole('region', { name: 'Предпросмотр' });
  await preview.getByText('За 30 дней: 2').waitFor();
  await preview.getByText('Сменят состояние: 2').waitFor();
  await expectSoon(() => preview.getByRole('list', { name: 'Примеры' }).getByRole('listitem').count()).toBe(2);
  await save(page);
  await dialog(page).getByText('Введите причину').waitFor();
  await field(page, 'Причина *').fill('Реклама');
  await save(page);
  await page.getByRole('status').filter({ hasText: 'Правило добавлено' }).waitFor();
  await expectSoon(async () => (await cellsOf(page, 'Спам')).slice(1, 6)).toEqual([
    'Спам',
    'Реклама',
    'Тег «Спам»; назначить: Городские новости; состояние «Не наше», причина «Реклама»',
    '0',
    'Действует',
  ]);

  await collectPosts(running.dataDir, [post(4, 'Распродажа вокруг')]);
  await expectFired(page, 'Спам', 1);
  // Somebody else changes the rule, and the pause keeps that.
  const [known] = (await callAs(page, loadWorkRules())).rows;
  await callAs(page, updateWorkRule(known?.id ?? 0, { reason: 'Продажи' }, null));
  await row(page, 'Спам').getByRole('button', { name: 'Приостановить' }).click();
  await row(page, 'Спам').getByText('Приостановлено', { exact: true }).waitFor();
  await row(page, 'Спам').getByText('причина «Продажи»').waitFor();

  await addRule(page, 'Второе');
  await field(page, 'Скрыть').check();
  await preview.getByText('Скроются из ленты: 3').waitFor();
  await dialog(page).getByLabel('Применить к прошлому').check();
  await page.route('**/vknf/work/rules/apply?*', (route) => route.fulfill({ status: 503, json: {} }), { times: 1 });
  await save(page);
  await dialog(page).getByRole('alert').filter({ hasText: /./ }).waitFor();
  await dialog(page).getByLabel('Применить к прошлому').uncheck();
  await save(page);
  await row(page, 'Второе').getByText('Скрыть', { exact: true }).waitFor();
  const names = (of: Page) =>
    grid(of)
      .getByRole('gridcell')
      .filter({ hasText: /^(Спам|Второе)$/ })
      .allInnerTexts();
  await row(page, 'Второе').getByRole('button', { name: 'Выше' }).click();
  await expectSoon(() => names(page)).toEqual(['Второе', 'Спам']);

  await row(page, 'Спам').getByRole('button', { name: 'Изменить' }).click();
  await preview.getByText('За 30 дней: 3').waitFor();
  await preview.getByText('Сменят состояние: 2').waitFor();
  await dialog(page).getByRole('button', { name: 'Отмена' }).click();

  const run = (name: string) =>
    page.getByRole('grid', { name: 'Запуски правила' }).getByRole('row').filter({ hasText: name });
  await row(page, 'Спам').getByRole('button', { name: 'Изменить' }).click();
  await dialog(page).getByLabel('Применить к прошлому').check();
  await save(page);
  const ofPast = run('Завершён').filter({ hasText: client.name });
  await expectSoon(async () => (await ofPast.getByRole('gridcell').allInnerTexts())[3]).toBe('2');
  await ofPast.getByRole('button', { name: 'Отменить' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Отменить запуск' }).click();
  await run('Отменён').waitFor();

  await collectPosts(running.dataDir, [post(5, 'Распродажа против')]);
  await expectFired(page, 'Второе', 1);
  await page.goto(`${running.url}/ldvknf/posts?state=hidden`);
  await waitForIsland(page);
  await page.getByText('Состояние: Скрытые правилом').waitFor();
  const found = page.getByRole('row').filter({ hasText: 'новость 5' });
  await found.getByText('Скрыто', { exact: true }).waitFor();
  await found.getByRole('button', { name: 'Действия с постом' }).click();
  await page.getByRole('menuitem', { name: 'Вернуть в ленту' }).click();
  await page.getByRole('status').filter({ hasText: 'Изменено: 1' }).waitFor();
  await page.goto(`${running.url}/ldvknf/posts`);
  await found.waitFor();

  const plain = await openSignedIn(running.url, client, { javaScriptEnabled: false });
  await plain.goto(`${running.url}/ldvknf/rules`);
  await Promise.all([plain.waitForEvent('load'), row(plain, 'Второе').getByRole('button', { name: 'Ниже' }).click()]);
  await expectSoon(() => names(plain)).toEqual(['Спам', 'Второе']);
});
