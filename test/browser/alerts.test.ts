// Proves: alerts#atom, alerts#channels, alerts#delivery, alerts#history, alerts#rule
/** The alerts screen (docs/product/alerts.md), in front of a stand-in for our own backend. */
import type { Page } from 'playwright-core';
import * as messages from '../../shared/messages.ts';
import { alertRule, delivery, feed, offerAlerts } from '../support/alert-replies.ts';
import { type PageOptions, startBrowser } from '../support/browser.ts';
import { expectSoon } from '../support/expect-soon.ts';
import { accessibilityFaults } from '../support/page-faults.ts';
import { keepSessions } from '../support/sessions.ts';
import type { Account } from '../support/sign-in.ts';
import { startStandInConsole } from '../support/stand-in-console.ts';
import { step } from '../support/step.ts';
import { waitForFocus, waitForIsland } from '../support/wait-for-island.ts';

const admin: Account = { type: 'admin', name: 'root', password: 'password' };
const client: Account = { type: 'client', name: 'client-1', password: 'password' };

const { openPage } = startBrowser();
const openSignedIn = keepSessions({ openPage });
const { backend, server } = startStandInConsole({ prepare: offerAlerts });

beforeEach(() => {
  backend.misbehave(null);
  offerAlerts(backend);
  backend.calls.length = 0;
});

async function open(options: PageOptions = {}, account = admin): Promise<Page> {
  const page = await openSignedIn(server.url, account, { viewport: { width: 1440, height: 900 }, ...options });
  await page.goto(`${server.url}/ldvknf/alerts`);
  await waitForIsland(page);
  return page;
}

const rules = (page: Page) => page.getByRole('grid', { name: 'Правила' });
const deliveries = (page: Page) => page.getByRole('grid', { name: 'Доставка' });
const row = (page: Page, name: string) => rules(page).getByRole('row').filter({ hasText: name });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Правило', exact: true });
const field = (page: Page, label: string) => dialog(page).getByLabel(label, { exact: true });
const press = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click();
const sent = (path: string) =>
  backend.calls.filter((call) => call.method === 'POST' && call.path.startsWith(`/vknf/alerts/${path}`));
const status = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).waitFor();

async function openNew(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Новое правило' }).click();
  await dialog(page).waitFor();
}

async function fillNew(page: Page): Promise<void> {
  await field(page, 'Название *').fill('Мост');
  await field(page, 'Фильтр *').selectOption('Дороги');
  await field(page, 'Адрес *').fill('duty@other.ru');
}

