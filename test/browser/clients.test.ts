// Proves: README#users, api#failures, clients#form, clients#many-clients, clients#table, pages#state, phrases#deletion
// Proves: sign-in#passwords
/**
 * The clients screen in a real browser, with the embedded backend and with an existing one of 400 clients
 * (docs/product/clients.md, docs/product/README.md and docs/product/api.md).
 */
import type { Page } from 'playwright-core';
import { createClient, loadClients } from '../../shared/api/clients.ts';
import * as messages from '../../shared/messages.ts';
import { textSearchDebounceMs } from '../../shared/rules/limits.ts';
import { passwordAlphabet } from '../../shared/rules/password.ts';
import { intranetHost, startBrowser } from '../support/browser.ts';
import { adminAccount, type RunningConsole, startConsole } from '../support/console-process.ts';
import { expectSoon } from '../support/expect-soon.ts';
import { holdFrames } from '../support/held-frames.ts';
import { callAs, seedClient, storeClient } from '../support/seed-words.ts';
import { keepSessions } from '../support/sessions.ts';
import type { Account } from '../support/sign-in.ts';
import { startStandInConsole } from '../support/stand-in-console.ts';
import { step } from '../support/step.ts';
import { isHydrated, waitForFocus, waitForIsland } from '../support/wait-for-island.ts';

const path = '/ldserver/clients';
const { openPage } = startBrowser();
const openSignedIn = keepSessions({ openPage });
let running: RunningConsole;

beforeAll(async () => {
  running = await startConsole();
});
afterAll(() => running?.close());

/** With `prepare` run before the page loads. */
async function open(
  options: Parameters<typeof openPage>[0] = {},
  origin = running.url,
  prepare?: (page: Page) => Promise<unknown>,
): Promise<Page> {
  const page = await openSignedIn(origin, adminAccount, { viewport: { width: 1280, height: 800 }, ...options });
  await prepare?.(page);
  await page.goto(origin + path);
  await waitForIsland(page);
  return page;
}

const grid = (page: Page) => page.getByRole('grid', { name: 'Клиенты' });
const row = (page: Page, text: string) => grid(page).getByRole('row').filter({ hasText: text });
const newClient = (page: Page) => page.getByRole('form', { name: 'Новый клиент' });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const cells = (page: Page, name: string) => row(page, name).getByRole('gridcell').allInnerTexts();

/** Creates a client with this name, opens the page, and returns it and the ID of the client. */
async function openWith(name: string, options: Parameters<typeof openPage>[0] = {}): Promise<[Page, string]> {
  let id = '';
  const page = await open(options, running.url, async (empty) => {
    id = await seedClient(empty, name, running.url);
  });
  await row(page, name).waitFor();
  return [page, id];
}

async function openDialog(page: Page, client: string, action: string, name: string) {
  await row(page, client).getByRole('button', { name: action, exact: true }).click();
  const opened = dialog(page, name);
  await opened.waitFor();
  return opened;
}

/** By request, because the page of the test stays the administrator's. */
async function signInAsClient(id: string, password: string): Promise<void> {
  const body = new URLSearchParams({ type: 'client', client_id: id, password });
  const headers = { Origin: running.url };
  const reply = await fetch(`${running.url}/login`, { method: 'POST', headers, body, redirect: 'manual' });
  expect(reply.status).toBe(303);
}

