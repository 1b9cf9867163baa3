// Proves: pages#without-javascript
/**
 * Every action that calls the server reacts at once: while the server does not respond, the frame after the click or the
 * choice already shows that the action is in progress. Values typed into a dialog survive the end of the session, only for the same user.
 */
import type { Page, Route } from 'playwright-core';
import * as messages from '../../shared/messages.ts';
import { pathOf } from '../../shared/routes.ts';
import { demoUsers, startDemo } from '../support/demo-pages.ts';
import { expectSoon } from '../support/expect-soon.ts';
import { holdFrames } from '../support/held-frames.ts';
import { type Account, sendSignIn } from '../support/sign-in.ts';
import { step } from '../support/step.ts';
import { isHydrated, waitForFilters, waitForIsland } from '../support/wait-for-island.ts';

const { demo, openPage, openSignedIn, openTable } = startDemo();

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
  before?: (page: Page) => Promise<unknown>;
  act: (page: Page) => Promise<unknown>;
  /** The accessible name of the element that becomes busy. */
  busy: string;
};

const save = { act: pressIn('dialog', 'Сохранить'), busy: 'Сохранить' };
const refresh = { act: pressIn('main', 'Обновить'), busy: 'Обновить' };

/** Of each screen, with buttons whose dialogs load their code. */
const screens: { as: keyof typeof demoUsers; path: string; openers: string[]; actions: Action[] }[] = [
  {
    as: 'client',
    path: pathOf('words'),
    openers: ['Добавить фразу', 'Редактировать'],
    actions: [
      { what: 'refreshing phrases', ...refresh },
      {
        what: 'adding a phrase',
        before: async (page) => {
          await press(page, 'Добавить фразу');
          await page.getByRole('combobox', { name: 'Текст *' }).fill('новая фраза');
        },
        ...save,
      },
      { what: 'editing a phrase', before: (page) => press(page, 'Редактировать'), ...save },
      {
        what: 'deleting a phrase',
        before: (page) => press(page, 'Удалить'),
        act: pressIn('alertdialog', 'Удалить'),
        busy: 'Удалить',
      },
      { what: 'sorting phrases', act: sortBy('Текст'), busy: 'Фразы' },
    ],
  },
  {
    as: 'client',
    path: pathOf('posts'),
    openers: [],
    actions: [
      { what: 'refreshing the feed', ...refresh },
      { what: 'sorting the feed', act: sortBy('Источник'), busy: 'Посты' },
      {
        what: 'filtering the feed',
        before: waitForFilters,
        act: (page) => page.getByRole('combobox', { name: 'Фраза' }).selectOption({ index: 1 }),
        busy: 'Посты',
      },
    ],
  },
  {
    as: 'client',
    path: pathOf('owners'),
    openers: ['Вид таблицы'],
    actions: [
      { what: 'refreshing sources', ...refresh },
      {
        what: 'adding a source',
        before: async (page) => {
          await press(page, 'Добавить источник');
          await page.getByRole('combobox', { name: 'Тип *' }).selectOption({ index: 1 });
          await fill(page, 'Название *', 'Архив');
        },
        ...save,
      },
    ],
  },
  {
    as: 'admin',
    path: pathOf('clients'),
    openers: ['Пароль'],
    actions: [
      { what: 'refreshing clients', ...refresh },
      { what: 'adding a client', before: fillClient, act: pressIn('main', 'Добавить'), busy: 'Добавить' },
      { what: 'editing a client', before: (page) => press(page, 'Редактировать'), ...save },
      {
        what: "setting a client's password",
        before: async (page) => {
          await press(page, 'Пароль');
          await fillPasswords(page);
        },
        ...save,
      },
      {
        what: 'deleting a client',
        before: (page) => press(page, 'Удалить'),
        act: pressIn('alertdialog', 'Удалить'),
        busy: 'Удалить',
      },
      {
        what: 'acting as a client',
        before: chooseClient,
        act: pressIn('dialog', 'Войти как клиент'),
        busy: 'Войти как клиент',
      },
    ],
  },
  {
    as: 'admin',
    path: pathOf('profile'),
    openers: ['Войти как клиент'],
    actions: [
      {
        what: 'changing the own password',
        before: async (page) => {
          await press(page, 'Изменить пароль');
          await page.getByLabel('Текущий пароль').fill(demoUsers.admin.password);
          await fillPasswords(page);
        },
        ...save,
      },
    ],
  },
];

