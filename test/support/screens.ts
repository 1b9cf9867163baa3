/** Every screen, dialog and popup of the console by name: its path, who sees it, and how to open it. */

import type { Page } from 'playwright-core';
import { mutedSource } from '../../scripts/demo/world/sources.ts';
import { pathOf, routeOf } from '../../shared/routes.ts';
import { addressOf } from './route-addresses.ts';
import { waitForIsland } from './wait-for-island.ts';

export type Screen = {
  name: string;
  /** A `newcomer` is a client without phrases. */
  as: 'nobody' | 'admin' | 'client' | 'newcomer';
  path: string;
  /** Opens a part that the page does not show at first. */
  open?: (page: Page) => Promise<unknown>;
  /** The selector of what `open` opens, if it is neither a dialog nor a popover. */
  part?: string;
  /** The screen changes the session, so that no other screen may share it. */
  changesSession?: true;
};

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click();

/** Clicks the button and waits for its dialog. */
const dialogBy =
  (button: string, role: 'dialog' | 'alertdialog' | 'menu' = 'dialog') =>
  async (page: Page) => {
    await press(page, button);
    await page.getByRole(role).waitFor();
  };

const pressInDialog = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click();

async function saveEmptyForm(page: Page): Promise<void> {
  await dialogBy('Добавить фразу')(page);
  await pressInDialog(page, 'Сохранить');
  await page.getByText('Введите текст').waitFor();
}

async function suggestPhrases(page: Page): Promise<void> {
  await dialogBy('Добавить фразу')(page);
  await page.getByRole('dialog').getByRole('combobox', { name: 'Текст *' }).fill('о');
  await page.getByRole('listbox').getByRole('option').first().waitFor();
}

async function previewPhrase(page: Page): Promise<void> {
  await dialogBy('Редактировать')(page);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Текст *' }).fill('(ремонт OR станция) -метро');
  await dialog.getByRole('region', { name: 'Предпросмотр' }).getByText('метро: −').waitFor();
  await dialog.getByRole('region', { name: 'Проверка запроса' }).getByRole('table').waitFor();
}

async function saveEmptyPassword(page: Page): Promise<void> {
  await dialogBy('Изменить пароль')(page);
  await pressInDialog(page, 'Сохранить');
  await page.getByText('Введите текущий пароль').waitFor();
}

async function saveEmptySource(page: Page): Promise<void> {
  await dialogBy('Добавить источник')(page);
  await pressInDialog(page, 'Сохранить');
  await page.getByText('Введите название').waitFor();
}

async function saveEmptyRule(page: Page): Promise<void> {
  await dialogBy('Новое правило')(page);
  await pressInDialog(page, 'Сохранить');
  await page.getByText('Выберите фильтр').waitFor();
}

async function addEmptyClient(page: Page): Promise<void> {
  // A button that submits a form does not wait for the island, unlike other buttons.
  await waitForIsland(page);
  await press(page, 'Добавить');
  await page.getByText('Введите имя').waitFor();
}

async function generatePassword(page: Page): Promise<void> {
  await dialogBy('Пароль')(page);
  await pressInDialog(page, 'Сгенерировать');
}

async function requestCollection(page: Page): Promise<void> {
  await press(page, 'Собрать сейчас');
  await page.getByRole('alert').filter({ hasText: 'Сбор не настроен' }).waitFor();
}

/** Without filters only the key reaches it. */
async function openSaver(page: Page): Promise<void> {
  await page.keyboard.press('s');
  await page.getByRole('dialog').waitFor();
}

async function saveEmptyView(page: Page): Promise<void> {
  await openSaver(page);
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Доступ').selectOption('Всему клиенту');
  await dialog.getByLabel('Клиент *').getByRole('option').nth(1).waitFor({ state: 'attached' });
  await pressInDialog(page, 'Сохранить');
  await page.getByText('Введите название').waitFor();
}

async function deleteView(page: Page): Promise<void> {
  await openSaver(page);
  await page.getByRole('dialog').getByLabel('Название *').fill('Ремонт дорог и тротуаров в центре города');
  await pressInDialog(page, 'Сохранить');
  // In narrow windows the list is in the drawer.
  const drawer = page.getByRole('button', { name: 'Меню', exact: true });
  if (await drawer.isVisible()) await drawer.click();
  const views = page.getByRole('list', { name: 'Мои фильтры' });
  await views
    .getByRole('button', { name: /^Действия с фильтром/ })
    .first()
    .click();
  await views.getByRole('button', { name: 'Удалить' }).click();
  await page.getByRole('alertdialog').waitFor();
}

async function openPost(page: Page): Promise<void> {
  await page.locator('[aria-rowindex] [data-post-url]').first().click();
  await page.getByRole('dialog', { name: 'Текст поста' }).waitFor();
}

const rowMenu = dialogBy('Действия с постом', 'menu');

async function hideSource(page: Page): Promise<void> {
  await rowMenu(page);
  await page.getByRole('menuitem', { name: 'Скрыть источник' }).click();
  await page.getByRole('dialog').getByText('Скроет постов за 30 дней').waitFor();
}

