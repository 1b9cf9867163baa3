// Proves: pages#anothers-change
/** Two people change the same thing: the dialog that was opened earlier never takes back what the other has done. */
import path from 'node:path';
import type { Page } from 'playwright-core';
import { openStore } from '../../server/backend/open-store.ts';
import { databaseFileName } from '../../server/backend/store/sqlite/database.ts';
import { createAlertRule, loadAlertRules, updateAlertRule } from '../../shared/api/alerts.ts';
import { updateClient } from '../../shared/api/client-changes.ts';
import { loadClients } from '../../shared/api/clients.ts';
import { loadPeople, updatePerson } from '../../shared/api/people.ts';
import { createView, loadViews, updateView } from '../../shared/api/views.ts';
import { updateWord } from '../../shared/api/word-changes.ts';
import { loadWordsPage } from '../../shared/api/words.ts';
import { createTag, loadWork, updateTag } from '../../shared/api/work.ts';
import { createWorkRule, loadWorkRules, updateWorkRule } from '../../shared/api/work-rules.ts';
import { startBrowser } from '../support/browser.ts';
import { adminAccount, type RunningConsole, startConsole } from '../support/console-process.ts';
import { expectSoon } from '../support/expect-soon.ts';
import { accessibilityFaults } from '../support/page-faults.ts';
import { seedFeed } from '../support/seed-feed.ts';
import { callAs } from '../support/seed-words.ts';
import { keepSessions } from '../support/sessions.ts';
import { type Account, sendSignIn } from '../support/sign-in.ts';
import { waitForIsland } from '../support/wait-for-island.ts';

const { openPage } = startBrowser();
const openSignedIn = keepSessions({ openPage });
let running: RunningConsole;
let client: Account;
const boris: Account = { type: 'client', name: 'boris', password: 'надёжный-пароль-7' };

/** Boris is a second owner of the client, with the password hash of its own account. */
async function addBoris(clientId: string, hash: string | null): Promise<void> {
  const store = openStore(path.join(running.dataDir, databaseFileName));
  const invitation = { hash: new Uint8Array(32), until: Date.now() + 60_000 };
  const person = { name: 'Борис', login: 'boris', role: 'owner', mayExport: true } as const;
  await store.people.invite(clientId, person, invitation, null);
  await store.people.accept(invitation.hash, hash ?? '', null);
  await store.close();
}

beforeAll(async () => {
  running = await startConsole();
  ({ client } = await seedFeed(running.dataDir));
  boris.password = client.password;
  const store = openStore(path.join(running.dataDir, databaseFileName));
  const hash = await store.passwords.find({ type: 'client', clientId: client.name });
  await store.close();
  await addBoris(client.name, hash);
});
afterAll(() => running?.close());

/** The page of the person whose dialog was opened earlier, and the page with whose session the other one changes things. */
async function openTwo(account: Account, other: Account, address: string): Promise<[Page, Page]> {
  const page = await openSignedIn(running.url, account, { allow: [/status of 409/] });
  const others = await openSignedIn(running.url, other);
  await page.goto(`${running.url}${address}`);
  await waitForIsland(page);
  return [page, others];
}

const as = <T>(page: Page, call: Parameters<typeof callAs<T>>[1]) => callAs(page, call, running.url);
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const conflict = (page: Page) => dialog(page, 'Изменено другим');
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name }).first();
const says = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).waitFor();

/** Saves the dialog, checks what the next one says of the other change, and saves the own change. */
async function saveMine(page: Page, name: string, ...lines: string[]): Promise<void> {
  await dialog(page, name).getByRole('button', { name: 'Сохранить', exact: true }).click();
  for (const line of lines) await conflict(page).getByText(line, { exact: true }).waitFor();
  await conflict(page).getByRole('button', { name: 'Сохранить моё' }).click();
  await conflict(page).waitFor({ state: 'hidden' });
  await dialog(page, name).waitFor({ state: 'hidden' });
}

test('a client whose export was denied since keeps that when an administrator saves the note', async () => {
  const [page, other] = await openTwo(adminAccount, adminAccount, '/ldserver/clients');
  await as(other, updateClient(client.name, { export_access: 'allowed' }, null));
  await page.getByRole('button', { name: 'Обновить', exact: true }).click();
  await row(page, client.name).getByText('Разрешён').waitFor();
  await row(page, client.name).getByRole('button', { name: 'Редактировать' }).click();
  const form = dialog(page, 'Редактирование клиента');
  await form.getByLabel('Примечание').fill('Перезвонить');
  await as(other, updateClient(client.name, { export_access: 'denied' }, null));
  await form.getByRole('button', { name: 'Сохранить' }).click();
  await conflict(page).getByText('Экспорт: Разрешён → Запрещён').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await conflict(page).getByRole('button', { name: 'Отмена' }).click();
  await conflict(page).waitFor({ state: 'hidden' });
  await expectSoon(() => form.getByLabel('Примечание').inputValue()).toBe('Перезвонить');
  await saveMine(page, 'Редактирование клиента', 'Экспорт: Разрешён → Запрещён');
  const [saved] = await as(other, loadClients());
  expect(saved).toMatchObject({ note: 'Перезвонить', exportAccess: 'denied' });
});

