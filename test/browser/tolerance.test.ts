// Proves: api#failures, api#replies, phrases#table, security#statements
/** Calls of the islands, with every shape of reply (docs/product/api.md) and every fault of the backend. */
import type { Page } from 'playwright-core';
import * as messages from '../../shared/messages.ts';
import { city, clientRow, commonShape, phrase, refusals, shapes } from '../support/backend-shapes.ts';
import { startBrowser } from '../support/browser.ts';
import { expectSoon } from '../support/expect-soon.ts';
import { type Misbehaviour, misbehaviours } from '../support/misbehaviours.ts';
import { keepSessions } from '../support/sessions.ts';
import type { Account } from '../support/sign-in.ts';
import { startStandInConsole } from '../support/stand-in-console.ts';
import { step } from '../support/step.ts';
import { waitForIsland, waitForRows } from '../support/wait-for-island.ts';

const admin: Account = { type: 'admin', name: 'root', password: 'password' };
const client: Account = { type: 'client', name: clientRow.id, password: 'password' };

/** Long enough for a reply on a busy machine, and short enough to wait for. */
const apiTimeoutMs = 5000;

const { openPage } = startBrowser();
const openSignedIn = keepSessions({ openPage });
const { backend, server } = startStandInConsole({ environment: { API_TIMEOUT_MS: String(apiTimeoutMs) } });

beforeEach(() => {
  backend.misbehave(null);
  backend.answerIn(commonShape);
});

async function open(account: Account, path: string, allow: RegExp[] = [], fault?: Misbehaviour): Promise<Page> {
  const page = await openSignedIn(server.url, account, {
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    allow,
  });
  if (fault) backend.misbehave(fault);
  await page.goto(server.url + path);
  return page;
}

const screens = [
  { account: client, path: '/ldvknf/words', failure: 'Ошибка загрузки слов клиента', empty: 'Нет слов' },
  { account: client, path: '/ldvknf/posts', failure: 'Ошибка загрузки постов', empty: 'Нет постов' },
  { account: admin, path: '/ldvknf/owners', failure: 'Ошибка загрузки источников', empty: 'Нет источников' },
  { account: admin, path: '/ldserver/clients', failure: 'Ошибка загрузки клиентов', empty: 'Нет клиентов' },
];

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const card = (page: Page) => page.getByRole('alert').filter({ has: button(page, 'Попробовать снова') });
/** The row of the last reply. */
const rowOf = (page: Page, number: number) =>
  page.getByRole('grid').getByRole('gridcell', { name: String(number), exact: true });

/** Only the shapes of lists; test/http/tolerance.test.ts covers their contents, which are read by the same code. */
const listShapes = shapes.filter(({ shape }) => shape.list !== commonShape.list);
/** Slow replies fail like broken ones, and are left out to save time. */
const faults = misbehaviours.filter((fault) => fault !== 'trickle' && fault !== 'huge');

/** Unique in each reply, so that a row identifies its reply. */
let number = 1000;

describe.each(screens)('$path', ({ account, path, failure, empty }) => {
  /** The same code makes the calls of all screens, and test/http/tolerance.test.ts has all shapes and faults for each. */
  const someOf = <T>(all: readonly T[]) => (path === screens[0]?.path ? all : all.slice(0, 1));

  test(`without the backend and after each fault it shows «${failure}», and accepts every form of a list`, async () => {
    const page = await open(account, path, [/Failed to load resource/], 'reset');
    await card(page).filter({ hasText: failure }).waitFor();
    const retry = async () => {
      number += 1;
      backend.misbehave(null);
      backend.answerIn(commonShape, number);
      await button(page, 'Попробовать снова').click();
      await rowOf(page, number).waitFor();
    };
    await waitForIsland(page);
    await retry();
    await expectSoon(() => card(page).count()).toBe(0);
    if (path === '/ldvknf/posts') {
      await expectSoon(() => page.getByLabel('Фраза').locator('option').allTextContents()).toEqual([
        'Все фразы',
        phrase,
      ]);
      await button(page, 'С 01.11.2026').waitFor();
      await expectSoon(() => page.getByText('Ошибка').count()).toBe(0);
    }

    const refresh = async (shape = commonShape) => {
      number += 1;
      backend.answerIn(shape, number);
      await button(page, 'Обновить').click();
    };
    for (const { name, shape, seen } of someOf(listShapes)) {
      await refresh(shape);
      const expected = seen.row ? rowOf(page, number) : page.getByText(empty, { exact: true });
      await expected.waitFor().catch(() => Promise.reject(new Error(`${name}: ${seen.row ? 'no row' : 'no text'}`)));
      await expectSoon(async () => [name, await card(page).count()]).toEqual([name, 0]);
      if (seen.row) continue;
      // Two empty results in a row look alike.
      await refresh();
      await rowOf(page, number).waitFor();
    }

    for (const fault of someOf(faults)) {
      backend.misbehave(fault);
      await button(page, 'Обновить').click();
      await card(page).filter({ hasText: failure }).waitFor();
      await retry();
      await waitForRows(page);
      await expectSoon(async () => [fault, await card(page).count()]).toEqual([fault, 0]);
    }
  });
});