/** From now on no call gets a response. Returns a function that lets all calls fail. */
async function holdReplies(page: Page): Promise<() => Promise<void>> {
  const held: Route[] = [];
  let fails = false;
  await page.route('**/api/v1/**', (route) => (fails ? route.abort() : void held.push(route)));
  return async () => {
    // A call may be sent after the button is busy, or after another call, and must not reach the server.
    await expectSoon(() => held.length).toBeGreaterThan(0);
    fails = true;
    await Promise.all(held.map((route) => route.abort()));
    await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
    await page.unroute('**/api/v1/**');
  };
}

/** Runs `act` and returns the names of the elements that are busy in the next frame. */
async function busyAfter(page: Page, act: (page: Page) => Promise<unknown>): Promise<string[]> {
  await page.evaluate(() => {
    const looked = new AbortController();
    const look = () => {
      const busy = [...document.querySelectorAll('[aria-busy="true"]')];
      Object.assign(window, { busy: busy.map(({ ariaLabel, textContent }) => (ariaLabel ?? textContent).trim()) });
    };
    const lookAfter = ({ type, target }: Event) => {
      // A text field's change event comes with the loss of focus, before the click.
      if (type !== 'click' && !(target instanceof HTMLSelectElement)) return;
      looked.abort();
      requestAnimationFrame(look);
    };
    Object.assign(window, { busy: undefined });
    for (const event of ['click', 'change'])
      addEventListener(event, lookAfter, { capture: true, signal: looked.signal });
  });
  await act(page);
  const names = await page.waitForFunction(() => (window as unknown as { busy?: string[] }).busy);
  return (await names.jsonValue()) ?? [];
}

async function closeDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.locator('dialog[open]').waitFor({ state: 'detached' });
}

/** Presses the buttons while no script comes, and returns what is busy after each. Their dialogs open and are closed. */
async function pressBeforeCode(page: Page, names: string[]): Promise<[string, string[]][]> {
  const mayCome = Promise.withResolvers<void>();
  const hold = (route: Route) =>
    route.request().resourceType() === 'script' ? mayCome.promise.then(() => route.continue()) : route.continue();
  await page.route('**', hold);
  const shown: [string, string[]][] = [];
  for (const name of names) shown.push([name, await busyAfter(page, () => press(page, name))]);
  mayCome.resolve();
  await page.locator('dialog[open]').waitFor();
  await page.unroute('**', hold);
  await closeDialog(page);
  return shown;
}

test.each(screens)(
  'on $path every action and every button whose dialog loads its code shows at once that it is in progress',
  async ({ as: role, path, openers, actions }) => {
    const viewport = { width: 1280, height: 800 };
    const page = await openSignedIn(demo.url, demoUsers[role], { viewport, allow: [/ERR_FAILED/] });
    await page.goto(demo.url + path);
    if (path !== pathOf('profile')) await waitForIsland(page);
    if (openers.length > 0) {
      const shown = await pressBeforeCode(page, openers);
      expect(shown).toEqual(openers.map((name) => [name, expect.arrayContaining([name])]));
    }
    const shown: [string, string[]][] = [];
    for (const { what, before, act } of actions) {
      await before?.(page);
      const release = await holdReplies(page);
      shown.push([what, await busyAfter(page, act)]);
      // A list that has failed waits for seconds before it loads again.
      if (shown.length === actions.length) break;
      await release();
      await closeDialog(page);
    }
    expect(shown).toEqual(actions.map(({ what, busy }) => [what, expect.arrayContaining([busy])]));
  },
);

