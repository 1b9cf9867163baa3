// Proves: api#two-kinds-of-backend
/** Journeys through everything that the console does with an existing backend, which has only the specified calls. */
import type { Page } from 'playwright-core';
import { shortcuts } from '../../shared/shortcuts.ts';
import { clientRow, commonShape, phrase, repliesIn } from '../support/backend-shapes.ts';
import { startBrowser } from '../support/browser.ts';
import { expectSoon } from '../support/expect-soon.ts';
import { keepSessions } from '../support/sessions.ts';
import type { Account } from '../support/sign-in.ts';
import { startStandInConsole } from '../support/stand-in-console.ts';
import { step } from '../support/step.ts';
import { waitForIsland } from '../support/wait-for-island.ts';

const admin: Account = { type: 'admin', name: 'root', password: 'password' };
const client: Account = { type: 'client', name: clientRow.id, password: 'password' };

const { openPage } = startBrowser();
const openSignedIn = keepSessions({ openPage });
const { backend, server } = startStandInConsole();

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const callsOf = (path: string) => backend.calls.filter((call) => call.path.split('?')[0] === path);

async function open(account: Account, path: string): Promise<Page> {
  const page = await openSignedIn(server.url, account, { ownSession: true, viewport: { width: 1280, height: 800 } });
  await page.goto(server.url + path);
  await waitForIsland(page);
  return page;
}

const rows = (page: Page) => page.getByRole('grid').getByRole('row');

test('a client has live counts, suggestions, filters by days, new posts, local filters, columns, themes and print', async () => {
  const page = await open(client, '/ldvknf/words');
  await step('live counts one by one, and suggestions', async () => {
    await expectSoon(() => callsOf('/vknf/posts/count/word/client').length).toBe(1);
    await button(page, 'Добавить фразу').click();
    const form = page.getByRole('dialog', { name: 'Новая фраза' });
    await form.getByRole('combobox', { name: 'Текст *' }).fill(phrase.slice(0, 6));
    await page.getByRole('listbox', { name: 'Подсказки' }).getByRole('option').filter({ hasText: phrase }).waitFor();
    expect(await form.getByText('Предпросмотр').count()).toBe(0);
  });

  await step('filters by phrase, city and days', async () => {
    await page.clock.install();
    await page.goto(`${server.url}/ldvknf/posts?word=7&city=2&from=2026-10-01T10:00:00%2B03:00&unread=1`);
    await waitForIsland(page);
    expect(callsOf('/vknf/posts/details').at(-1)?.path).toMatch(/wordId=7&postDtFrom=2026-10-01&cityId=2&offset=0&/);
    expect(await page.getByRole('button', { name: /^Убрать фильтр/ }).count()).toBe(0);
  });

  await step('a saved filter in the storage of the browser', async () => {
    await button(page, 'Сохранить фильтр').click();
    const dialog = page.getByRole('dialog', { name: 'Сохранённый фильтр', exact: true });
    await dialog.getByText(`Условия: Фраза: ${phrase} · Дата с: 01.10.2026 · Город: Казань`).waitFor();
    await dialog.getByLabel('Название *').fill('Казань');
    await dialog.getByRole('button', { name: 'Сохранить', exact: true }).click();
    await page.getByRole('list', { name: 'Мои фильтры' }).getByRole('link').filter({ hasText: 'Казань' }).waitFor();
    expect(backend.calls.some(({ path }) => path.startsWith('/vknf/views'))).toBe(false);
  });

  await step('the summary of the period', async () => {
    const bounds = page.getByRole('group', { name: 'Период' }).getByRole('button');
    await expectSoon(() => bounds.allInnerTexts()).toEqual(['С 01.10.2026', 'По 01.11.2026']);
    await bounds.first().click();
    await expectSoon(() => bounds.allInnerTexts()).toEqual(['С 01.11.2026', 'По 01.11.2026']);
    expect(new URL(page.url()).searchParams.has('from')).toBe(false);
  });

  await step('new posts', async () => {
    backend.on('GET /vknf/posts/count', () => ({ body: { total: 3 } }));
    // New posts are counted a minute after the list has loaded, or after the code, if that loads sooner.
    await expectSoon(() => page.getByRole('grid').getAttribute('aria-busy')).toBe('false');
    const fresh = page.getByRole('status').getByRole('button', { name: 'Новых постов: 2' });
    await expectSoon(async () => {
      await page.clock.runFor(60_000);
      return fresh.count();
    }).toBe(1);
    await fresh.click();
    await expectSoon(() => rows(page).count()).toBe(2);
  });

  await step('columns, which the export follows', async () => {
    await button(page, 'Вид таблицы').click();
    const view = page.getByRole('dialog', { name: 'Вид таблицы' });
    await expectSoon(() => view.getByRole('checkbox').count()).toBe(5);
    await view.getByLabel('Обновлено').uncheck();
    await view.getByRole('button', { name: 'Закрыть' }).click();
    const heads = ['Источник', 'Фраза', 'ID пользователя', 'Текст', 'Дата поста', 'Город'];
    await expectSoon(() => page.getByRole('columnheader').allInnerTexts()).toEqual(heads);
    const exported = await page.request.get(`${server.url}/ldvknf/posts/export.csv`);
    expect((await exported.text()).split('\r\n')[0]).toBe([...heads, 'Ссылка'].join());
  });

  await step('shortcuts', async () => {
    await button(page, 'Горячие клавиши').click();
    const dialog = page.getByRole('dialog', { name: 'Горячие клавиши' });
    await expectSoon(() => dialog.locator('dt').allTextContents()).toEqual(
      shortcuts.filter(({ on }) => on === 'both').map(({ key }) => key),
    );
    await dialog.getByRole('button', { name: 'Закрыть' }).click();
  });

  await step('the theme and the printed page', async () => {
    const scheme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
    await button(page, 'Тема').click();
    await page.getByRole('radio', { name: 'Тёмная' }).check();
    await expectSoon(scheme).toBe('dark');
    await page.emulateMedia({ media: 'print' });
    await expectSoon(scheme).toBe('light');
    expect(await button(page, 'Обновить').isVisible()).toBe(false);
    await page.getByRole('gridcell').filter({ hasText: phrase, visible: true }).first().waitFor();
  });
});