async function listHidden(page: Page): Promise<void> {
  await dialogBy('Скрытые источники и авторы')(page);
  await page.getByRole('dialog').getByText(mutedSource.name).waitFor();
}

async function readAbove(page: Page): Promise<void> {
  await press(page, 'Прочитать всё выше');
  await page.getByRole('status').filter({ hasText: 'Прочитано' }).waitFor();
}

/** In narrow windows the filters are in a sheet. */
async function openFilters(page: Page): Promise<void> {
  const opener = page.getByRole('button', { name: /^Фильтры/ });
  if (await opener.isVisible()) await opener.click();
}

async function searchUnknownCity(page: Page): Promise<void> {
  await openFilters(page);
  await page.getByRole('combobox', { name: 'Город' }).fill('нет такого города');
  await page.getByRole('search').getByRole('status').filter({ hasText: 'Ничего не найдено' }).waitFor();
}

async function reverseDays(page: Page): Promise<void> {
  await openFilters(page);
  const search = page.getByRole('search');
  await search.getByLabel('Дата с').fill('2026-02-03');
  await search.getByLabel('Дата по').fill('2026-02-01');
  await search.getByRole('alert').filter({ hasText: 'Дата начала позже даты окончания' }).waitFor();
}

async function searchCity(page: Page): Promise<void> {
  await openFilters(page);
  const city = page.getByRole('combobox', { name: 'Город' });
  await city.fill('мос');
  await page.getByRole('listbox').getByRole('option').first().waitFor();
  await city.and(page.locator(':focus')).waitFor();
}

async function impersonateWithoutReason(page: Page): Promise<void> {
  await dialogBy('Войти как клиент')(page);
  await pressInDialog(page, 'Войти как клиент');
  await page.getByText('Введите причину').waitFor();
}

async function impersonate(page: Page): Promise<void> {
  await press(page, 'Войти как клиент');
  const dialog = page.getByRole('dialog', { name: 'Вход от имени клиента' });
  await dialog.getByRole('combobox', { name: 'Клиент' }).selectOption({ index: 1 });
  await dialog.getByLabel('Причина *').fill('Обращение 17');
  await dialog.getByRole('button', { name: 'Войти как клиент' }).click();
  await page.getByRole('status').filter({ hasText: 'Вы работаете как клиент' }).waitFor();
}

async function selectPhrase(page: Page): Promise<void> {
  await page
    .getByRole('checkbox', { name: /^Выбрать: / })
    .first()
    .check();
  await page.getByRole('status').filter({ hasText: 'Выбрано: 1' }).waitFor();
}

async function deleteSelected(page: Page): Promise<void> {
  await selectPhrase(page);
  const bar = page.getByRole('group', { name: 'Выбранные строки' });
  // Narrow windows show only the frequent actions.
  const more = bar.getByRole('button', { name: 'Ещё действия' });
  if (await more.isVisible()) await more.click();
  await bar.getByRole('button', { name: 'Удалить' }).click();
  await page.getByRole('alertdialog').waitFor();
}

async function inviteNobody(page: Page): Promise<void> {
  await dialogBy('Пригласить')(page);
  await pressInDialog(page, 'Пригласить');
  await page.getByText('Введите логин').waitFor();
}

async function makeKey(page: Page): Promise<void> {
  await press(page, 'Новый ключ');
  await pressInDialog(page, 'Создать');
  await page.getByText('Введите название').waitFor();
}

async function invite(page: Page): Promise<void> {
  await dialogBy('Пригласить')(page);
  const dialog = page.getByRole('dialog', { name: 'Приглашение' });
  await dialog.getByLabel('Имя *').fill('Анна-Мария Константинопольская');
  await dialog.getByLabel('Логин *').fill(`anna.${Date.now()}`);
  await pressInDialog(page, 'Пригласить');
  await page.getByRole('dialog').getByLabel('Ссылка', { exact: true }).waitFor();
}

const words = pathOf('words');
const posts = pathOf('posts');
/** A source has few posts about both. */
const postsOfSource = `${posts}?owner=-50100&text=ремонт+OR+парковка`;
/** Parts of the feed open faster without rows. */
const noPosts = `${posts}?text=такогословавпостахнет`;
const owners = pathOf('owners');
const alerts = pathOf('alerts');
const clients = pathOf('clients');
const people = pathOf('people');
const rules = pathOf('rules');

const filters = '[role="search"]';