describe('the dialog of a rule', () => {
  test('shows its errors and the fields that apply, tries the rule on the history, and shows a secret once', async () => {
    backend.on('GET /vknf/alerts/feeds', () => ({
      body: { feeds: [{ ...feed, FeedID: 9, ViewID: 7, Title: 'Аптеки' }, feed] },
    }));
    const page = await open({ allow: [/status of 400/] });
    await openNew(page);
    await press(page, 'Сохранить');
    for (const error of [messages.enterTitle, messages.chooseView, messages.enterAddress]) {
      await dialog(page).getByText(error, { exact: true }).waitFor();
    }
    await waitForFocus(field(page, 'Название *'));
    await fillNew(page);
    const refusal = messages.mailDomainForbidden(['example.ru']);
    const body = { error: refusal, message: refusal, code: 'mail-domain-forbidden' };
    backend.on('POST /vknf/alerts/rules/create', () => ({ status: 400, body }));
    await press(page, 'Сохранить');
    const address = field(page, 'Адрес *').and(page.locator('[aria-invalid="true"]'));
    await address.waitFor();
    await expectSoon(() => address.evaluate((input) => input.ariaDescribedByElements?.at(-1)?.textContent)).toBe(
      refusal,
    );
    await expectSoon(() => field(page, 'Название *').inputValue()).toBe('Мост');
    await expectSoon(() => address.inputValue()).toBe('duty@other.ru');

    backend.on('POST /vknf/alerts/rules/create', () => ({ status: 201, body: { RuleID: 6, Secret: null } }));
    backend.calls.length = 0;
    expect(await field(page, 'Не меньше').isVisible()).toBe(false);
    await field(page, 'Условие').selectOption('Всплеск');
    await page.getByText(/^Постов хотя бы вдвое больше, чем обычно/).waitFor();
    await field(page, 'Не меньше').fill('25');
    // The wheel over the focused field scrolls, and does not change the number.
    await field(page, 'Не меньше').hover();
    await page.mouse.wheel(0, 240);
    await field(page, 'За период').selectOption('Сутки');
    await expectSoon(() => field(page, 'Не меньше').inputValue()).toBe('25');
    await field(page, 'Канал').selectOption('Atom');
    await field(page, 'Адрес *').waitFor({ state: 'hidden' });
    await field(page, 'Канал').selectOption('E-mail');
    await expectSoon(() => field(page, 'Адрес *').inputValue()).toBe('duty@other.ru');
    await field(page, 'Тихие часы с').fill('22:00');
    await field(page, 'Тихие часы по').fill('07:30');
    await press(page, 'Сохранить');
    await status(page, 'Правило добавлено');
    expect(JSON.parse(sent('rules/create')[0]?.body ?? '')).toEqual({
      Name: 'Мост',
      ViewID: 2,
      Condition: 'spike',
      Least: 25,
      Period: 'day',
      Channel: 'email',
      Address: 'duty@other.ru',
      Schedule: 'now',
      QuietFrom: '22:00',
      QuietTo: '07:30',
    });
    await dialog(page).waitFor({ state: 'hidden' });

    backend.on('POST /vknf/alerts/rules/create', () => ({ status: 201, body: { RuleID: 6, Secret: 'тайна' } }));
    await openNew(page);
    const views = field(page, 'Фильтр *').locator('option');
    await expectSoon(() => views.allTextContents()).toEqual(['Не выбран', 'Аптеки', 'Дороги']);
    await press(page, 'Проверить на истории');
    await dialog(page).getByRole('alert').filter({ hasText: messages.chooseView }).waitFor();
    await field(page, 'Фильтр *').selectOption('Дороги');
    await press(page, 'Проверить на истории');
    await dialog(page).getByText('За 30 дней: 3 сообщения, 41 пост').waitFor();
    const link = dialog(page).getByRole('link', { name: '01.11.2026, 12:00: 21 пост' });
    await expectSoon(() => link.getAttribute('href')).toContain('/ldvknf/posts?from=');
    await expectSoon(() => link.getAttribute('target')).toBe('_blank');
    expect(backend.calls.findLast(({ path }) => path.startsWith('/vknf/alerts/history'))?.path).toContain('viewId=2');
    await field(page, 'Условие').selectOption('Всплеск');
    await link.waitFor({ state: 'detached' });

    await fillNew(page);
    await field(page, 'Канал').selectOption('Webhook');
    await field(page, 'Адрес *').fill('https://hooks.example.ru/a');
    await press(page, 'Сохранить');
    const secret = page.getByRole('dialog', { name: 'Секрет подписи' });
    await expectSoon(() => secret.getByRole('textbox').inputValue()).toBe('тайна');
    await secret.getByRole('button', { name: 'Копировать' }).click();
    await secret.getByText(messages.copied).waitFor();
    await page.keyboard.press('Escape');
    await secret.waitFor({ state: 'detached' });
  });

  test('of a webhook that an administrator has set, or of the filter of another person, lets a client change the rest', async () => {
    const otherView = { ViewID: 12, View: 'Фильтр Анны' };
    const hook = { ...alertRule, ...otherView, Channel: 'webhook', Address: 'https://hooks.example.ru/…' };
    backend.on('GET /vknf/alerts/rules', () => ({
      body: { rules: [hook], channels: ['email', 'atom'], mailDomains: [] },
    }));
    const page = await open({}, client);
    await row(page, 'Ремонт дорог').getByRole('button', { name: 'Редактировать' }).click();
    await dialog(page).waitFor();
    await expectSoon(() => field(page, 'Канал').getByRole('option').allTextContents()).toEqual([
      'E-mail',
      'Webhook',
      'Atom',
    ]);
    await dialog(page).getByText('Webhook и чат подключает администратор').waitFor();
    await expectSoon(() => field(page, 'Адрес *').isEditable()).toBe(false);
    await field(page, 'Название *').fill('Мост');
    await press(page, 'Сохранить');
    await status(page, 'Правило сохранено');
    expect(JSON.parse(sent('rules/update')[0]?.body ?? '')).toMatchObject({
      Name: 'Мост',
      ViewID: 12,
      Address: hook.Address,
    });
  });
});

