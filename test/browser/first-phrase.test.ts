/** A client's first phrase: how to start, and the wait for its first posts; and the loss of the connection. */
import type { Page } from 'playwright-core';
import { startBrowser } from '../support/browser.ts';
import { offerCollection, word } from '../support/collection-replies.ts';
import { type RunningConsole, startConsole } from '../support/console-process.ts';
import { storeClient } from '../support/seed-words.ts';
import { keepSessions } from '../support/sessions.ts';
import type { Account } from '../support/sign-in.ts';
import { startStandInConsole } from '../support/stand-in-console.ts';
import { waitForIsland } from '../support/wait-for-island.ts';

const { openPage } = startBrowser();
const openSignedIn = keepSessions({ openPage });
const region = (page: Page) => page.getByRole('region', { name: 'С чего начать' });
const addition = (page: Page) => page.getByRole('button', { name: 'Добавить фразу' });

describe('a client without phrases', () => {
  let running: RunningConsole;
  const client: Account = { type: 'client', name: '', password: 'client-password-1' };
  beforeAll(async () => {
    running = await startConsole();
    client.name = await storeClient(running.dataDir, 'Новый', client.password);
  });
  afterAll(() => running?.close());

  test.each(['posts', 'words', 'analytics'])('is told on the page /ldvknf/%s how to start', async (path) => {
    const page = await openSignedIn(running.url, client);
    await page.goto(`${running.url}/ldvknf/${path}`);
    await region(page).getByRole('listitem').nth(2).waitFor();
    await addition(page).waitFor();
  });

  test('adds the first one from there, and then sees the phrases instead', async () => {
    const page = await openSignedIn(running.url, client);
    await page.goto(`${running.url}/ldvknf/posts`);
    await addition(page).click();
    const dialog = page.getByRole('dialog', { name: 'Новая фраза' });
    await dialog.getByRole('combobox', { name: 'Текст *' }).fill('ремонт дорог');
    await dialog.getByRole('button', { name: 'Сохранить' }).click();
    await page.getByRole('grid', { name: 'Фразы' }).getByRole('link', { name: 'ремонт дорог' }).waitFor();
    await region(page).waitFor({ state: 'hidden' });
    await addition(page).waitFor();
    await page.reload();
    await waitForIsland(page);
    expect(await dialog.count()).toBe(0);
    expect(await region(page).count()).toBe(0);
  });

  test('without a connection reads that the page tries again, and then loads what has failed', async () => {
    const page = await openSignedIn(running.url, client, { allow: [/ERR_FAILED/] });
    await page.goto(`${running.url}/ldvknf/words`);
    await waitForIsland(page);
    const watching = page.waitForResponse(/connection-watch/);
    await page.mouse.move(300, 300);
    await watching;
    const lost = page.getByRole('alert').filter({ hasText: 'Нет связи с сервером. Повторим сами' });
    await page.route('**/api/v1/**', (route) => route.abort());
    await page.getByRole('button', { name: 'Обновить' }).click();
    await lost.waitFor();
    const card = page.getByRole('alert').filter({ hasText: 'Ошибка загрузки слов' });
    await card.waitFor();
    await page.unroute('**/api/v1/**');
    await page.getByRole('status').filter({ hasText: 'Связь восстановлена' }).waitFor();
    await lost.waitFor({ state: 'detached' });
    await card.waitFor({ state: 'detached' });
  });
});

describe('a phrase that waits for its first posts', () => {
  const pending = { ...word, State: 'pending', TotalPosts: 0, UpdateDt: null };
  const { backend, server } = startStandInConsole({
    prepare: (stand) => {
      offerCollection(stand);
      stand.on('GET /vknf/words/paginated', () => ({ body: { words: [pending], total: 1 } }));
      stand.on(`GET /vknf/words/${word.WordID}`, () => ({ body: pending }));
    },
  });

  test('refreshes its row by itself, and a message leads to the feed', async () => {
    const page = await openSignedIn(server.url, { type: 'admin', name: 'root', password: 'password' });
    await page.clock.install();
    await page.goto(`${server.url}/ldvknf/words`);
    await waitForIsland(page);
    const row = page.getByRole('grid', { name: 'Фразы' }).getByRole('row').nth(1);
    await row.getByText('В ожидании').waitFor();
    backend.on(`GET /vknf/words/${word.WordID}`, () => ({ body: { ...word, TotalPosts: 3 } }));
    await page.clock.runFor(5000);
    await row.getByText('Активно').waitFor();
    const message = page.getByRole('status').filter({ hasText: 'Найдены первые посты' });
    await message.getByRole('link', { name: 'Открыть ленту' }).click();
    await page.waitForURL(
      ({ pathname, searchParams }) => pathname === '/ldvknf/posts' && searchParams.get('word') === String(word.WordID),
    );
  });
});
