// Proves: api#failures, limits#values, phrases#deletion, sources#addresses, sources#form, sources#table, sources#wall-of-a-source
/** The sources screen in a real browser (docs/product/sources.md and docs/product/api.md). */
import type { Page } from 'playwright-core';
import { createOwner } from '../../shared/api/owners.ts';
import { startBrowser } from '../support/browser.ts';
import { adminAccount, type RunningConsole, startConsole } from '../support/console-process.ts';
import { expectSoon } from '../support/expect-soon.ts';
import { callAs, seedWords, storeClient } from '../support/seed-words.ts';
import { keepSessions } from '../support/sessions.ts';
import type { Account } from '../support/sign-in.ts';
import { step } from '../support/step.ts';
import { waitForFocus } from '../support/wait-for-island.ts';

const path = '/ldvknf/owners';
const ownerCount = 45;
const photoHost = 'https://photos.example/';

const { openPage } = startBrowser();
const openSignedIn = keepSessions({ openPage });
let running: RunningConsole;
const clientAccount: Account = { type: 'client', name: 'client-1', password: 'client-password-1' };

beforeAll(async () => {
  running = await startConsole();
  clientAccount.name = await storeClient(running.dataDir, 'Городские новости', clientAccount.password);
  await seedWords(running.dataDir, clientAccount.name, 1);
  const page = await openSignedIn(running.url, adminAccount);
  for (let number = 1; number <= ownerCount; number += 1) {
    const digits = String(number).padStart(2, '0');
    const photo = number === 1 ? 'photo.svg' : number === 2 ? 'missing.png' : '';
    const owner = createOwner({
      OwnerType: number % 2 === 0 ? 'group' : 'user',
      Name: `Источник ${digits}`,
      Domain: `domain_${String(100 - number)}`,
      PhotoURL: photo && photoHost + photo,
    });
    await callAs(page, owner, running.url);
  }
});
afterAll(() => running?.close());

async function openAs(account: Account, options: Parameters<typeof openPage>[0] = {}, query = ''): Promise<Page> {
  const page = await openSignedIn(running.url, account, { viewport: { width: 1280, height: 700 }, ...options });
  await page.route(`${photoHost}**`, (route) =>
    route.request().url().endsWith('missing.png')
      ? route.fulfill({ contentType: 'image/png', body: 'no image' })
      : route.fulfill({
          contentType: 'image/svg+xml',
          body: '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>',
        }),
  );
  await page.goto(`${running.url}${path}${query}`);
  return page;
}

const grid = (page: Page) => page.getByRole('grid', { name: 'Источники' });
/** The first row is the header. */
const rowAt = (page: Page, index: number) => grid(page).getByRole('row').nth(index);
const row = (page: Page, text: string) => grid(page).getByRole('row').filter({ hasText: text });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const shown = (page: Page, text: string) =>
  page.getByRole('group', { name: 'Показано / всего' }).filter({ hasText: text }).waitFor();

