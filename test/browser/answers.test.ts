/**
 * Every action that calls the server reacts at once: while the server does not respond, the frame after the click or the
 * choice already shows that the action is in progress.
 */
import type { Page } from 'playwright-core';
import { pathOf } from '../../shared/routes.ts';
import { demoUsers, startDemo } from '../support/demo-pages.ts';
import { expectSoon } from '../support/expect-soon.ts';
import { holdFrames } from '../support/held-frames.ts';
import { isHydrated, waitForFilters, waitForIsland } from '../support/wait-for-island.ts';

const { demo, openPage, openSignedIn } = startDemo();

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click();
const fill = (page: Page, name: string, text: string) => page.getByRole('textbox', { name, exact: true }).fill(text);
const sortBy = (name: string) => (page: Page) => page.getByRole('columnheader', { name }).getByRole('link').click();
const pressIn = (role: 'dialog' | 'alertdialog' | 'main', name: string) => (page: Page) =>
  page.getByRole(role).getByRole('button', { name, exact: true }).click();

async function fillPasswords(page: Page): Promise<void> {
  for (const name of ['Новый пароль', 'Подтверждение пароля']) await page.getByLabel(name).fill('another-password-2');
}

async function fillClient(page: Page): Promise<void> {
  const texts = { 'Имя *': 'Архив', 'IP-адрес *': '10.0.0.9', 'MAC-адрес *': '00:1B:44:11:3A:B7' };
  for (const [name, text] of Object.entries(texts)) await fill(page, name, text);
}

async function chooseClient(page: Page): Promise<void> {
  await press(page, 'Войти как клиент');
  await page.getByRole('dialog').getByRole('combobox', { name: 'Клиент' }).selectOption({ index: 1 });
  await fill(page, 'Причина *', 'Обращение 17');
}

type Action = {
  what: string;
  as: keyof typeof demoUsers;
  path: string;
  before?: (page: Page) => Promise<unknown>;
  act: (page: Page) => Promise<unknown>;
  /** The accessible name of the element that becomes busy. */
  busy: string;
};

const words = { as: 'client', path: pathOf('words') } as const;
const posts = { as: 'client', path: pathOf('posts') } as const;
const owners = { as: 'client', path: pathOf('owners') } as const;
const clients = { as: 'admin', path: pathOf('clients') } as const;
const profile = { as: 'client', path: pathOf('profile') } as const;
const save = { act: pressIn('dialog', 'Сохранить'), busy: 'Сохранить' };
const refresh = { act: pressIn('main', 'Обновить'), busy: 'Обновить' };

const actions: Action[] = [
  { what: 'refreshing phrases', ...words, ...refresh },
  { what: 'sorting phrases', ...words, act: sortBy('Текст'), busy: 'Фразы' },
  {
    what: 'adding a phrase',
    ...words,
    before: async (page) => {
      await press(page, 'Добавить фразу');
      await page.getByRole('combobox', { name: 'Текст *' }).fill('новая фраза');
    },
    ...save,
  },
  { what: 'editing a phrase', ...words, before: (page) => press(page, 'Редактировать'), ...save },
  {
    what: 'deleting a phrase',
    ...words,
    before: (page) => press(page, 'Удалить'),
    act: pressIn('alertdialog', 'Удалить'),
    busy: 'Удалить',
  },
  { what: 'refreshing the feed', ...posts, ...refresh },
  { what: 'sorting the feed', ...posts, act: sortBy('Источник'), busy: 'Посты' },
  {
    what: 'filtering the feed',
    ...posts,
    before: waitForFilters,
    act: (page) => page.getByRole('combobox', { name: 'Фраза' }).selectOption({ index: 1 }),
    busy: 'Посты',
  },
  { what: 'refreshing sources', ...owners, ...refresh },
  {
    what: 'adding a source',
    ...owners,
    before: async (page) => {
      await press(page, 'Добавить источник');
      await page.getByRole('combobox', { name: 'Тип *' }).selectOption({ index: 1 });
      await fill(page, 'Название *', 'Архив');
    },
    ...save,
  },
  { what: 'refreshing clients', ...clients, ...refresh },
  { what: 'adding a client', ...clients, before: fillClient, act: pressIn('main', 'Добавить'), busy: 'Добавить' },
  { what: 'editing a client', ...clients, before: (page) => press(page, 'Редактировать'), ...save },
  {
    what: "setting a client's password",
    ...clients,
    before: async (page) => {
      await press(page, 'Пароль');
      await fillPasswords(page);
    },
    ...save,
  },
  {
    what: 'deleting a client',
    ...clients,
    before: (page) => press(page, 'Удалить'),
    act: pressIn('alertdialog', 'Удалить'),
    busy: 'Удалить',
  },
  {
    what: 'acting as a client',
    ...clients,
    before: chooseClient,
    act: pressIn('dialog', 'Войти как клиент'),
    busy: 'Войти как клиент',
  },
  {
    what: 'changing the own password',
    ...profile,
    before: async (page) => {
      await press(page, 'Изменить пароль');
      await page.getByLabel('Текущий пароль').fill(demoUsers.client.password);
      await fillPasswords(page);
    },
    ...save,
  },
  { what: 'leaving', ...profile, act: pressIn('main', 'Выйти'), busy: 'Выйти' },
];

/** From now on no call gets a response, and forms are not submitted. */
async function holdReplies(page: Page): Promise<void> {
  await page.route('**/api/v1/**', () => undefined);
  await page.evaluate(() => addEventListener('submit', (event) => event.preventDefault()));
}