test('before hydration a pressed button is remembered, so is a focused field, and typed values are; all work after it', async () => {
  const page = await openSignedIn(demo.url, demoUsers.admin);
  const releaseFrames = await holdFrames(page);
  for (const { button, dialog } of [
    { button: 'Добавить фразу', dialog: 'Новая фраза' },
    { button: 'Вид таблицы', dialog: 'Вид таблицы' },
  ]) {
    // The script of a table waits for the first frame, even when all else has loaded.
    await page.goto(demo.url + pathOf('words'), { waitUntil: 'networkidle' });
    await page.getByRole('button', { name: button, exact: true }).first().click();
    expect(await isHydrated(page)).toBe(false);
    await releaseFrames();
    await page.getByRole('dialog', { name: dialog }).waitFor();
  }

  await page.goto(demo.url + pathOf('posts'));
  await page.getByRole('combobox', { name: 'Город' }).focus();
  expect(await isHydrated(page)).toBe(false);
  await releaseFrames();
  await page.waitForFunction(() => document.activeElement?.hasAttribute('aria-controls'));

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

test('a failed refresh is reported within view, and the rows remain; a loading next page is announced at the end of the list', async () => {
  const page = await openSignedIn(demo.url, demoUsers.client, {
    viewport: { width: 1280, height: 600 },
    allow: [/status of 500/],
  });
  await page.goto(demo.url + pathOf('owners'));
  await waitForIsland(page);
  await page.route('**/api/v1/**', (route) => route.fulfill({ status: 500, json: {} }));
  await press(page, 'Обновить');
  const card = page.getByRole('alert').filter({ hasText: 'Ошибка загрузки источников' });
  await card.waitFor();
  await expectSoon(() => card.evaluate((element) => element.getBoundingClientRect().bottom <= innerHeight)).toBe(true);
  await expectSoon(() => page.locator('[aria-rowindex]').count()).toBeGreaterThan(10);

  await page.unroute('**/api/v1/**');
  await press(page, 'Обновить');
  await card.waitFor({ state: 'detached' });
  await holdReplies(page);
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await page.getByText('Загрузка…', { exact: true }).waitFor();
});

const newPhrase = (page: Page) => page.getByRole('dialog', { name: 'Новая фраза' });

/** Counts the mutation observers of the whole body in every document that the page loads. */
async function countBodyObservers(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const active = new Set<MutationObserver>();
    const { observe, disconnect } = MutationObserver.prototype;
    MutationObserver.prototype.observe = function (target, options) {
      if (target === document.body) active.add(this);
      observe.call(this, target, options);
    };
    MutationObserver.prototype.disconnect = function () {
      active.delete(this);
      disconnect.call(this);
    };
    Object.assign(window, { countBodyObservers: () => active.size });
  });
  return () => page.evaluate('countBodyObservers()');
}

/** Types a phrase and saves it after the session has ended. The suggestions of an earlier text may be in the cache of SWR. */
async function loseSession(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Добавить фразу' }).click();
  await newPhrase(page).getByLabel('Клиент *').selectOption({ index: 2 });
  const suggestions = page.waitForResponse(/\/words\/autocomplete/);
  await newPhrase(page).getByLabel('Текст *').fill(text);
  await suggestions;
  await newPhrase(page).getByLabel('Полный поиск').check();
  await page.context().clearCookies({ name: /token/ });
  // By keyboard, because suggestions may cover the button.
  await newPhrase(page).getByRole('button', { name: 'Сохранить' }).press('Enter');
  await page.waitForURL(/\/login\?next=/);
}

async function signInAgain(page: Page, account: Account): Promise<void> {
  await sendSignIn(page, account);
  await page.waitForURL(demo.url + pathOf('words'));
  await waitForIsland(page);
}

