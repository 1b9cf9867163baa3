// Proves: api#two-kinds-of-backend
/** A journey through what the console does with an existing backend, which has the specified calls alone. */
import type { Page } from 'playwright-core';
import { shortcuts } from '../../shared/shortcuts.ts';
import { clientRow, phrase } from '../support/backend-shapes.ts';
import { startBrowser } from '../support/browser.ts';
import { expectSoon } from '../support/expect-soon.ts';
import { keepSessions } from '../support/sessions.ts';
import type { Account } from '../support/sign-in.ts';
import { startStandInConsole } from '../support/stand-in-console.ts';
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

test('phrases have live counts one by one and suggestions, and filters are kept by the browser', async () => {
  const page = await open(client, '/ldvknf/words');
  await expectSoon(() => callsOf('/vknf/posts/count/word/client').length).toBe(1);
  await button(page, 'Добавить фразу').click();
  const form = page.getByRole('dialog', { name: 'Новая фраза' });
  await form.getByRole('combobox', { name: 'Текст *' }).fill(phrase.slice(0, 6));
  await page.getByRole('listbox', { name: 'Подсказки' }).getByRole('option').filter({ hasText: phrase }).waitFor();
  expect(await form.getByText('Предпросмотр').count()).toBe(0);

  await page.goto(`${server.url}/ldvknf/posts?word=7&city=2&from=2026-10-01T10:00:00%2B03:00&unread=1`);
  await waitForIsland(page);
  expect(callsOf('/vknf/posts/details').at(-1)?.path).toMatch(/wordId=7&postDtFrom=2026-10-01&cityId=2&offset=0&/);
  await button(page, 'Сохранить фильтр').click();
  const dialog = page.getByRole('dialog', { name: 'Сохранённый фильтр', exact: true });
  await dialog.getByLabel('Название *').fill('Казань');
  await dialog.getByRole('button', { name: 'Сохранить', exact: true }).click();
  await page.getByRole('list', { name: 'Мои фильтры' }).getByRole('link').filter({ hasText: 'Казань' }).waitFor();
  expect(backend.calls.some(({ path }) => path.startsWith('/vknf/views'))).toBe(false);

  await button(page, 'Горячие клавиши').click();
  const keys = page.getByRole('dialog', { name: 'Горячие клавиши' }).locator('dt');
  await expectSoon(() => keys.allTextContents()).toEqual(
    shortcuts.filter(({ on }) => on === 'both').map(({ key }) => key),
  );
});

test('all clients come in one reply, four lists are exported by offset, and an impersonation needs no reason', async () => {
  const page = await open(admin, '/ldserver/clients');
  expect(callsOf('/server/clients')).toHaveLength(1);
  const grid = page.getByRole('grid');
  expect(await grid.getByRole('columnheader', { name: 'Последний вход' }).count()).toBe(0);

  for (const list of ['ldvknf/posts', 'ldvknf/words', 'ldvknf/owners', 'ldserver/clients']) {
    const reply = await page.request.get(`${server.url}/${list}/export.csv`);
    expect([list, reply.status(), (await reply.text()).trim().split('\n').length]).toEqual([list, 200, 2]);
  }
  expect(callsOf('/vknf/posts/details').at(-1)?.path).toContain('offset=0');
  expect(callsOf('/vknf/posts/rows')).toEqual([]);

  await grid.getByRole('button', { name: 'Войти как клиент' }).click();
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
