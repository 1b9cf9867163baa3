// Proves: reports#page, reports#report
/** The screen of reports (docs/product/reports.md), in front of a stand-in for our own backend. */
import type { Page } from 'playwright-core';
import { startBrowser } from '../support/browser.ts';
import { expectSoon } from '../support/expect-soon.ts';
import { accessibilityFaults } from '../support/page-faults.ts';
import { offerReports } from '../support/report-replies.ts';
import { keepSessions } from '../support/sessions.ts';
import type { Account } from '../support/sign-in.ts';
import { startStandInConsole } from '../support/stand-in-console.ts';
import { step } from '../support/step.ts';
import { waitForFocus, waitForIsland } from '../support/wait-for-island.ts';

const client: Account = { type: 'client', name: 'client-1', password: 'password' };

const { openPage } = startBrowser();
const openSignedIn = keepSessions({ openPage });
const { backend, server } = startStandInConsole({ prepare: offerReports });

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const field = (page: Page, label: string) => dialog(page, 'Отчёт').getByLabel(label, { exact: true });
const save = (page: Page) => dialog(page, 'Отчёт').getByRole('button', { name: 'Сохранить' }).click();
const row = (page: Page, name: string) => page.getByRole('grid', { name: 'Отчёты' }).getByRole('row', { name });
const act = (page: Page, name: string, action: string) =>
  row(page, name).getByRole('button', { name: action, exact: true }).click();
const sent = (call: string) =>
  backend.calls.filter(({ method, path }) => method === 'POST' && path.startsWith(`/vknf/reports/${call}`));
const status = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).waitFor();

test('a report is made with its errors, changed in one field, copied, tried and resumed', async () => {
  const page = await openSignedIn(server.url, client, { viewport: { width: 1440, height: 900 } });
  await page.goto(`${server.url}/ldvknf/reports`);
  await waitForIsland(page);
  await step('a new one needs a name, a filter and recipients', async () => {
    await page.getByRole('button', { name: 'Новый отчёт' }).click();
    await save(page);
    await dialog(page, 'Отчёт').getByText('Выберите фильтр').waitFor();
    await waitForFocus(field(page, 'Название *'));
    await field(page, 'Название *').fill('Итоги');
    await save(page);
    await waitForFocus(field(page, 'Дороги'));
    await field(page, 'Дороги').check();
    await field(page, 'Получатели *').fill('anna@example.ru; boris@example.ru\nanna');
    await save(page);
    await dialog(page, 'Отчёт').getByText('Неверный адрес: anna').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await field(page, 'Получатели *').fill('anna@example.ru; boris@example.ru');
    await save(page);
    await status(page, 'Отчёт добавлен');
    expect(sent('create').map(({ body }) => JSON.parse(body))).toMatchObject([
      {
        ...{ Name: 'Итоги', ViewIDs: [2], Period: 'week', Weekdays: [1], Time: '09:00', Formats: ['mail', 'pdf'] },
        ...{ Sections: ['figures', 'main', 'standouts', 'newSources', 'work', 'collection'] },
        Recipients: ['anna@example.ru', 'boris@example.ru'],
      },
    ]);
  });
  await step('a change sends what has changed', async () => {
    await act(page, 'Неделя', 'Изменить');
    await field(page, 'Чт').check();
    await save(page);
    await status(page, 'Отчёт сохранён');
    expect(sent('update').map(({ body }) => JSON.parse(body))).toEqual([{ Weekdays: [1, 4], Version: 1 }]);
  });
  await step('a copy has the values under another name', async () => {
    await act(page, 'Неделя', 'Копировать');
    await expectSoon(() => field(page, 'Название *').inputValue()).toBe('Неделя (копия)');
    await dialog(page, 'Отчёт').getByRole('button', { name: 'Отмена' }).click();
  });
  await step('a trial asks for the address, because the login is none', async () => {
    await act(page, 'Неделя', 'Отправить себе');
    const trial = dialog(page, 'Отправить себе');
    await trial.getByLabel('Адрес *').fill('vera@example.ru');
    await trial.getByRole('button', { name: 'Отправить' }).click();
    await status(page, 'Отчёт отправляется');
    expect(sent('trial').map(({ body }) => JSON.parse(body))).toEqual([{ Address: 'vera@example.ru' }]);
  });
  await step('a stopped report is resumed', async () => {
    await act(page, 'Месяц', 'Возобновить');
    await status(page, 'Отчёт возобновлён');
    expect(sent('pause').map(({ path, body }) => [path, JSON.parse(body)])).toEqual([
      ['/vknf/reports/pause?id=6', { Paused: false }],
    ]);
  });
});