test('what was typed before the session ended is restored, and takes back nothing that another has changed since', async () => {
  const allow = [/status of 40[19]/];
  const page = await openSignedIn(running.url, adminAccount, { ownSession: true, allow });
  const other = await openSignedIn(running.url, adminAccount);
  const address = `${running.url}/ldserver/clients`;
  const form = dialog(page, 'Редактирование клиента');
  const open = async () => {
    await waitForIsland(page);
    await row(page, client.name).getByRole('button', { name: 'Редактировать' }).click();
  };
  await page.goto(address);
  await open();
  await form.getByLabel('Примечание').fill('Черновик');
  await page.context().clearCookies({ name: /token/ });
  await form.getByRole('button', { name: 'Сохранить' }).click();
  await page.waitForURL(/\/login\?next=/);
  await as(other, updateClient(client.name, { phone: '+7 900 000-00-00', export_access: 'allowed' }, null));
  await sendSignIn(page, adminAccount);
  await page.waitForURL(address);
  await open();
  await expectSoon(() => form.getByLabel('Примечание').inputValue()).toBe('Черновик');
  await expectSoon(() => form.getByLabel('Телефон').inputValue()).toBe('+7 900 000-00-00');
  await saveMine(page, 'Редактирование клиента');
  const [saved] = await as(other, loadClients());
  expect(saved).toMatchObject({ note: 'Черновик', phone: '+7 900 000-00-00', exportAccess: 'allowed' });
});

test('a person who lost a role and the export since gets a new name, and no rights', async () => {
  const [page, other] = await openTwo(client, boris, '/ldvknf/people');
  const path = '/vknf/people/invite';
  const vera = { Name: 'Вера', Login: 'vera', Role: 'owner', MayExport: true };
  await as(other, { method: 'POST', path, body: vera, read: () => null, failure: '' });
  const veraNow = async () => (await as(other, loadPeople())).rows.find(({ login }) => login === 'vera');
  await page.getByRole('button', { name: 'Обновить', exact: true }).click();
  await row(page, 'vera').getByRole('button', { name: 'Изменить' }).click();
  await dialog(page, 'Изменение').getByLabel('Имя *').fill('Вера Павловна');
  await as(other, updatePerson((await veraNow())?.id ?? 0, { role: 'reader', mayExport: false }, null));
  await saveMine(page, 'Изменение', 'Роль: Владелец → Читатель', 'Экспорт: да → нет');
  expect(await veraNow()).toMatchObject({ name: 'Вера Павловна', role: 'reader', mayExport: false });

  await row(page, 'vera').getByRole('button', { name: 'Изменить' }).click();
  await dialog(page, 'Изменение').getByLabel('Роль').selectOption('Редактор');
  await as(other, updatePerson((await veraNow())?.id ?? 0, { name: 'Вера Розальская' }, null));
  await dialog(page, 'Изменение').getByRole('button', { name: 'Сохранить' }).click();
  await conflict(page).getByText('Борис (boris)').waitFor();
  await conflict(page).getByRole('button', { name: 'Оставить чужое' }).click();
  await row(page, 'Вера Розальская').getByText('Читатель').waitFor();
});

test('a rule of alerts keeps the threshold and the quiet hours that another has set', async () => {
  const [page, other] = await openTwo(client, boris, '/ldvknf/alerts');
  const viewId = await as(page, createView('Всё метро', '?text=метро', null));
  const texts = { schedule: 'now', quietFrom: '', quietTo: '', address: '' } as const;
  const rule = {
    ...texts,
    name: 'Всплеск',
    viewId,
    condition: 'least',
    least: 10,
    period: 'hour',
    channel: 'atom',
  } as const;
  const { id } = await as(page, createAlertRule(rule));
  await page.reload();
  await waitForIsland(page);
  await row(page, 'Всплеск').getByRole('button', { name: 'Редактировать' }).click();
  await dialog(page, 'Правило').getByLabel('Название *').fill('Всплеск метро');
  await as(other, updateAlertRule(id, { least: 50, quietFrom: '22:00', quietTo: '08:00' }, null));
  await saveMine(page, 'Правило', 'Условие: Не меньше 10 за час → Не меньше 50 за час', 'Тихие часы: — → 22:00–08:00');
  const [saved] = (await as(other, loadAlertRules())).rules;
  expect(saved).toMatchObject({ name: 'Всплеск метро', least: 50, quietFrom: '22:00', quietTo: '08:00' });

  await row(page, 'Всплеск метро').getByRole('button', { name: 'Редактировать' }).click();
  await dialog(page, 'Правило').getByRole('button', { name: 'Приостановить' }).click();
  await dialog(page, 'Правило').getByText('Правило приостановлено').waitFor();
  await dialog(page, 'Правило').getByLabel('Название *').fill('Метро');
  await dialog(page, 'Правило').getByRole('button', { name: 'Сохранить' }).click();
  await says(page, 'Правило сохранено');
});