test('a draft is restored once, in the same dialog, for the same user', async () => {
  const page = await openTable('admin', pathOf('words'), { allow: [/status of 401/] });
  const bodyObservers = await countBodyObservers(page);
  await step('the same dialog and user', async () => {
    await loseSession(page, 'ремонт набережной');
    await signInAgain(page, demoUsers.admin);
    await page.getByRole('status').filter({ hasText: messages.draftKept }).waitFor();
    await page.getByRole('button', { name: 'Добавить фразу' }).click();
    await newPhrase(page).getByLabel('Клиент *').and(page.locator(':not([value=""])')).waitFor();
    await page.waitForFunction(() => !sessionStorage.getItem('drafts'));
    await expectSoon(bodyObservers).toBe(0);
    await expectSoon(() => newPhrase(page).getByLabel('Текст *').inputValue()).toBe('ремонт набережной');
    await expectSoon(() => newPhrase(page).getByLabel('Полный поиск').isChecked()).toBe(true);
    await expectSoon(() => newPhrase(page).getByLabel('Клиент *').inputValue()).not.toBe('');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await newPhrase(page).waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Добавить фразу' }).click();
    await expectSoon(() => newPhrase(page).getByLabel('Текст *').inputValue()).toBe('');
    await page.keyboard.press('Escape');
    await newPhrase(page).waitFor({ state: 'hidden' });
  });

  await step('a draft that cannot be restored', async () => {
    await loseSession(page, 'ремонт моста');
    await page.evaluate(() => {
      const drafts = JSON.parse(sessionStorage.getItem('drafts') ?? '');
      drafts.forms['word-new'].clientId = 'a client that is gone';
      sessionStorage.setItem('drafts', JSON.stringify(drafts));
    });
    await signInAgain(page, demoUsers.admin);
    await page.getByRole('button', { name: 'Добавить фразу' }).click();
    await newPhrase(page).getByLabel('Текст *').and(page.locator('[value="ремонт моста"]')).waitFor();
    await expectSoon(bodyObservers).toBe(1);
    await newPhrase(page).getByRole('button', { name: 'Отмена' }).click();
    await newPhrase(page).waitFor({ state: 'hidden' });
    await page.waitForFunction(() => !sessionStorage.getItem('drafts'));
    await expectSoon(bodyObservers).toBe(0);
  });

  await step('another user', async () => {
    await loseSession(page, 'ремонт дороги');
    await signInAgain(page, demoUsers.client);
    await page.getByRole('button', { name: 'Добавить фразу' }).click();
    await page.waitForFunction(() => sessionStorage.getItem('drafts') === null);
    await expectSoon(() => newPhrase(page).getByLabel('Текст *').inputValue()).toBe('');
    await page.keyboard.press('Escape');
    await newPhrase(page).waitFor({ state: 'hidden' });
  });

  await step('another tab', async () => {
    const other = await openPage({ context: page.context(), allow: [/status of 401/] });
    await other.goto(demo.url + pathOf('words'));
    await waitForIsland(other);
    await other.getByRole('button', { name: 'Добавить фразу' }).click();
    const replies = [/words\/autocomplete/, /posts\/preview/].map((call) => other.waitForResponse(call));
    await newPhrase(other).getByLabel('Текст *').fill('ремонт вокзала');
    await Promise.all(replies);
    await page.context().clearCookies({ name: /token/ });
    await page.bringToFront();
    await press(page, 'Обновить');
    await page.waitForURL(/\/login\?next=/);
    await other.bringToFront();
    await other.getByRole('heading', { name: 'Вход в систему' }).waitFor();
    await signInAgain(other, demoUsers.client);
    await other.getByRole('button', { name: 'Добавить фразу' }).click();
    await expectSoon(() => newPhrase(other).getByLabel('Текст *').inputValue()).toBe('ремонт вокзала');
  });
});