test('the columns sort in place, an edit is reported as not implemented, and the search is in the address', async () => {
  const page = await openAs(adminAccount);
  await step('columns', async () => {
    await expectSoon(() => grid(page).getByRole('columnheader').allTextContents()).toEqual([
      'ID',
      'Тип',
      'Название',
      'Домен',
      'Фото',
      'Постов за 30 дней',
      'Повторов, %',
      'Стена',
      'Отставание',
      'Действия',
    ]);
    await expectSoon(() => grid(page).getByRole('columnheader').getByRole('link').allTextContents()).toEqual([
      'ID',
      'Тип',
      'Название',
      'Домен',
      'Постов за 30 дней',
      'Повторов, %',
    ]);
  });

  await step('sorting in place', async () => {
    for (const { head, column, first, sort } of [
      { head: 'ID', column: 'owner_id', first: 'Источник 45', sort: 'descending' },
      { head: 'Тип', column: 'owner_type', first: 'Группа', sort: 'ascending' },
      { head: 'Название', column: 'name', first: 'Источник 01', sort: 'ascending' },
      { head: 'Домен', column: 'domain', first: 'domain_55', sort: 'ascending' },
    ]) {
      const header = grid(page).getByRole('columnheader', { name: head, exact: true });
      await header.getByRole('link').click();
      await rowAt(page, 1).filter({ hasText: first }).waitFor();
      await expectSoon(() => header.getAttribute('aria-sort')).toBe(sort);
      expect(new URL(page.url()).search).toBe(`?sort=${sort === 'descending' ? '-' : ''}${column}`);
      await page.goBack();
      await rowAt(page, 1).filter({ hasText: 'Источник 01' }).waitFor();
      expect(new URL(page.url()).search).toBe('');
    }
  });

  await step('an edit is not implemented', async () => {
    const posts: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') posts.push(request.url());
    });
    const opener = row(page, 'Источник 03').getByRole('button', { name: 'Редактировать' });
    await opener.click();
    const form = dialog(page, 'Редактирование источника');
    await expectSoon(() => form.getByLabel('Название *').inputValue()).toBe('Источник 03');
    await expectSoon(() => form.getByLabel('Тип *').inputValue()).toBe('user');
    await expectSoon(() => form.getByLabel('Домен').inputValue()).toBe('domain_97');
    await form.getByLabel('Название *').fill('Другое');
    await form.getByRole('button', { name: 'Сохранить' }).click();
    await form.getByRole('alert').filter({ hasText: 'Обновление источников пока не реализовано' }).waitFor();
    await expectSoon(() => form.getByLabel('Название *').inputValue()).toBe('Другое');
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'detached' });
    await waitForFocus(opener);
    expect(posts).toEqual([]);
  });

  await step('the search', async () => {
    const field = page.getByRole('searchbox', { name: 'Найти источник' });
    await field.fill('источник 07');
    await shown(page, '1 / 1');
    await page.waitForURL((url) => url.searchParams.get('search') === 'источник 07');
    await grid(page).getByRole('columnheader', { name: 'Повторов, %' }).getByRole('link').click();
    await page.waitForURL(
      ({ searchParams }) => searchParams.get('sort') === 'copies_percent' && searchParams.get('search') !== null,
    );
    await field.fill('нет такого');
    await page.getByText('Ничего не найдено', { exact: true }).waitFor();
    await page.reload();
    await page.getByText('Ничего не найдено', { exact: true }).waitFor();
  });
});

test('scrolling loads pages of 20, each once; rows have photos or initials, and links', async () => {
  const page = await openAs(clientAccount, { allow: [/status of/] });
  const offsets: (string | null)[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === '/api/v1/vknf/owners/details') offsets.push(url.searchParams.get('offset'));
  });
  await shown(page, '20 / 45');
  expect(offsets).toEqual([]);
  for (const text of ['40 / 45', '45 / 45']) {
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await shown(page, text);
  }
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await row(page, 'Источник 45').waitFor();
  expect(offsets).toEqual(['20', '40']);

  await page.evaluate(() => scrollTo(0, 0));
  const photo = (name: string) => row(page, name).getByRole('gridcell').nth(4);
  await photo('Источник 01').locator('img').waitFor();
  await photo('Источник 02').getByText('И0').waitFor();
  await photo('Источник 03').getByText('И0').waitFor();
  await expectSoon(() => photo('Источник 01').locator('img').getAttribute('referrerpolicy')).toBe('no-referrer');

  const domain = row(page, 'Источник 03').getByRole('link', { name: 'domain_97' });
  await expectSoon(() => domain.getAttribute('href')).toBe('https://vk.com/domain_97');
  await expectSoon(() => domain.getAttribute('rel')).toBe('noopener noreferrer');
  const id = await row(page, 'Источник 03').getByRole('gridcell').first().innerText();
  await row(page, 'Источник 03').getByRole('link', { name: 'Источник 03' }).click();
  await page.waitForURL(`**/ldvknf/posts?owner=${id}`);

  await step('the wall is followed on the card', async () => {
    await page.goto(`${running.url}${path}/${id}`);
    await page.getByLabel('Собирать комментарии').check();
    await button(page, 'Сохранить').click();
    await page.getByText('Сбор не настроен: задайте VK_SERVICE_KEY').waitFor();
    await expectSoon(() => page.getByLabel('Собирать стену').isChecked()).toBe(true);
    await page.goto(`${running.url}${path}`);
    await row(page, 'Источник 03').getByText('Собирается с комментариями').waitFor();
  });

  await step('a list of addresses needs a key, and keeps its lines', async () => {
    await button(page, 'Добавить списком').click();
    const list = dialog(page, 'Добавить списком');
    await expectSoon(() => list.getByLabel('Собирать стену').isChecked()).toBe(true);
    const field = list.getByLabel('Адреса, по одному в строке');
    await list.getByRole('button', { name: 'Сохранить' }).click();
    await list.getByText('Укажите адреса').waitFor();
    await field.fill('vk.com/gorod');
    await list.getByRole('button', { name: 'Сохранить' }).click();
    await list.getByRole('alert').filter({ hasText: 'Сбор не настроен: задайте VK_SERVICE_KEY' }).waitFor();
    await expectSoon(() => field.inputValue()).toBe('vk.com/gorod');

    const outcomes = list.getByRole('status').getByRole('listitem');
    for (const { replies, shownLines, left } of [
      {
        replies: ['added', 'unread'],
        shownLines: ['vk.com/gorod: Добавлен', '?: Не адрес ВКонтакте'],
        left: '?',
      },
      { replies: ['exists'], shownLines: ['vk.com/rajon: Уже есть'], left: '' },
    ] as const) {
      await page.route('**/owners/create/list', (route) =>
        route.fulfill({ json: { Lines: replies.map((Outcome) => ({ Outcome })) } }),
      );
      await field.fill(shownLines.map((line) => line.split(':')[0]).join('\n'));
      await list.getByRole('button', { name: 'Сохранить' }).click();
      await expectSoon(() => outcomes.allInnerTexts()).toEqual([...shownLines]);
      await expectSoon(() => field.inputValue()).toBe(left);
    }
    const reloaded = page.waitForRequest('**/owners/details?**');
    await page.keyboard.press('Escape');
    await page.getByRole('status').filter({ hasText: 'Добавлено источников: 1' }).waitFor();
    await reloaded;
    await page.unroute('**/owners/create/list');
  });
});