export const screens: readonly Screen[] = [
  { name: 'login', as: 'nobody', path: '/login' },
  { name: 'placeholder', as: 'client', path: pathOf('guardian') },
  { name: 'not-found', as: 'client', path: '/nowhere' },
  { name: 'profile', as: 'client', path: '/profile' },
  { name: 'own-second-factor', as: 'admin', path: pathOf('own-second-factor') },
  { name: 'profile-password', as: 'client', path: '/profile', open: saveEmptyPassword },
  { name: 'profile-key', as: 'client', path: '/profile', open: makeKey },
  { name: 'theme', as: 'client', path: '/profile', open: (page) => press(page, 'Тема') },
  { name: 'words', as: 'admin', path: words },
  { name: 'words-of-client', as: 'client', path: words },
  { name: 'shortcuts', as: 'client', path: words, open: (page) => page.keyboard.press('?') },
  { name: 'words-new', as: 'admin', path: words, open: saveEmptyForm },
  { name: 'words-suggestions', as: 'admin', path: words, open: suggestPhrases },
  { name: 'words-edit', as: 'client', path: words, open: dialogBy('Редактировать') },
  { name: 'words-preview', as: 'admin', path: words, open: previewPhrase },
  { name: 'words-delete', as: 'admin', path: words, open: dialogBy('Пометить удалённой', 'alertdialog') },
  { name: 'words-view', as: 'admin', path: words, open: dialogBy('Вид таблицы') },
  { name: 'words-export', as: 'admin', path: words, open: dialogBy('Экспорт', 'menu') },
  { name: 'words-selected', as: 'admin', path: words, open: selectPhrase, part: '[aria-label="Выбранные строки"]' },
  { name: 'words-bulk', as: 'client', path: words, open: deleteSelected },
  { name: 'word-card', as: 'admin', path: addressOf(routeOf('word-card')) },
  {
    name: 'word-card-requested',
    as: 'admin',
    path: addressOf(routeOf('word-card')),
    open: requestCollection,
    part: '[role="alert"]',
  },
  { name: 'collection', as: 'admin', path: pathOf('collection') },
  { name: 'analytics', as: 'client', path: pathOf('analytics') },
  { name: 'summary', as: 'client', path: `${pathOf('summary')}?period=week` },
  { name: 'analytics-compared', as: 'admin', path: `${pathOf('analytics')}?words=1,2,3&owner=-50100` },
  { name: 'alerts', as: 'client', path: alerts },
  { name: 'alerts-new', as: 'client', path: alerts, open: saveEmptyRule },
  { name: 'reports', as: 'client', path: pathOf('reports') },
  { name: 'reports-edit', as: 'client', path: pathOf('reports'), open: dialogBy('Изменить') },
  { name: 'posts', as: 'client', path: posts },
  { name: 'first-run', as: 'newcomer', path: posts },
  { name: 'posts-popup', as: 'client', path: posts, open: openPost },
  { name: 'posts-menu', as: 'client', path: posts, open: rowMenu },
  { name: 'posts-city', as: 'admin', path: postsOfSource, open: searchCity },
  { name: 'posts-hide', as: 'admin', path: postsOfSource, open: hideSource },
  { name: 'posts-read', as: 'admin', path: postsOfSource, open: readAbove, part: '[role="status"]' },
  { name: 'posts-query-error', as: 'client', path: `${posts}?text=метро+(` },
  { name: 'posts-none', as: 'client', path: noPosts },
  { name: 'posts-hidden', as: 'client', path: noPosts, open: listHidden },
  { name: 'posts-query-help', as: 'client', path: noPosts, open: dialogBy('Язык запросов') },
  { name: 'posts-delete-view', as: 'client', path: noPosts, open: deleteView },
  { name: 'posts-unknown-city', as: 'client', path: noPosts, open: searchUnknownCity, part: filters },
  { name: 'posts-reversed-days', as: 'client', path: noPosts, open: reverseDays, part: filters },
  { name: 'posts-save-view', as: 'admin', path: postsOfSource, open: saveEmptyView },
  { name: 'work', as: 'client', path: addressOf(routeOf('work')) },
  { name: 'owners', as: 'client', path: owners },
  { name: 'owner-card', as: 'client', path: addressOf(routeOf('owner-card')) },
  { name: 'owners-new', as: 'client', path: owners, open: saveEmptySource },
  { name: 'owners-list', as: 'client', path: owners, open: dialogBy('Добавить списком') },
  { name: 'clients', as: 'admin', path: clients },
  { name: 'clients-new', as: 'admin', path: clients, open: addEmptyClient, part: 'main form' },
  { name: 'clients-edit', as: 'admin', path: clients, open: dialogBy('Редактировать') },
  { name: 'clients-password', as: 'admin', path: clients, open: generatePassword },
  { name: 'clients-delete', as: 'admin', path: clients, open: dialogBy('Удалить', 'alertdialog') },
  { name: 'rules', as: 'client', path: rules },
  { name: 'rules-new', as: 'client', path: rules, open: saveEmptyRule },
  { name: 'people', as: 'client', path: people },
  { name: 'people-new', as: 'client', path: people, open: inviteNobody },
  { name: 'people-invited', as: 'client', path: people, open: invite },
  { name: 'invitation', as: 'nobody', path: `${pathOf('invitation')}?token=used` },
  { name: 'journal', as: 'admin', path: pathOf('journal') },
  { name: 'impersonation', as: 'admin', path: clients, open: impersonateWithoutReason },
  { name: 'impersonating', as: 'admin', path: '/profile', open: impersonate, changesSession: true },
];