test('a work rule that another has paused stays paused', async () => {
  const [page, other] = await openTwo(client, boris, '/ldvknf/rules');
  const viewId = await as(other, createView('Метро', '?text=метро', null));
  const actions = { viewId, tagId: null, assignee: null, state: 'resolved', reason: null, hidden: false } as const;
  const id = await as(other, createWorkRule({ ...actions, name: 'Решать', paused: false }));
  await page.reload();
  await waitForIsland(page);
  await row(page, 'Решать').getByRole('button', { name: 'Изменить' }).click();
  await dialog(page, 'Правило разметки').getByLabel('Название *').fill('Решено');
  await as(other, updateWorkRule(id, { paused: true }, null));
  await saveMine(page, 'Правило разметки', 'Приостановлено: нет → да');
  expect((await as(other, loadWorkRules())).rows).toMatchObject([{ name: 'Решено', paused: true }]);
});

test('a saved filter keeps the conditions that were saved in another tab', async () => {
  const [page, other] = await openTwo(client, client, '/ldvknf/posts');
  const id = await as(other, createView('Город', '?text=город', null));
  await page.reload();
  await waitForIsland(page);
  const view = page.getByRole('list', { name: 'Мои фильтры' }).getByRole('listitem').filter({ hasText: 'Город' });
  await view.hover();
  await view.getByRole('button', { name: 'Действия с фильтром Город' }).click();
  await view.getByRole('button', { name: 'Переименовать' }).click();
  await dialog(page, 'Сохранённый фильтр').getByLabel('Название *').fill('Город и область');
  await as(other, updateView(id, { query: '?text=область' }, null));
  await saveMine(page, 'Сохранённый фильтр');
  const saved = (await as(other, loadViews())).find((stored) => stored.id === id);
  expect(saved).toMatchObject({ name: 'Город и область' });
  expect(new URLSearchParams(saved?.query).get('text')).toBe('область');
});

test('a tag keeps the colour that another has chosen', async () => {
  const [page, other] = await openTwo(client, boris, '/ldvknf/posts');
  const id = await as(other, createTag('Жалоба', 'red'));
  await page.reload();
  await waitForIsland(page);
  await page.locator('[aria-rowindex="2"]').getByRole('button', { name: 'Действия с постом' }).click();
  await page.getByRole('menuitem', { name: 'Теги…', exact: true }).click();
  await dialog(page, 'Теги').getByRole('button', { name: 'Изменить тег Жалоба' }).click();
  await dialog(page, 'Изменение тега').getByLabel('Название *').fill('Жалобы');
  await as(other, updateTag(id, { Color: 'blue' }, null));
  await saveMine(page, 'Изменение тега');
  expect((await as(other, loadWork())).tags).toMatchObject([{ name: 'Жалобы', color: 'blue' }]);
});

test('a phrase keeps the freeze of another, and one with another text offers that text', async () => {
  const [page, other] = await openTwo(client, boris, '/ldvknf/words');
  const sort = { orderBy: 'word_id', orderDirection: 'ASC', offset: 0 } as const;
  const stored = async () => (await as(other, loadWordsPage('client', sort))).rows;
  const [{ id, text } = { id: 0, text: '' }] = await stored();
  await row(page, text).getByRole('button', { name: 'Редактировать' }).click();
  const form = dialog(page, 'Редактирование фразы');
  await form.getByLabel('Полный поиск').check();
  await as(other, updateWord(id, { State: 'freeze' }, null));
  await saveMine(page, 'Редактирование фразы', 'Статус: Активно → Заморожено');
  expect((await stored())[0]).toMatchObject({ state: 'freeze', fullSearch: true });

  await row(page, text).getByRole('button', { name: 'Редактировать' }).click();
  await as(other, updateWord(id, { Text: `${text} вчера` }, null));
  await form.getByRole('combobox', { name: 'Текст *' }).fill(`${text} завтра`);
  await form.getByRole('button', { name: 'Сохранить' }).click();
  await conflict(page).getByText(`Фразу только что изменил Борис (boris): ${text} вчера`).waitFor();
  await conflict(page).getByRole('button', { name: 'Сохранить мой' }).click();
  await row(page, `${text} завтра`).waitFor();
});