describe('the buttons of a row', () => {
  test('send a trial, whose outcome appears by itself', async () => {
    const page = await openSignedIn(server.url, admin);
    await page.clock.install();
    await page.goto(`${server.url}/ldvknf/alerts`);
    await waitForIsland(page);
    const trial = { ...delivery, DeliveryID: 31, Trial: true, Href: null, State: 'waiting', Tries: 0 };
    const reply = (newest: object) => () => ({ body: { deliveries: [newest, delivery], total: 2 } });
    backend.on('GET /vknf/alerts/deliveries', reply({ ...trial, NextTry: trial.At }));
    await row(page, 'Ремонт дорог').getByRole('button', { name: 'Отправить пробное' }).click();
    await status(page, 'Пробное сообщение отправляется');
    await deliveries(page).getByText('Ожидает, отправка в 13:00').waitFor();
    const failed = { ...trial, State: 'failed', Tries: 1, Error: 'Почтовый сервер не отвечает' };
    backend.on('GET /vknf/alerts/deliveries', reply(failed));
    await page.clock.runFor(3000);
    await deliveries(page).getByText('Ошибка: Почтовый сервер не отвечает').waitFor();
    await deliveries(page).getByText('Пробное сообщение').waitFor();
    const calls = backend.calls.length;
    await page.clock.runFor(600_000);
    expect(backend.calls).toHaveLength(calls);
  });

  test('and of its dialog try, pause, resume and delete the rule; a revoked link gets a new one', async () => {
    const page = await open({ allow: [/status of 500/] });
    await step('a trial', async () => {
      await row(page, 'Ремонт дорог').getByRole('button', { name: 'Редактировать' }).click();
      await field(page, 'Название *').fill('Мост');
      await press(page, 'Отправить пробное');
      await dialog(page).getByText(messages.saveRuleFirst).waitFor();
      await field(page, 'Название *').fill(alertRule.Name);
      await press(page, 'Отправить пробное');
      await dialog(page).getByRole('status').filter({ hasText: 'Пробное сообщение отправляется' }).waitFor();
      const list = backend.hold('GET /vknf/alerts/rules');
      await press(page, 'Приостановить');
      await dialog(page).getByRole('button', { name: 'Приостановить', disabled: true }).waitFor();
      await list.received;
      // The list still shows the rule as active, so nothing says that it is paused.
      expect(await dialog(page).getByRole('button', { name: 'Возобновить' }).count()).toBe(0);
      list.release();
      await dialog(page).getByRole('button', { name: 'Возобновить' }).waitFor();
      expect(sent('rules').map(({ path, body }) => [path, body])).toEqual([
        ['/vknf/alerts/rules/trial?id=4', ''],
        ['/vknf/alerts/rules/pause?id=4', '{"Paused":true}'],
      ]);
      await page.keyboard.press('Escape');
      await dialog(page).waitFor({ state: 'hidden' });
    });

    await step('pause and resume', async () => {
      backend.on('GET /vknf/alerts/rules', () => ({
        body: { rules: [{ ...alertRule, Paused: true }], channels: ['email'], mailDomains: [] },
      }));
      await row(page, 'Ремонт дорог').getByRole('button', { name: 'Приостановить' }).click();
      await status(page, 'Правило приостановлено');
      await row(page, 'Ремонт дорог').getByText('Приостановлено').waitFor();
      await row(page, 'Ремонт дорог').getByRole('button', { name: 'Возобновить' }).click();
      await status(page, 'Правило возобновлено');
      backend.misbehave('status 500', '/vknf/alerts/rules/pause');
      await row(page, 'Ремонт дорог').getByRole('button', { name: 'Возобновить' }).click();
      await page.getByRole('alert').filter({ hasText: messages.saveAlertRule }).waitFor();
    });

    await step('deletion', async () => {
      await row(page, 'Ремонт дорог').getByRole('button', { name: 'Удалить' }).click();
      const question = page.getByRole('alertdialog', { name: messages.confirmRuleDelete });
      await question.getByText('Ремонт дорог').waitFor();
      backend.on('GET /vknf/alerts/rules', () => ({ body: { rules: [], channels: ['email'], mailDomains: [] } }));
      await question.getByRole('button', { name: 'Удалить' }).click();
      await status(page, 'Правило удалено');
      await page.getByText(messages.noRules).waitFor();
      expect(sent('rules/delete').map(({ path }) => path)).toEqual(['/vknf/alerts/rules/delete?id=4']);
    });

    await step('another link', async () => {
      const item = page.getByRole('list', { name: 'Ленты Atom' }).getByRole('listitem').filter({ hasText: 'Дороги' });
      await item.getByText('Читали 01.11.2026, 12:59').waitFor();
      const path = `/atom/8-${'c'.repeat(43)}`;
      backend.on('GET /vknf/alerts/feeds', () => ({ body: { feeds: [{ ...feed, Path: path, UsedAt: null }] } }));
      await item.getByRole('button', { name: 'Отозвать ссылку' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Отозвать ссылку' }).click();
      await status(page, 'Ссылка отозвана');
      await item.getByText('Ещё не читали').waitFor();
      await expectSoon(() => item.getByRole('link', { name: 'Лента Atom' }).getAttribute('href')).toBe(path);
      expect(sent('feeds/renew').map((call) => call.path)).toEqual(['/vknf/alerts/feeds/renew?id=8']);
    });
  });
});

test('each part that cannot be loaded says so and loads again; long texts fit a narrow window', async () => {
  backend.on('GET /vknf/alerts/deliveries', () => ({
    body: {
      deliveries: [
        { ...delivery, State: 'failed', Error: 'Почтовый сервер отклонил получателя: такого ящика нет (550)' },
        {
          ...delivery,
          DeliveryID: 29,
          State: 'waiting',
          Tries: 2,
          NextTry: '2026-11-01T10:40:00Z',
          Error: 'ответ 500',
        },
        {
          ...delivery,
          DeliveryID: 28,
          Rule: 'Очень длинное название правила '.repeat(3),
          ClientID: 'client-1001',
          Href: null,
        },
      ],
      total: 3,
    },
  }));
  const width = 390;
  backend.misbehave('status 500', '/vknf/alerts');
  const page = await open({
    viewport: { width, height: 900 },
    reducedMotion: 'reduce',
    allow: [/status of 50[03]/],
  });
  const retry = page.getByRole('button', { name: messages.retry });
  await expectSoon(() => retry.count()).toBe(3);
  backend.misbehave(null);
  for (let parts = 3; parts > 0; parts -= 1) {
    await retry.first().click();
    await retry.nth(parts - 1).waitFor({ state: 'detached' });
  }
  await row(page, 'Ремонт дорог').waitFor();
  await deliveries(page).getByText('ответ 500').waitFor();

  const check = async (within?: string) => {
    await expectSoon(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    expect(await accessibilityFaults(page, within ? { within } : {})).toEqual([]);
  };
  await check();
  await row(page, 'Всплески').getByRole('button', { name: 'Редактировать' }).click();
  await press(page, 'Проверить на истории');
  await dialog(page).getByText('За 30 дней').waitFor();
  await check('dialog[open]');
});