describe('the form «Новый клиент»', () => {
  async function fill(page: Page, texts: Record<string, string>) {
    for (const [label, text] of Object.entries(texts)) await newClient(page).getByLabel(label).fill(text);
  }
  const add = (page: Page) => newClient(page).getByRole('button', { name: 'Добавить' }).click();

  test('checks its fields before any call, is empty after it has added a client, and keeps its values after a refusal', async () => {
    const page = await open({ allow: [/status of/] });
    await step('fields are checked before any call', async () => {
      await page.getByText('Нет клиентов', { exact: true }).waitFor();
      let wasCalled = false;
      page.on('request', (request) => {
        wasCalled ||= request.method() === 'POST';
      });
      await add(page);
      for (const text of ['Введите имя', 'Введите IP-адрес', 'Введите MAC-адрес']) await page.getByText(text).waitFor();
      await waitForFocus(newClient(page).getByLabel('Имя *'));
      await expectSoon(() => newClient(page).getByLabel('Имя *').getAttribute('aria-invalid')).toBe('true');
      await fill(page, { 'Имя *': 'Ромашка', 'IP-адрес *': '10.0.0.300', 'MAC-адрес *': '00-11', Email: 'нет' });
      await add(page);
      for (const text of ['Неверный IP-адрес', 'Неверный MAC-адрес', 'Неверный email'])
        await page.getByText(text).waitFor();
      await expectSoon(() => page.getByText('Введите имя').count()).toBe(0);
      await expectSoon(() => newClient(page).getByLabel('Email').inputValue()).toBe('нет');
      expect(wasCalled).toBe(false);
    });

    await step('a client is added', async () => {
      await fill(page, {
        'Имя *': 'ООО «Ромашка»',
        'IP-адрес *': '10.0.0.7',
        'MAC-адрес *': '00:1A:2B:3C:4D:5E',
        Email: 'info@romashka.example',
        Телефон: '+7 495 000-00-07',
      });
      await page.keyboard.press('Enter');
      await page
        .getByRole('status')
        .filter({ hasText: /Клиент client-\d+ добавлен/ })
        .waitFor();
      await row(page, 'ООО «Ромашка»').waitFor();
      await expectSoon(async () => (await cells(page, 'ООО «Ромашка»')).slice(2, 9)).toEqual([
        'ООО «Ромашка»',
        '10.0.0.7',
        '00:1A:2B:3C:4D:5E',
        'info@romashka.example',
        '+7 495 000-00-07',
        'Запрещён',
        'Offline',
      ]);
      for (const label of ['Имя *', 'IP-адрес *', 'MAC-адрес *', 'Email', 'Телефон'])
        await expectSoon(() => newClient(page).getByLabel(label).inputValue()).toBe('');
      await waitForFocus(newClient(page).getByLabel('Имя *'));
    });

    await step('a refusal keeps the values', async () => {
      await page.emulateMedia({ media: 'print' });
      expect(await newClient(page).isVisible()).toBe(false);
      await page.emulateMedia({ media: 'screen' });
      const texts = { 'Имя *': 'Останется', 'IP-адрес *': '::1', 'MAC-адрес *': '00-1A-2B-3C-4D-5E', Телефон: '1' };
      await fill(page, texts);
      for (const { status, reply, text } of [
        { status: 500, reply: 'panic', text: 'Ошибка добавления клиента' },
        { status: 409, reply: '{"message":"Такой клиент уже есть"}', text: 'Такой клиент уже есть' },
      ]) {
        await page.route('**/clients/create', (route) => route.fulfill({ status, body: reply }));
        await add(page);
        await newClient(page).getByRole('alert').filter({ hasText: text }).waitFor();
        for (const [label, value] of Object.entries(texts))
          await expectSoon(() => newClient(page).getByLabel(label).inputValue()).toBe(value);
        await expectSoon(() => newClient(page).getByRole('button', { name: 'Добавить' }).isEnabled()).toBe(true);
      }
      const { promise: held, resolve: answer } = Promise.withResolvers<void>();
      await page.route('**/clients/create', async (route) => {
        await held;
        await route.fulfill({ status: 201, body: '{}' });
      });
      await add(page);
      const button = newClient(page).getByRole('button', { name: 'Добавить', disabled: true });
      await button.waitFor();
      await expectSoon(() => button.getAttribute('aria-busy')).toBe('true');
      answer();
      await newClient(page).getByRole('button', { name: 'Добавить', disabled: false }).waitFor();
    });
  });

  test('a new client is the first row and has a badge, and its next steps are offered', async () => {
    const page = await open({}, running.url, (empty) => seedClient(empty, 'Прежний', running.url));
    await fill(page, { 'Имя *': 'Порт у моря', 'IP-адрес *': '10.0.0.11', 'MAC-адрес *': '00-1A-2B-3C-4D-11' });
    await add(page);
    const added = page.getByRole('status').filter({ hasText: 'добавлен' });
    await added.getByRole('button', { name: 'Задать пароль' }).click();
    await dialog(page, 'Пароль клиента')
      .getByText(/^Порт у моря \(client-\d+\)$/)
      .waitFor();
    await page.keyboard.press('Escape');
    const first = grid(page).getByRole('row').nth(1);
    await expectSoon(() => first.getByRole('gridcell').nth(2).innerText()).toBe('Порт у моря');
    await first.locator('.accent').waitFor();
    const id = await first.locator('.accent').innerText();

    await added.getByRole('button', { name: 'Разрешить экспорт' }).click();
    await row(page, 'Порт у моря').filter({ hasText: 'Разрешён' }).waitFor();
    await expectSoon(() => added.getByRole('button', { name: 'Разрешить экспорт' }).getAttribute('title')).toBe(
      'Экспорт разрешён',
    );
    await grid(page).getByRole('link', { name: 'Имя' }).click();
    await expectSoon(() => grid(page).getByRole('row').nth(1).innerText()).not.toContain('Порт у моря');

    await added.getByRole('link', { name: 'Добавить фразы' }).click();
    const list = dialog(page, 'Добавление списком');
    await list.getByRole('button', { name: `Убрать клиента ${id}` }).waitFor();
  });

  test('a client sent before hydration is added after it, and the address holds none of its fields', async () => {
    const page = await openSignedIn(running.url, adminAccount);
    const releaseFrames = await holdFrames(page);
    await page.goto(running.url + path);
    await fill(page, { 'Имя *': 'Быстрый', 'IP-адрес *': '10.0.0.9', 'MAC-адрес *': '00-1A-2B-3C-4D-5F' });
    await add(page);
    expect(await isHydrated(page)).toBe(false);
    await releaseFrames();
    await row(page, 'Быстрый').waitFor();
    expect(page.url()).toBe(running.url + path);
  });
});