/** Runs `act` and returns the names of the elements that are busy in the next frame. */
async function busyAfter(page: Page, act: (page: Page) => Promise<unknown>): Promise<string[]> {
  await page.evaluate(() => {
    const look = () => {
      const busy = [...document.querySelectorAll('[aria-busy="true"]')];
      Object.assign(window, { busy: busy.map(({ ariaLabel, textContent }) => (ariaLabel ?? textContent).trim()) });
    };
    const lookAfter = ({ type, target }: Event) => {
      // A text field's change event comes with the loss of focus, before the click.
      if (type === 'click' || target instanceof HTMLSelectElement) requestAnimationFrame(look);
    };
    for (const event of ['click', 'change']) addEventListener(event, lookAfter, true);
  });
  await act(page);
  const names = await page.waitForFunction(() => (window as unknown as { busy?: string[] }).busy);
  return (await names.jsonValue()) ?? [];
}

test.each(actions)('$what shows at once that it is in progress', async ({ as: role, path, before, act, busy }) => {
  const page = await openSignedIn(demo.url, demoUsers[role], { viewport: { width: 1280, height: 800 } });
  await page.goto(demo.url + path);
  if (path !== pathOf('profile')) await waitForIsland(page);
  await before?.(page);
  await holdReplies(page);
  expect(await busyAfter(page, act)).toContain(busy);
});

test.each([
  ['admin', pathOf('words'), 'Добавить фразу'],
  ['admin', pathOf('words'), 'Редактировать'],
  ['admin', pathOf('clients'), 'Пароль'],
  ['admin', pathOf('profile'), 'Войти как клиент'],
  ['client', pathOf('owners'), 'Вид таблицы'],
] as const)('as %s on %s, «%s» is busy while the code of its dialog loads', async (role, path, name) => {
  const page = await openSignedIn(demo.url, demoUsers[role], { viewport: { width: 1280, height: 800 } });
  await page.goto(demo.url + path);
  if (path !== pathOf('profile')) await waitForIsland(page);
  await page.route('**/assets/**', () => undefined);
  expect(await busyAfter(page, () => press(page, name))).toContain(name);
});

test('signing in shows at once that it is in progress', async () => {
  const page = await openPage();
  await page.goto(`${demo.url}/login`);
  await fill(page, 'Имя пользователя', 'admin');
  await page.getByLabel('Пароль', { exact: true }).fill('any');
  await holdReplies(page);
  expect(await busyAfter(page, (login) => press(login, 'Войти'))).toContain('Войти');
});

test.each([
  { button: 'Добавить фразу', dialog: 'Новая фраза' },
  { button: 'Вид таблицы', dialog: 'Вид таблицы' },
])('«$button» pressed before hydration opens its dialog after it', async ({ button, dialog }) => {
  const page = await openSignedIn(demo.url, demoUsers.admin);
  const releaseFrames = await holdFrames(page);
  await page.goto(demo.url + pathOf('words'));
  await page.getByRole('button', { name: button, exact: true }).first().click();
  expect(await isHydrated(page)).toBe(false);
  await releaseFrames();
  await page.getByRole('dialog', { name: dialog }).waitFor();
});

test('a field focused before hydration gets its suggestions after it', async () => {
  const page = await openSignedIn(demo.url, demoUsers.admin);
  const releaseFrames = await holdFrames(page);
  await page.goto(demo.url + pathOf('posts'));
  await page.getByRole('combobox', { name: 'Город' }).focus();
  expect(await isHydrated(page)).toBe(false);
  await releaseFrames();
  await page.waitForFunction(() => document.activeElement?.hasAttribute('aria-controls'));
});

test('values entered before hydration are applied after it', async () => {
  const page = await openSignedIn(demo.url, demoUsers.admin);
  const releaseFrames = await holdFrames(page);
  await page.goto(demo.url + pathOf('posts'));
  const word = page.getByRole('combobox', { name: 'Фраза' });
  await word.selectOption({ index: 2 });
  await page.getByRole('searchbox', { name: 'Поиск по тексту' }).fill('город');
  await page.getByLabel('Дата с').fill('2020-01-02');
  await page.getByRole('combobox', { name: 'Город' }).fill('мос');
  expect(await isHydrated(page)).toBe(false);
  await releaseFrames();
  await page.getByRole('listbox').getByRole('option').first().waitFor();
  await page.waitForURL(/text=/);
  const query = () => new URL(page.url()).searchParams;
  await expectSoon(() => [query().get('word'), query().get('text'), query().get('from')]).toEqual([
    await word.inputValue(),
    'город',
    '2020-01-02',
  ]);
  await expectSoon(() => page.getByRole('combobox', { name: 'Город' }).inputValue()).toBe('мос');
});

test('a loading next page is announced at the end of the list', async () => {
  const page = await openSignedIn(demo.url, demoUsers.client);
  await page.goto(demo.url + pathOf('owners'));
  await waitForIsland(page);
  await holdReplies(page);
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await page.getByText('Загрузка…', { exact: true }).waitFor();
});

test('a failed refresh is reported within view, and the rows remain', async () => {
  const page = await openSignedIn(demo.url, demoUsers.admin, {
    viewport: { width: 1280, height: 600 },
    allow: [/status of 500/],
  });
  await page.goto(demo.url + pathOf('words'));
  await waitForIsland(page);
  await page.route('**/api/v1/**', (route) => route.fulfill({ status: 500, json: {} }));
  await press(page, 'Обновить');
  const card = page.getByRole('alert').filter({ hasText: 'Ошибка загрузки слов' });
  await card.waitFor();
  await expectSoon(() => card.evaluate((element) => element.getBoundingClientRect().bottom <= innerHeight)).toBe(true);
  await expectSoon(() => page.locator('[aria-rowindex]').count()).toBeGreaterThan(10);
});
