// Proves: README#routes, README#users, api#calls, api#entities, api#failures, limits#values, pages#anothers-change
// Proves: pages#layout, pages#state, phrases#states, phrases#table, sign-in#profile, sign-in#sessions
/** Rules of docs/product that no other test covers: the contents of pages, and the messages of failed changes. */
import type { Page } from 'playwright-core';
import { clientRow, commonShape, phrase } from '../support/backend-shapes.ts';
import { startBrowser } from '../support/browser.ts';
import { expectSoon } from '../support/expect-soon.ts';
import { keepSessions } from '../support/sessions.ts';
import type { Account } from '../support/sign-in.ts';
import { startStandInConsole } from '../support/stand-in-console.ts';
import { waitForCounts, waitForIdentity, waitForIsland } from '../support/wait-for-island.ts';

const admin: Account = { type: 'admin', name: 'root', password: 'password' };
const client: Account = { type: 'client', name: clientRow.id, password: 'password' };
const users = [
  { account: admin, role: 'Администратор', term: 'Имя пользователя', id: '1', field: 'username', initials: 'RO' },
  { account: client, role: 'Клиент', term: 'ID клиента', id: clientRow.id, field: 'client_id', initials: 'CL' },
] as const;

const { openPage } = startBrowser();
const openSignedIn = keepSessions({ openPage });
const { backend, server } = startStandInConsole();

beforeEach(() => {
  backend.misbehave(null);
  backend.answerIn(commonShape);
});

async function open(account: Account, path: string, options: Parameters<typeof openPage>[0] = {}): Promise<Page> {
  const page = await openSignedIn(server.url, account, { viewport: { width: 1280, height: 800 }, ...options });
  await page.goto(server.url + path);
  return page;
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const rows = (page: Page) => page.getByRole('grid').getByRole('row');
const scrollToEnd = (page: Page) => page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));

describe.each(users)('for $role', ({ account, role, term, id, field, initials }) => {
  test('the first page restores the identity; the sidebar and the profile show the account', async () => {
    const page = await open(account, '/profile');
    await waitForIdentity(page);
    await expectSoon(() => page.evaluate(() => JSON.parse(localStorage.getItem('auth_user') ?? 'null'))).toEqual({
      id,
      type: account.type,
      [field]: account.name,
    });
    const user = page.getByRole('region', { name: 'Пользователь' });
    for (const text of [initials, account.name, role]) await user.getByText(text, { exact: true }).waitFor();
    await user.getByRole('button', { name: 'Выйти' }).waitFor();
    await expectSoon(() => user.getByRole('link', { name: 'Профиль' }).getAttribute('href')).toBe('/profile');
    await page.getByRole('link', { name: 'LDVK Монитор' }).waitFor();

    const main = page.getByRole('main');
    await main.getByRole('button', { name: 'Изменить пароль' }).waitFor();
    await main.getByRole('button', { name: 'Выйти' }).waitFor();
    await main.getByText(role, { exact: true }).waitFor();
    const terms = await main.locator('dt').allInnerTexts();
    const values = await main.locator('dd').allInnerTexts();
    expect(Object.fromEntries(terms.map((name, at) => [name, values[at]]))).toEqual({
      [term]: account.name,
      'ID пользователя': id,
      'Статус аутентификации': 'Активен',
    });
  });
});