describe('the table', () => {
  test('from a window of 1,024 px on it has columns with whole texts, and a long name widens no dialog', async () => {
    const name = 'Областная избирательная комиссия';
    const email = 'press-sluzhba@izbirkom.example.ru';
    const contact = { ipaddr: '192.168.100.200', macaddr: 'AA-BB-CC-DD-EE-FF', email, phone: '+7 495 000-10-01' };
    const longName = 'Ш'.repeat(255);
    const page = await open({ viewport: { width: 1024, height: 800 } }, running.url, async (empty) => {
      await callAs(empty, createClient({ name, ...contact }), running.url);
      await seedClient(empty, longName, running.url);
    });
    const cutTexts = () =>
      row(page, name)
        .getByRole('gridcell')
        .evaluateAll((cells) =>
          cells
            .filter((cell) => cell.scrollWidth > cell.clientWidth || cell.scrollHeight > cell.clientHeight)
            .map((cell) => cell.textContent),
        );
    const hasColumns = () =>
      grid(page)
        .getByRole('columnheader', { name: 'Действия' })
        .evaluate((head) => head.getBoundingClientRect().height > 1);
    for (const width of [960, 1024, 1100, 1280, 1440, 1920]) {
      await page.setViewportSize({ width, height: 800 });
      await expectSoon(hasColumns).toBe(true);
      await expectSoon(async () => (await cutTexts()).filter((text) => text !== email)).toEqual([]);
    }
    for (const width of [760, 390]) {
      await page.setViewportSize({ width, height: 800 });
      await expectSoon(cutTexts).toEqual([]);
    }

    await page.setViewportSize({ width: 1280, height: 800 });
    for (const [action, role] of [
      ['Пароль', 'dialog'],
      ['Удалить', 'alertdialog'],
    ] as const) {
      await row(page, longName).getByRole('button', { name: action, exact: true }).click();
      const opened = page.getByRole(role);
      await opened.waitFor();
      await expectSoon(() => opened.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
      await page.keyboard.press('Escape');
      await opened.waitFor({ state: 'detached' });
    }
  });
});

describe('the dialog «Редактирование клиента»', () => {
  test('has the columns, saves every field, checks them, and deletes a client after a confirmation', async () => {
    const [page, id] = await openWith('Прежнее имя', { allow: [/status of/] });
    await step('every field is saved', async () => {
      await expectSoon(() => grid(page).getByRole('columnheader').allTextContents()).toEqual([
        'Выбрать',
        'ID',
        'Имя',
        'IP-адрес',
        'MAC-адрес',
        'Email',
        'Телефон',
        'Экспорт',
        'Связь',
        'Фраз',
        'Постов за 30 дней',
        'Последний вход',
        'Действия',
      ]);
      const names = await row(page, 'Прежнее имя')
        .getByRole('button')
        .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label')));
      expect(names).toEqual(['Редактировать', 'Пароль', 'Войти как клиент', 'Удалить']);
      const form = await openDialog(page, 'Прежнее имя', 'Редактировать', 'Редактирование клиента');
      await expectSoon(() => form.getByLabel('Имя *').inputValue()).toBe('Прежнее имя');
      await expectSoon(() => form.getByLabel('Экспорт').locator('option').allInnerTexts()).toEqual([
        'Разрешён',
        'Запрещён',
      ]);
      await expectSoon(() => form.getByLabel('Экспорт').inputValue()).toBe('denied');
      await form.getByLabel('Имя *').fill('Новое имя');
      await form.getByLabel('IP-адрес *').fill('2001:db8::1');
      await form.getByLabel('MAC-адрес *').fill('AA-BB-CC-DD-EE-FF');
      await form.getByLabel('Email').fill('new@example.ru');
      await form.getByLabel('Телефон').fill('112');
      await form.getByLabel('Примечание').fill('Первая строка\nвторая');
      await form.getByLabel('Экспорт').selectOption('Разрешён');
      await form.getByRole('button', { name: 'Сохранить' }).click();
      await page.getByRole('status').filter({ hasText: 'Клиент сохранён' }).waitFor();
      await row(page, 'Новое имя').filter({ hasText: 'Разрешён' }).waitFor();
      const saved = (await callAs(page, loadClients())).find((client) => client.id === id);
      expect(saved).toMatchObject({
        name: 'Новое имя',
        ipAddress: '2001:db8::1',
        macAddress: 'AA-BB-CC-DD-EE-FF',
        email: 'new@example.ru',
        phone: '112',
        note: 'Первая строка\nвторая',
        exportAccess: 'allowed',
      });
    });

    await step('fields are checked', async () => {
      const opener = row(page, 'Новое имя').getByRole('button', { name: 'Редактировать' });
      const again = await openDialog(page, 'Новое имя', 'Редактировать', 'Редактирование клиента');
      await again.getByLabel('Имя *').fill(' ');
      await again.getByLabel('Email').fill('a@');
      await again.getByRole('button', { name: 'Сохранить' }).click();
      await again.getByText('Введите имя').waitFor();
      await again.getByText('Неверный email').waitFor();
      await again.getByLabel('Имя *').fill('Новое имя');
      await again.getByLabel('Email').fill('');
      await page.route('**/clients/update?**', (route) => route.fulfill({ status: 502, body: '' }));
      await again.getByRole('button', { name: 'Сохранить' }).click();
      await again.getByRole('alert').filter({ hasText: 'Ошибка обновления клиента' }).waitFor();
      await expectSoon(() => again.getByLabel('Имя *').inputValue()).toBe('Новое имя');
      await page.keyboard.press('Escape');
      await again.waitFor({ state: 'detached' });
      await waitForFocus(opener);
    });

    await step('a client is deleted after a confirmation', async () => {
      const question = page.getByRole('alertdialog', { name: 'Удалить этого клиента?' });
      await row(page, 'Новое имя').getByRole('button', { name: 'Удалить' }).click();
      await question.getByText(/^Новое имя \(client-\d+\)$/).waitFor();
      await question.getByText('сохранённые фильтры — 0').waitFor();
      await question.getByText('Фразы (0) и их посты останутся.').waitFor();
      await question.getByRole('button', { name: 'Отмена' }).click();
      await question.waitFor({ state: 'detached' });
      await expectSoon(() => row(page, 'Новое имя').count()).toBe(1);
      await row(page, 'Новое имя').getByRole('checkbox').check();
      await page.getByRole('status').filter({ hasText: 'Выбрано: 1' }).waitFor();
      await row(page, 'Новое имя').getByRole('button', { name: 'Удалить' }).click();
      await question.getByRole('button', { name: 'Удалить' }).click();
      await page.getByRole('status').filter({ hasText: 'Выбрано: 0' }).waitFor();
      await page.getByRole('status').filter({ hasText: 'Клиент удалён' }).waitFor();
      await row(page, 'Новое имя').waitFor({ state: 'detached' });
    });
  });
});

describe('the dialog «Пароль клиента»', () => {
  test('requires at least 8 characters, twice the same; generates another each time; a refusal keeps the values', async () => {
    const [page] = await openWith('Без пароля', { allow: [/status of/] });
    const form = await openDialog(page, 'Без пароля', 'Пароль', 'Пароль клиента');
    expect(await form.getByLabel('Текущий пароль').count()).toBe(0);
    await form.getByLabel('Новый пароль').fill('1234567');
    await form.getByLabel('Подтверждение пароля').fill('12345678');
    await form.getByRole('button', { name: 'Сохранить' }).click();
    await form.getByText('Пароль должен содержать не менее 8 символов').waitFor();
    await form.getByText('Пароли не совпадают').waitFor();
    await expectSoon(() => form.getByLabel('Новый пароль').getAttribute('type')).toBe('password');

    const field = form.getByLabel('Новый пароль');
    await form.getByRole('button', { name: 'Сгенерировать' }).click();
    await expectSoon(() => field.inputValue()).not.toBe('');
    const first = await field.inputValue();
    await form.getByRole('button', { name: 'Сгенерировать' }).click();
    await expectSoon(() => field.inputValue()).not.toBe(first);

    await field.fill('new-password');
    await form.getByLabel('Подтверждение пароля').fill('new-password');
    const unsupported = 'Изменение паролей других администраторов пока не поддерживается';
    for (const { status, error, text } of [
      { status: 500, error: 'panic', text: 'Не удалось изменить пароль. Попробуйте ещё раз.' },
      { status: 400, error: 'Слишком простой пароль', text: 'Слишком простой пароль' },
      { status: 403, error: unsupported, text: unsupported },
    ]) {
      await page.route('**/password/set?**', (route) => route.fulfill({ status, json: { error } }));
      await form.getByRole('button', { name: 'Сохранить' }).click();
      await form.getByRole('alert').filter({ hasText: text }).waitFor();
      await expectSoon(() => field.inputValue()).toBe('new-password');
    }
  });

  test('without a secure context a generated password is copied and set, and the client signs in with it', async () => {
    const name = 'Без шифрования';
    const id = await storeClient(running.dataDir, name, 'client-password-1');
    const page = await open({}, `http://${intranetHost}:${running.port}`);
    await row(page, name).getByText('Offline').waitFor();
    const form = await openDialog(page, name, 'Пароль', 'Пароль клиента');
    await form.getByRole('button', { name: 'Сгенерировать' }).click();
    await expectSoon(() => form.getByLabel('Новый пароль').inputValue()).toHaveLength(12);
    const password = await form.getByLabel('Новый пароль').inputValue();
    expect([...password].filter((character) => !passwordAlphabet.includes(character))).toEqual([]);
    await expectSoon(() => form.getByLabel('Подтверждение пароля').inputValue()).toBe(password);

    await form.getByRole('button', { name: 'Копировать' }).click();
    await form.getByRole('status').filter({ hasText: 'Скопировано' }).waitFor();
    await form.getByLabel('Подтверждение пароля').fill('');
    await form.getByLabel('Подтверждение пароля').press('Control+v');
    await expectSoon(() => form.getByLabel('Подтверждение пароля').inputValue()).toBe(password);

    await page.clock.install();
    await form.getByRole('button', { name: 'Сохранить' }).click();
    await form.getByRole('status').filter({ hasText: 'Пароль успешно изменён!' }).waitFor();
    await expectSoon(() => form.getByRole('button', { name: 'Сохранить' }).isDisabled()).toBe(true);
    await page.clock.fastForward(1500);
    await form.waitFor({ state: 'detached' });

    await signInAsClient(id, password);
    await page.getByRole('button', { name: 'Обновить' }).click();
    await row(page, name).getByText('Online').waitFor();
  });
});

describe('many clients', () => {
  const find = (page: Page, text: string) => page.getByRole('searchbox', { name: 'Найти клиента' }).fill(text);
  const selected = (page: Page, count: number) =>
    page
      .getByRole('status')
      .filter({ hasText: `Выбрано: ${count}` })
      .waitFor();
  const box = (page: Page, name: string) => row(page, name).getByRole('checkbox', { name: `Выбрать: ${name}` });

  test('are found as typed, by the address and without JavaScript, also in «Вход от имени клиента»', async () => {
    const page = await open({ allow: [/ERR_FAILED/] });
    await step('as typed, by the address and without JavaScript', async () => {
      for (const name of ['Первая пачка ёлок', 'Вторая пачка ёлок']) await seedClient(page, name);
      await find(page, 'елок вторая');
      await page.waitForURL('**?search=*');
      await box(page, 'Вторая пачка ёлок').check();
      await expectSoon(() => row(page, 'Первая пачка ёлок').count()).toBe(0);
      await selected(page, 1);
      await find(page, 'нет такого');
      await page.getByText('Ничего не найдено', { exact: true }).waitFor();
      await selected(page, 0);
      const plain = await openSignedIn(running.url, adminAccount, { javaScriptEnabled: false });
      await plain.goto(`${running.url}${path}?sort=-name`);
      for (const name of ['Войти как клиент', 'Горячие клавиши', 'Тема', 'Обновить'])
        expect(await plain.getByRole('button', { name, exact: true }).count()).toBe(0);
      await find(plain, 'елок');
      await plain.keyboard.press('Enter');
      await plain.waitForURL('**?search=*&sort=-name');
      await expectSoon(() => grid(plain).getByRole('row').allInnerTexts()).toHaveLength(3);
    });

    await step('in «Вход от имени клиента»', async () => {
      const client = (id: string, name: string) => ({ client_id: id, name });
      const many = Array.from({ length: 50 }, (_, index) => client(`client-${index}`, 'x'));
      await page.route('**/server/clients/paginated?**', (route) => {
        const search = new URL(route.request().url()).searchParams.get('search');
        const body =
          search === null ? { clients: many, total: 1000 } : { clients: [client('client-1777', search)], total: 1 };
        return route.fulfill({ json: body });
      });
      await page.getByRole('button', { name: 'Войти как клиент' }).first().click();
      const form = dialog(page, 'Вход от имени клиента');
      const field = form.getByRole('combobox', { name: 'Клиент' }).and(form.locator('input'));
      await field.waitFor();
      await waitForFocus(field);
      await form.getByRole('button', { name: 'Войти как клиент' }).click();
      await form.getByText('Введите ID клиента').waitFor();
      await waitForFocus(field);
      await field.fill('ромашка');
      await form.getByRole('option', { name: 'ромашка (client-1777)' }).waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await expectSoon(() => field.inputValue()).toBe('ромашка (client-1777)');
      await expectSoon(() => form.getByText('Введите ID клиента').count()).toBe(0);
      await form.getByLabel('Причина *').fill('Обращение 17');
      const sent = page.waitForRequest('**/impersonate');
      await page.route('**/impersonate', (route) => route.abort());
      await form.getByRole('button', { name: 'Войти как клиент' }).click();
      expect((await sent).postDataJSON()).toMatchObject({ client_id: 'client-1777' });
    });
  });

  test('a search keeps the sort chosen before it ends, and the focus; a repeated failure is announced again', async () => {
    const [page] = await openWith('Недопечатанный', { allow: [/status of 500/] });
    await seedClient(page, 'Следующий');
    await find(page, 'недопечатанный');
    const byName = grid(page).getByRole('columnheader', { name: 'Имя' }).getByRole('link');
    await byName.click();
    await page.waitForURL('**?search=*&sort=name');
    await expectSoon(() => grid(page).getByRole('row').count()).toBe(2);
    await find(page, '');
    await page.waitForURL('**?sort=name');
    // The click follows the timer of the search at once.
    await byName.evaluate(async (link: HTMLElement, delay) => {
      document.execCommand('insertText', false, 'недопечатанный');
      for (let step = 0; step < 5; step += 1) await null;
      setTimeout(() => link.click(), delay);
    }, textSearchDebounceMs);
    await page.waitForURL('**?search=*&sort=-name');
    await expectSoon(() => grid(page).getByRole('row').count()).toBe(2);

    await page.route('**/clients/ids**', (route) => route.fulfill({ status: 500, body: '' }));
    await box(page, 'Недопечатанный').check();
    const all = page.getByRole('button', { name: /^Выбрать все найденные/ });
    await all.click();
    const message = page.getByRole('alert').getByText('Ошибка загрузки клиентов');
    await message.evaluate((first) => first.setAttribute('data-first', ''));
    await all.click();
    await message.and(page.locator(':not([data-first])')).waitFor();
    await expectSoon(() => message.count()).toBe(1);

    const question = page.getByRole('alertdialog', { name: 'Удалить этого клиента?' });
    await row(page, 'Недопечатанный').getByRole('button', { name: 'Удалить' }).click();
    await question.getByRole('button', { name: 'Удалить' }).click();
    await page.getByText('Ничего не найдено', { exact: true }).waitFor();
    await find(page, 'следующий');
    await row(page, 'Следующий').waitFor();
    await waitForFocus(page.getByRole('searchbox', { name: 'Найти клиента' }));
  });

  test('are selected by keyboard or all at once, and get the permission to export; a reload for code that is gone keeps them', async () => {
    const page = await open({ allow: [/status of/] });
    const ids = [await seedClient(page, 'Охапка 1'), await seedClient(page, 'Охапка 2')];
    await page.goto(`${running.url}${path}?search=${encodeURIComponent('охапка')}&sort=-name`);
    await waitForIsland(page);
    await box(page, 'Охапка 2').focus();
    for (const key of ['Space', 'ArrowDown', 'Enter', 'Space']) await page.keyboard.press(key);
    await selected(page, 2);
    await page.keyboard.press('Space');
    await selected(page, 1);
    const all = grid(page).getByRole('checkbox', { name: 'Выбрать все загруженные строки' });
    await expectSoon(() => all.evaluate((loaded) => loaded.matches(':indeterminate'))).toBe(true);
    await all.click();
    await selected(page, 2);
    await all.click();
    await selected(page, 0);
    await expectSoon(() => page.getByRole('button', { name: 'Выбрать все найденные: 2' }).count()).toBe(0);
    await box(page, 'Охапка 1').click();
    await page.getByRole('button', { name: 'Выбрать все найденные: 2' }).click();
    await selected(page, 2);
    await expectSoon(() => all.isChecked()).toBe(true);
    await expectSoon(() => box(page, 'Охапка 1').isChecked()).toBe(true);
    await page.getByRole('button', { name: 'Разрешить экспорт' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Разрешить экспорт клиентам: 2?' });
    await page.route('**/export-access', async (route) => {
      const sent = route.request().postDataJSON();
      await route.continue({ postData: JSON.stringify({ ...sent, ids: [...sent.ids.slice(1), 'client-9'] }) });
    });
    await dialog.getByRole('button', { name: 'Разрешить экспорт' }).click();
    await dialog.getByText('Изменено: 1').waitFor();
    await dialog.getByText('client-9: Клиент не найден').waitFor();
    await dialog.getByRole('button', { name: 'Закрыть' }).click();
    await selected(page, 0);
    const changed = (await callAs(page, loadClients())).filter(({ exportAccess }) => exportAccess === 'allowed');
    expect(changed.map(({ id }) => id).filter((id) => ids.includes(id))).toHaveLength(1);
    await row(page, 'Разрешён').waitFor();

    await page.unroute('**/export-access');
    await page.route('**/export-access', (route) => route.fulfill({ status: 502, body: '' }), { times: 1 });
    await box(page, 'Охапка 1').check();
    await page.getByRole('button', { name: 'Разрешить экспорт' }).click();
    const single = page.getByRole('alertdialog', { name: 'Разрешить экспорт клиентам: 1?' });
    await single.getByRole('button', { name: 'Разрешить экспорт' }).click();
    await single.getByRole('alert').filter({ hasText: 'Ошибка обновления клиента' }).waitFor();
    await single.getByRole('button', { name: 'Разрешить экспорт' }).click();
    await single.getByText('Изменено: 1').waitFor();
    await single.getByRole('button', { name: 'Закрыть' }).click();

    await page.route('**/assets/client-dialogs-*', (route) => route.fulfill({ status: 404 }));
    await page.reload();
    await waitForIsland(page);
    for (const name of ['Охапка 2', 'Охапка 1']) await box(page, name).check();
    const reloaded = page.waitForEvent('load');
    await row(page, 'Охапка 1').getByRole('button', { name: 'Пароль' }).click();
    await reloaded;
    await page.getByRole('alert').filter({ hasText: messages.partFailed }).waitFor();
    for (const name of ['Охапка 2', 'Охапка 1']) await expectSoon(() => box(page, name).isChecked()).toBe(true);
  });
});

describe('with an existing backend', () => {
  const { backend, server } = startStandInConsole({ environment: { IMPERSONATION: 'off' } });
  const clientCount = 400;
  const account: Account = { type: 'admin', name: 'root', password: 'password' };
  const clients = Array.from({ length: clientCount }, (_, index) => ({
    client_id: `c-${index + 1}`,
    name: index === 0 ? '<img src=x onerror=alert(1)>' : `Клиент ${String(index + 1).padStart(4, '0')}`,
    connected: index % 2 === 0,
  }));
  beforeAll(() => backend.on('GET /server/clients', () => ({ body: clients })));

  const openThere = async (options: Parameters<typeof openPage>[0] = {}, query = ''): Promise<Page> => {
    const page = await openSignedIn(server.url, account, { viewport: { width: 1280, height: 800 }, ...options });
    await page.goto(server.url + path + query);
    return page;
  };
  const shown = (page: Page, text: string) =>
    page.getByRole('group', { name: 'Показано / всего' }).filter({ hasText: text }).waitFor();

  test('400 clients load with one call, only a few are in the page, and going back restores them', async () => {
    const page = await openThere();
    await row(page, '<img src=x onerror=alert(1)>').waitFor();
    expect(await grid(page).locator('img').count()).toBe(0);
    await row(page, 'Клиент 0002').waitFor();
    expect(await page.getByRole('button', { name: 'Войти как клиент' }).count()).toBe(0);
    await shown(page, '100 / 400');
    const requested: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/v1/')) requested.push(request.url());
    });
    for (const count of [200, 300, 400]) {
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      await shown(page, `${count} / 400`);
    }
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await row(page, 'Клиент 0400').waitFor();
    await expectSoon(() => grid(page).getByRole('row').count()).toBeLessThan(60);
    await expectSoon(() => grid(page).getAttribute('aria-rowcount')).toBe(String(clientCount + 1));
    expect(requested).toEqual([`${server.url}/api/v1/server/clients`]);

    await page.evaluate(() => scrollTo(0, 9000));
    const place = await page.evaluate(() => scrollY);
    await page.goto(`${server.url}/profile`);
    await page.goBack();
    await shown(page, '400 / 400');
    await page.waitForFunction((top) => Math.abs(scrollY - top) < 2, place);
  });
});