test('without JavaScript «Попробовать снова» is a link to the same address', async () => {
  const { url } = server;
  const page = await openSignedIn(url, client, { javaScriptEnabled: false, allow: [/status of 503/] });
  backend.misbehave('reset');
  const address = `${url}/ldvknf/words?page=1`;
  await page.goto(address);
  const retry = page.getByRole('alert').getByRole('link', { name: 'Попробовать снова', exact: true }).first();
  expect(await button(page, 'Попробовать снова').count()).toBe(0);
  number += 1;
  backend.misbehave(null);
  backend.answerIn(commonShape, number);
  await retry.click();
  await rowOf(page, number).waitFor();
  expect(page.url()).toBe(address);
});

test('with every reply to changes, a phrase, a source, a client and a password can be saved', async () => {
  const replies = shapes.filter(({ name }) => name.startsWith('changes'));
  expect(replies.length).toBeGreaterThan(1);
  const status = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).waitFor();
  const page = await open(admin, '/ldvknf/words');
  await step('a phrase', async () => {
    await waitForIsland(page);
    for (const { shape } of replies) {
      backend.answerIn(shape);
      await button(page, 'Добавить фразу').click();
      const word = page.getByRole('dialog', { name: 'Новая фраза' });
      await word.getByLabel('Клиент *').selectOption(clientRow.id);
      await word.getByRole('combobox', { name: 'Текст *' }).fill('новая тема');
      await word.getByRole('button', { name: 'Сохранить' }).click();
      await word.waitFor({ state: 'hidden' });
      await status(page, 'Фраза добавлена');
    }
  });

  await step('a source', async () => {
    await page.goto(`${server.url}/ldvknf/owners`);
    await waitForIsland(page);
    for (const { shape } of replies) {
      backend.answerIn(shape);
      await button(page, 'Добавить источник').click();
      const source = page.getByRole('dialog', { name: 'Новый источник' });
      await source.getByLabel('Тип *').selectOption({ index: 1 });
      await source.getByLabel('Название *').fill('Двор');
      await source.getByRole('button', { name: 'Сохранить' }).click();
      await source.waitFor({ state: 'hidden' });
    }
  });

  await step('a client', async () => {
    await page.goto(`${server.url}/ldserver/clients`);
    await waitForIsland(page);
    for (const { shape } of replies) {
      backend.answerIn(shape);
      const form = page.getByRole('form', { name: 'Новый клиент' });
      await form.getByLabel('Имя *').fill('Второй');
      await form.getByLabel('IP-адрес *').fill('10.0.0.2');
      await form.getByLabel('MAC-адрес *').fill('00:1A:2B:3C:4D:5F');
      await form.getByRole('button', { name: 'Добавить' }).click();
      await page.waitForFunction(() => document.querySelector<HTMLInputElement>('form input')?.value === '');
    }
  });

  await step('a password', async () => {
    await page.goto(`${server.url}/profile`);
    for (const { shape } of replies) {
      backend.answerIn(shape);
      await page.getByRole('main').getByRole('button', { name: 'Изменить пароль' }).click();
      const password = page.getByRole('dialog', { name: 'Изменение пароля' });
      await password.getByLabel('Текущий пароль').fill('old-password');
      await password.getByLabel('Новый пароль').fill('new-password');
      await password.getByLabel('Подтверждение пароля').fill('new-password');
      await password.getByRole('button', { name: 'Сохранить' }).click();
      await status(page, 'Пароль успешно изменён!');
      await page.keyboard.press('Escape');
      await password.waitFor({ state: 'hidden' });
    }
  });
});

