// Proves: api#calls, feed#new-posts, sign-in#sessions
/** Expired tokens in a real browser: 401, one refresh, one retry, and the cases that sign out (docs/product/sign-in.md). */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { commonShape, owner, phrase, repliesIn } from '../support/backend-shapes.ts';
import { startBrowser } from '../support/browser.ts';
import { expectSoon } from '../support/expect-soon.ts';
import { type ExpiringSession, expireOnDemand } from '../support/expiring-session.ts';
import { keepSessions } from '../support/sessions.ts';
import { type Account, sendSignIn } from '../support/sign-in.ts';
import { startStandInConsole } from '../support/stand-in-console.ts';
import { step } from '../support/step.ts';
import { waitForIdentity, waitForIsland, waitForRows, waitForShell } from '../support/wait-for-island.ts';

const admin: Account = { type: 'admin', name: 'root', password: 'password' };
const client: Account = { type: 'client', name: 'client-1', password: 'password' };
/** The browser's message about a rejected or failed call. */
const failedCall = /Failed to load resource/;

const { openPage } = startBrowser();
const openSignedIn = keepSessions({ openPage });
const { backend, server } = startStandInConsole();
let session: ExpiringSession;

beforeEach(() => {
  backend.misbehave(null);
  backend.calls.length = 0;
  session = expireOnDemand(backend);
});

const viewport = { width: 1280, height: 800 };

async function openAs(account: Account, path: string, options: Parameters<typeof openSignedIn>[2] = {}): Promise<Page> {
  const page = await openSignedIn(server.url, account, { ownSession: true, viewport, ...options });
  await page.goto(server.url + path);
  await waitForIdentity(page);
  if (path.startsWith('/ldvknf/')) await waitForIsland(page);
  return page;
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const row = (page: Page, text: string) => page.getByRole('grid').getByRole('row').filter({ hasText: text });
const sortBy = (page: Page, title: string) =>
  page.getByRole('columnheader', { name: title, exact: true }).getByRole('link').click();
const errorCard = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text });
const callsTo = (path: string) => backend.calls.filter((call) => call.path.startsWith(path));
const stored = (page: Page) =>
  page.evaluate(() => [localStorage.getItem('auth_user'), localStorage.getItem('impersonation_state')]);
const cookieNames = async (page: Page) => (await page.context().cookies()).map(({ name }) => name);
const waitForSignIn = (page: Page) => page.getByRole('heading', { name: 'Вход в систему' }).waitFor();
const waitUntil = async (met: () => boolean) => {
  while (!met()) await sleep(5);
};