test('an administrator has all clients in one reply, exports by offset, and acts as a client without a reason', async () => {
  const page = await open(admin, '/ldserver/clients');
  await step('columns of the specification', async () => {
    expect(callsOf('/server/clients')).toHaveLength(1);
    await expectSoon(() => page.getByRole('columnheader').allInnerTexts()).toEqual([
      'ID',
      'Имя',
      'IP-адрес',
      'MAC-адрес',
      'Email',
      'Телефон',
      'Экспорт',
      'Связь',
      'Действия',
    ]);
  });

  await step('exports by offset', async () => {
    for (const list of ['ldvknf/posts', 'ldvknf/words', 'ldvknf/owners', 'ldserver/clients']) {
      const reply = await page.request.get(`${server.url}/${list}/export.csv`);
      expect([list, reply.status(), (await reply.text()).trim().split('\n').length]).toEqual([list, 200, 2]);
    }
    expect(callsOf('/vknf/posts/details').at(-1)?.path).toContain('offset=0');
    expect(callsOf('/vknf/posts/rows')).toEqual([]);
  });

  await step('many clients, page by page in the browser', async () => {
    const { body } = repliesIn(commonShape)['GET /server/clients'] as { body: { clients: [object] } };
    const clients = Array.from({ length: 150 }, (_, index) => ({
      ...body.clients[0],
      client_id: `client-${index + 1}`,
    }));
    backend.on('GET /server/clients', () => ({ body: { clients, total: clients.length } }));
    await page.goto(`${server.url}/ldserver/clients`);
    await waitForIsland(page);
    const total = page.getByRole('group', { name: 'Показано / всего' });
    await total.filter({ hasText: '100 / 150' }).waitFor();
    backend.calls.length = 0;
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await total.filter({ hasText: '150 / 150' }).waitFor();
    expect(backend.calls.map(({ path }) => path)).toEqual(['/server/clients']);
  });

  await step('impersonation', async () => {
    await page.getByRole('grid').getByRole('button', { name: 'Войти как клиент' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Вход от имени клиента' });
    await dialog.getByRole('button', { name: 'Войти как клиент' }).waitFor();
    expect(await dialog.getByLabel('Причина').count()).toBe(0);
    await dialog.getByRole('button', { name: 'Войти как клиент' }).click();
    await page
      .getByRole('status')
      .filter({ hasText: `Вы работаете как клиент ${clientRow.id} от имени root` })
      .waitFor();
    expect(JSON.parse(callsOf('/admin/impersonate')[0]?.body ?? '')).toEqual({ client_id: clientRow.id });
  });
});