describe('the phrases', () => {
  const word = (WordID: number, fields: object) => ({
    WordID,
    Text: `${phrase} ${WordID}`,
    Clients: ['client-1'],
    ...fields,
  });

  test('a row shows its state, dates and counts; phrases are loaded by 100, newest ID first', async () => {
    const words = [
      word(1, { State: 'ready', Running: true, FullSearch: false, TotalPosts: 12, UpdateDt: '2026-11-01T10:00:00Z' }),
      word(2, { State: 'freeze', Running: false, FullSearch: true, TotalPosts: 0, UpdateDt: null }),
      word(3, { State: 'pending', TotalPosts: 1 }),
      word(4, { State: 'error', TotalPosts: 1 }),
    ];
    backend.on('GET /vknf/words/paginated', () => ({ body: { words, total: 4 } }));
    const page = await open(admin, '/ldvknf/words');
    const call = backend.calls.findLast(({ path }) => path.startsWith('/vknf/words/paginated'));
    const query = Object.fromEntries(new URLSearchParams(call?.path.split('?')[1]));
    expect(query).toEqual({ limit: '100', offset: '0', orderBy: 'word_id', orderDirection: 'DESC' });
    const cells = (at: number) => rows(page).nth(at).getByRole('gridcell').allInnerTexts();
    await rows(page).nth(1).getByText('12 / 34').waitFor();
    await expectSoon(async () => (await cells(1)).slice(0, 8)).toEqual([
      '1',
      `${phrase} 1`,
      'client-1',
      'Активно',
      'Да',
      'Нет',
      '12 / 34',
      '01.11.2026',
    ]);
    await rows(page).nth(2).getByText('0 / 34').waitFor();
    await expectSoon(async () => (await cells(2)).slice(3, 8)).toEqual([
      'Заморожено',
      'Нет',
      'Да',
      '0 / 34',
      'Не обновлялось',
    ]);
    await expectSoon(async () => (await cells(3))[3]).toBe('В ожидании');
    await expectSoon(async () => (await cells(4))[3]).toBe('Ошибка');
    await expectSoon(() => rows(page).nth(2).getByRole('link').getAttribute('href')).toBe('/ldvknf/posts?word=2');
  });

  test('without «counts» at most four live counts load at a time, and a failed one is 0', async () => {
    const words = Array.from({ length: 100 }, (_, index) => word(index + 1, { State: 'ready', TotalPosts: 0 }));
    backend.on('GET /vknf/words/paginated', () => ({ body: { words, total: 100 } }));
    const page = await openSignedIn(server.url, admin, {
      viewport: { width: 1280, height: 800 },
      allow: [/status of 500/],
    });
    let pending = 0;
    let most = 0;
    let calls = 0;
    await page.route('**/posts/count/**', async (route) => {
      calls += 1;
      const reply = [{ json: { total: -1 } }, { status: 500, body: 'panic' }][calls - 1] ?? { json: { total: 7 } };
      pending += 1;
      most = Math.max(most, pending);
      await new Promise((resolve) => setImmediate(resolve));
      pending -= 1;
      await route.fulfill(reply);
    });
    await page.goto(`${server.url}/ldvknf/words`);
    await waitForCounts(page);
    expect(most).toBeLessThanOrEqual(4);
    expect(calls).toBeGreaterThan(10);
    expect(calls).toBeLessThan(30);
    const shown = (counts: string) => page.getByRole('grid').getByText(counts, { exact: true }).count();
    await expectSoon(() => shown('0 / —')).toBe(1);
    await expectSoon(() => shown('0 / 0')).toBe(1);
    await expectSoon(() => shown('0 / 7')).toBe(calls - 2);
    expect(await page.getByRole('alert').filter({ hasText: 'Ошибка' }).count()).toBe(0);
  });
});