test('an expired token is refreshed once, at a page load, at a call and at a change', async () => {
  const page = await openSignedIn(server.url, admin, { ownSession: true, viewport, allow: [failedCall] });
  session.expire();
  await page.goto(`${server.url}/ldvknf/posts`);
  await row(page, owner.name).waitFor();
  expect(await errorCard(page, 'Ошибка').count()).toBe(0);
  expect([callsTo('/admin/auth/refresh').length, session.refreshes()]).toEqual([1, 1]);
  expect(callsTo('/vknf/posts/details')).toHaveLength(2);
  const renewed = (await page.context().cookies()).find(({ name }) => name === 'access_token');
  expect(renewed).toMatchObject({ value: session.accessToken(), path: '/', httpOnly: true, sameSite: 'Lax' });

  await page.goto(`${server.url}/ldvknf/owners`);
  await waitForIsland(page);
  await row(page, owner.name).waitFor();
  expect(session.refreshes()).toBe(1);
  await page.evaluate(() => Object.assign(window, { notReloaded: true }));
  session.expire();
  const before = callsTo('/vknf/owners/details').length;
  const answered = page.waitForResponse((response) => response.url().includes('/owners/details') && response.ok());
  await sortBy(page, 'Название');
  await answered;
  await waitForRows(page);
  await row(page, owner.name).waitFor();
  expect([callsTo('/admin/auth/refresh').length, session.refreshes()]).toEqual([2, 2]);
  expect(callsTo('/vknf/owners/details').length - before).toBe(2);
  await expectSoon(() => page.evaluate(() => 'notReloaded' in window)).toBe(true);
  expect(await errorCard(page, 'Ошибка').count()).toBe(0);

  await button(page, 'Добавить источник').click();
  const dialog = page.getByRole('dialog', { name: 'Новый источник' });
  await dialog.getByLabel('Тип *').selectOption({ index: 1 });
  await dialog.getByLabel('Название *').fill('Двор');
  session.expire();
  await dialog.getByRole('button', { name: 'Сохранить' }).click();
  await dialog.waitFor({ state: 'hidden' });
  const bodies = callsTo('/vknf/owners/create').map(({ body }) => JSON.parse(body).Name);
  expect(bodies).toEqual(['Двор', 'Двор']);
  expect(session.refreshes()).toBe(3);
});
test('the count of new posts renews an expired token, and a refused renewal does not sign out', async () => {
  const page = await openSignedIn(server.url, client, { ownSession: true, allow: [failedCall] });
  await page.clock.install();
  await page.goto(`${server.url}/ldvknf/posts`);
  await waitForIsland(page);
  session.expire();
  const counted = page.waitForResponse((response) => response.url().includes('/posts/count') && response.ok());
  await page.clock.runFor(60_000);
  await counted;
  expect(session.refreshes()).toBe(1);
  backend.on('POST /server/auth/refresh', () => ({ status: 401, body: {} }));
  session.expire();
  for (const minutes of [1, 2]) {
    const refused = page.waitForResponse((response) => response.url().endsWith('/auth/refresh'));
    await page.clock.runFor(minutes * 60_000);
    expect((await refused).status()).toBe(401);
  }
  await expectSoon(async () => (await stored(page))[0]).not.toBeNull();
  expect(new URL(page.url()).pathname).toBe('/ldvknf/posts');
});

test('parallel calls of two tabs with an expired token cause one refresh', async () => {
  const words = Array.from({ length: 30 }, (_, index) => ({ WordID: index + 1, Text: `${phrase} ${index + 1}` }));
  const list = repliesIn(commonShape)['GET /vknf/words/paginated'];
  backend.on('GET /vknf/words/paginated', () => ({ ...list, body: { words, total: words.length } }));
  const first = await openAs(admin, '/ldvknf/words', { allow: [failedCall] });
  const second = await openPage({ context: first.context(), allow: [failedCall] });
  await second.goto(`${server.url}/ldvknf/words`);
  await waitForIsland(second);
  const tabs = [first, second];
  const enough = 8;
  const refreshing = new Set<Page>();
  for (const tab of tabs) {
    tab.on('request', (request) => {
      if (request.url().endsWith('/auth/refresh')) refreshing.add(tab);
    });
  }
  session.holdRefresh(() => waitUntil(() => session.refused.length >= enough && refreshing.size === tabs.length));
  session.expire();
  for (const tab of tabs) await button(tab, 'Обновить').click();
  for (const tab of tabs) {
    await tab.getByText('0 / 34').nth(10).waitFor();
    expect(await errorCard(tab, 'Ошибка').count()).toBe(0);
    expect(new URL(tab.url()).pathname).toBe('/ldvknf/words');
  }
  expect(session.refused.length).toBeGreaterThanOrEqual(enough);
  expect(session.refreshes()).toBe(1);
});