test('deleting asks and is not implemented; a source needs a type and a name, and keeps its values when refused', async () => {
  const page = await openAs(clientAccount, { allow: [/status of/] });
  await step('deleting is not implemented', async () => {
    const opener = row(page, 'Источник 03').getByRole('button', { name: 'Удалить' });
    await opener.click();
    const question = page.getByRole('alertdialog', { name: 'Удалить этот источник?' });
    await question.getByText('Источник 03').waitFor();
    await question.getByRole('button', { name: 'Отмена' }).click();
    await question.waitFor({ state: 'detached' });
    await opener.click();
    await question.getByRole('button', { name: 'Удалить' }).click();
    await page.getByRole('alert').filter({ hasText: 'Удаление источников пока не реализовано' }).waitFor();
    await question.waitFor({ state: 'detached' });
    await expectSoon(() => row(page, 'Источник 03').count()).toBe(1);
  });

  const form = dialog(page, 'Новый источник');
  await step('required fields', async () => {
    await button(page, 'Добавить источник').click();
    await form.getByLabel('Домен').fill('kept');
    await form.getByRole('button', { name: 'Сохранить' }).click();
    await form.getByText('Выберите тип').waitFor();
    await form.getByText('Введите название').waitFor();
    await waitForFocus(form.getByLabel('Тип *'));
    await expectSoon(() => form.getByLabel('Домен').inputValue()).toBe('kept');
  });

  await step('a refusal keeps the values', async () => {
    await form.getByLabel('Тип *').selectOption('Страница');
    await form.getByLabel('Название *').fill('  Новый ');
    await form.getByLabel('URL фото').fill(`${photoHost}photo.svg`);
    for (const { status, error, text } of [
      { status: 500, error: 'panic', text: 'Ошибка создания источника' },
      { status: 400, error: 'Такой домен уже есть', text: 'Такой домен уже есть' },
    ]) {
      await page.route('**/owners/create', (route) => route.fulfill({ status, json: { error } }));
      await form.getByRole('button', { name: 'Сохранить' }).click();
      await form.getByRole('alert').filter({ hasText: text }).waitFor();
      await expectSoon(() => form.getByLabel('Название *').inputValue()).toBe('  Новый ');
      await expectSoon(() => form.getByRole('button', { name: 'Сохранить' }).isEnabled()).toBe(true);
    }
    await page.unroute('**/owners/create');
    await form.getByRole('button', { name: 'Сохранить' }).click();
    await page.getByRole('status').filter({ hasText: 'Источник добавлен' }).waitFor();
    await form.waitFor({ state: 'detached' });
  });

  await step('sources that others added', async () => {
    await page.goto(`${running.url}${path}?sort=-owner_id`);
    await row(page, 'Новый').filter({ hasText: 'Страница' }).filter({ hasText: 'kept' }).waitFor();
    await callAs(page, createOwner({ OwnerType: 'event', Name: 'Ярмарка', Domain: '', PhotoURL: '' }));
    expect(await row(page, 'Ярмарка').count()).toBe(0);
    await button(page, 'Обновить').click();
    await rowAt(page, 1).filter({ hasText: 'Ярмарка' }).waitFor();
  });
});