test('calls of the browser have a time limit; a rejection shows the server’s message, or the catalogue’s text', async () => {
  const page = await open(client, '/ldvknf/owners', [/Failed to load resource/]);
  await waitForIsland(page);
  await page.evaluate(() => {
    const limits: number[] = [];
    const { timeout } = AbortSignal;
    AbortSignal.timeout = (milliseconds) => {
      limits.push(milliseconds);
      return timeout.call(AbortSignal, milliseconds);
    };
    Object.assign(window, { limits });
  });
  await button(page, 'Обновить').click();
  const limits = await page.waitForFunction(() => (window as unknown as { limits: number[] }).limits.at(0));
  expect(await limits.jsonValue()).toBe(apiTimeoutMs);

  await button(page, 'Добавить источник').click();
  const dialog = page.getByRole('dialog', { name: 'Новый источник' });
  await dialog.getByLabel('Тип *').selectOption({ index: 1 });
  await dialog.getByLabel('Название *').fill('Двор');
  for (const { name, body, shown } of refusals) {
    // Two equal messages in a row look alike.
    for (const answer of [
      { body: { error: `Отказ: ${name}` }, text: `Отказ: ${name}` },
      { body, text: shown },
    ]) {
      backend.on('POST /vknf/owners/create', () => ({ status: 409, body: answer.body }));
      await dialog.getByRole('button', { name: 'Сохранить' }).click();
      await dialog
        .getByRole('alert')
        .filter({ hasText: answer.text ?? 'Ошибка создания источника' })
        .waitFor();
    }
  }
  await expectSoon(() => dialog.getByLabel('Название *').inputValue()).toBe('Двор');
});

test('cities may come bare, under their name, as null, or fail', async () => {
  const page = await open(client, '/ldvknf/posts', [/Failed to load resource/]);
  await waitForIsland(page);
  const field = page.getByRole('combobox', { name: 'Город' });
  const found = { CityID: city.id, Name: { String: city.name, Valid: true } };
  const answers = [
    { text: 'каз', status: 200, body: [found], expected: city.name },
    { text: 'каза', status: 200, body: { cities: null }, expected: 'Ничего не найдено' },
    { text: 'казан', status: 200, body: { cities: [found], total: 1 }, expected: city.name },
    { text: 'казань', status: 500, body: 'panic', expected: 'Ошибка загрузки городов' },
    { text: 'казанка', status: 200, body: null, expected: 'Ничего не найдено' },
  ];
  for (const { text, status, body, expected } of answers) {
    backend.on('GET /vknf/cities/search/client', () => ({ status, body }));
    await field.fill(text);
    await page.getByText(expected, { exact: true }).last().waitFor();
  }
});

test.each(screens)('the HTML of $path stays readable below a line when its island fails', async ({ account, path }) => {
  const page = await openSignedIn(server.url, account, { ownSession: true, allow: [/ResizeObserver/] });
  // The table needs it in an effect.
  await page.addInitScript(() => Reflect.deleteProperty(window, 'ResizeObserver'));
  await page.goto(server.url + path);
  const line = page.getByRole('alert').filter({ hasText: messages.islandFailed });
  await line.waitFor();
  await page.getByRole('grid').getByRole('gridcell').first().waitFor();
  await expectSoon(() => page.getByRole('alert').count()).toBe(1);
  const reloaded = page.waitForEvent('load');
  await line.getByRole('button', { name: 'Обновить страницу' }).click();
  await reloaded;
  await line.waitFor();
});

test('when a dialog fails, the page says so and goes on, and the dialog can be opened again', async () => {
  const page = await openSignedIn(server.url, client, { ownSession: true, allow: [/showModal is not a function/] });
  await page.goto(`${server.url}/ldvknf/owners`);
  await waitForIsland(page);
  await page.evaluate(() => {
    const { showModal } = HTMLDialogElement.prototype;
    Reflect.deleteProperty(HTMLDialogElement.prototype, 'showModal');
    Object.assign(window, { mend: () => Object.assign(HTMLDialogElement.prototype, { showModal }) });
  });
  const dialog = page.getByRole('dialog', { name: 'Новый источник' });
  const opener = button(page, 'Добавить источник');
  for (let times = 0; times < 2; times += 1) {
    await opener.click();
    await page.getByRole('alert').filter({ hasText: messages.partFailed }).waitFor();
    await expectSoon(() => dialog.count()).toBe(0);
  }
  backend.answerIn(commonShape, number);
  await button(page, 'Обновить').click();
  await rowOf(page, number).waitFor();
  await page.evaluate(() => (window as unknown as { mend: () => void }).mend());
  await opener.click();
  await dialog.waitFor();
});