test('a rejected refresh signs out every tab, clears the storage and keeps the way back', async () => {
  const page = await openAs(client, '/ldvknf/words', { allow: [failedCall] });
  const other = await openPage({ context: page.context() });
  // A live count requested after the expiry would sign out before the click does.
  await page.waitForLoadState('networkidle');
  await other.goto(`${server.url}/profile`);
  await waitForShell(other);
  await expectSoon(async () => (await stored(page))[0]).toContain('client-1');
  session.expire();
  backend.on('POST /server/auth/refresh', () => ({ status: 401 }));
  // A background tab may not render, and a click waits for rendering.
  await page.bringToFront();
  await sortBy(page, 'Текст');
  for (const tab of [page, other]) {
    await waitForSignIn(tab);
    await waitForShell(tab);
    await expectSoon(() => stored(tab)).toEqual([null, null]);
  }
  expect(session.refreshes()).toBe(1);
  expect(new URL(page.url()).searchParams.get('next')).toBe('/ldvknf/words?sort=text');
  await expectSoon(() => cookieNames(page)).not.toContain('access_token');
  await expectSoon(() => cookieNames(page)).not.toContain('console_session');

  await other.close();
  session = expireOnDemand(backend);
  await sendSignIn(page, client);
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/ldvknf/words?sort=text');
  await waitForIsland(page);
  await row(page, phrase).waitFor();

  await page.waitForLoadState('networkidle');
  session.expire();
  backend.on('POST /server/auth/refresh', () => ({ status: 401 }));
  await page.goto(`${server.url}/ldvknf/owners?sort=name`);
  await waitForSignIn(page);
  expect(new URL(page.url()).searchParams.get('next')).toBe('/ldvknf/owners?sort=name');
  await waitForShell(page);
  await expectSoon(() => stored(page)).toEqual([null, null]);
  await expectSoon(() => cookieNames(page)).not.toContain('console_session');
});

describe('the session remains', () => {
  async function expectSignedIn(page: Page) {
    expect(new URL(page.url()).pathname).toBe('/ldvknf/owners');
    await expectSoon(async () => (await stored(page))[0]).toContain('root');
    await expectSoon(() => cookieNames(page)).toEqual(expect.arrayContaining(['console_session', 'refresh_token']));
  }

  async function expectLoaded(page: Page) {
    await waitForRows(page);
    await errorCard(page, 'Ошибка загрузки источников').waitFor({ state: 'hidden' });
    await row(page, owner.name).waitFor();
  }

  test('without a network, after a refresh with a fault, and after a call that is rejected again', async () => {
    const page = await openAs(admin, '/ldvknf/owners', { firstVisit: true, allow: [failedCall] });
    await step('without a network', async () => {
      // Loads with the first input.
      const watched = page.waitForResponse((response) => response.url().includes('renew-session'));
      await page.mouse.move(100, 100);
      await watched;
      for (const title of ['Тип', 'Название']) {
        await page.context().setOffline(true);
        await sortBy(page, title);
        await errorCard(page, 'Ошибка загрузки источников').waitFor();
        await expectSignedIn(page);
        await page.context().setOffline(false);
        // The page retries by itself.
        await expectLoaded(page);
        session.expire();
      }
      expect(session.refreshes()).toBe(1);
    });

    await step('a refresh with a fault', async () => {
      // In orders that are not in the cache: a second press reverses one.
      for (const [fault, title] of [
        ['status 500', 'Название'],
        ['reset', 'Домен'],
        ['truncated', 'Домен'],
      ] as const) {
        session.expire();
        backend.misbehave(fault, '/admin/auth/refresh');
        await sortBy(page, title);
        await errorCard(page, 'Ошибка загрузки источников').waitFor();
        await expectSignedIn(page);
        backend.misbehave(null);
        // For two seconds the failure answers for other calls, too.
        await expectSoon(async () => {
          await button(page, 'Попробовать снова')
            .click({ timeout: 500 })
            .catch(() => undefined);
          return row(page, owner.name).isVisible();
        }).toBe(true);
        await expectLoaded(page);
      }
    });

    await step('a call that is rejected again', async () => {
      backend.on('GET /vknf/owners/details', () => ({ status: 401 }));
      const count = () => ({ calls: callsTo('/vknf/owners/details').length, refreshes: session.refreshes() });
      const { calls, refreshes } = count();
      await button(page, 'Обновить').click();
      await errorCard(page, 'Ошибка загрузки источников').waitFor();
      expect(count()).toEqual({ calls: calls + 2, refreshes: refreshes + 1 });
      await expectSignedIn(page);
    });
  });
});