describe('a failed change is reported, and its dialog stays open', () => {
  const expectReported = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text }).waitFor();
  async function expectNotDeleted(page: Page, action: string) {
    backend.misbehave('status 500', '/vknf/words/delete');
    await rows(page).getByRole('button', { name: action }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: action }).click();
    await expectReported(page, 'Ошибка удаления слова');
    await rows(page).nth(1).getByText(phrase).waitFor();
  }
  const openFailing = async (account: Account) => {
    const page = await open(account, '/ldvknf/words', { allow: [/Failed to load resource/] });
    await waitForIsland(page);
    return page;
  };
  const dialog = (page: Page) => page.getByRole('dialog');

  test('of a client’s phrases, with the typed values; a new phrase is active, and full search has an explanation', async () => {
    const page = await openFailing(client);
    backend.misbehave('status 500', '/vknf/words/create');
    await button(page, 'Добавить фразу').click();
    await expectSoon(() => dialog(page).getByLabel('Статус').locator('option:checked').innerText()).toBe('Активно');
    const flag = dialog(page).getByRole('checkbox', { name: 'Полный поиск' });
    await expectSoon(() => flag.isChecked()).toBe(false);
    await dialog(page).getByText('Собрать все посты один раз; иначе — первые 200 самых подходящих').waitFor();
    const text = dialog(page).getByRole('combobox', { name: 'Текст *' });
    await text.fill('новая тема');
    await dialog(page).getByRole('button', { name: 'Сохранить' }).click();
    await expectReported(page, 'Ошибка создания слова');
    await expectSoon(() => text.inputValue()).toBe('новая тема');
    backend.misbehave(null);
    await dialog(page).getByRole('button', { name: 'Сохранить' }).click();
    await dialog(page).waitFor({ state: 'detached' });
    const sent = backend.calls.findLast(({ path }) => path.startsWith('/vknf/words/create'));
    expect(JSON.parse(sent?.body ?? '')).toEqual({ Text: 'новая тема', State: 'ready', FullSearch: false });
    await expectNotDeleted(page, 'Удалить');
  });

  test('of an administrator’s phrases; clients that do not load for a new one can be loaded again', async () => {
    const page = await openFailing(admin);
    backend.misbehave('status 500', '/vknf/words/update');
    await button(page, 'Редактировать').click();
    await dialog(page).getByRole('button', { name: 'Сохранить' }).click();
    await expectReported(page, 'Ошибка обновления слова');
    backend.misbehave(null);
    await dialog(page).getByRole('button', { name: 'Сохранить' }).click();
    await dialog(page).waitFor({ state: 'detached' });
    // An existing backend gets all fields, and no version.
    const sent = backend.calls.findLast(({ path }) => path.startsWith('/vknf/words/update'));
    expect(Object.keys(JSON.parse(sent?.body ?? '')).sort()).toEqual(['FullSearch', 'State', 'Text']);
    await expectNotDeleted(page, 'Пометить удалённой');
    await page.keyboard.press('Escape');
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    backend.misbehave('status 500', '/server/clients');
    await button(page, 'Добавить фразу').click();
    await expectReported(page, 'Ошибка загрузки клиентов');
    backend.misbehave(null);
    await button(page, 'Попробовать снова').click();
    await dialog(page).getByLabel('Клиент *').selectOption(clientRow.id);
  });
});

test('back and forward restore the sources with their rows, order and scroll position', async () => {
  const owners = Array.from({ length: 100 }, (_, index) => ({
    OwnerID: index + 1,
    OwnerType: 'user',
    Name: `И ${index + 1}`,
  }));
  backend.on('GET /vknf/owners/details', ({ path }) => {
    const query = new URLSearchParams(path.split('?')[1]);
    const offset = Number(query.get('offset'));
    const sorted = query.get('orderDirection') === 'DESC' ? owners.toReversed() : owners;
    return { body: { owners: sorted.slice(offset, offset + 20), total: owners.length } };
  });
  // So low that no page loads before the list scrolls: counts would pass between two waits.
  const page = await open(client, '/ldvknf/owners?sort=owner_id', { viewport: { width: 1280, height: 600 } });
  await waitForIsland(page);
  const shown = (text: string) =>
    page.getByRole('group', { name: 'Показано / всего' }).filter({ hasText: text }).waitFor();
  const waitForScroll = (place: number) => page.waitForFunction((top) => Math.abs(scrollY - top) < 2, place);
  await page.getByRole('columnheader', { name: 'ID', exact: true }).getByRole('link').click();
  await page.getByText('И 100', { exact: true }).waitFor();
  for (const count of ['40 /', '60 /']) {
    await scrollToEnd(page);
    await shown(count);
  }
  await page.evaluate(() => scrollTo(0, 900));
  await waitForScroll(900);
  await page.goto(`${server.url}/profile`);
  await page.goBack();
  await shown('60 /');
  await waitForScroll(900);
  await waitForIsland(page);
  await page.goBack();
  await page.getByText('И 1', { exact: true }).waitFor();
  await page.goForward();
  await page.getByText('И 100', { exact: true }).waitFor({ state: 'attached' });
  await shown('60 /');
  await waitForScroll(900);
  expect(page.url()).toBe(`${server.url}/ldvknf/owners?sort=-owner_id`);
});
