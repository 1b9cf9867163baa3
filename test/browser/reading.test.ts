// Proves: feed#table, pages#without-javascript, sign-in#impersonation, stories#marks
/** Reading by keyboard with a post docked beside the feed, and as a screen reader announces it (docs/product/feed.md). */
import type { Page } from 'playwright-core';
import { impersonate } from '../../shared/api/auth.ts';
import { createMute } from '../../shared/api/mutes.ts';
import { createView } from '../../shared/api/views.ts';
import { startBrowser } from '../support/browser.ts';
import { adminAccount, type RunningConsole, startConsole } from '../support/console-process.ts';
import { expectSoon } from '../support/expect-soon.ts';
import { accessibilityFaults, layoutShifts } from '../support/page-faults.ts';
import { type Feed, metroCount, seedFeed } from '../support/seed-feed.ts';
import { callAs } from '../support/seed-words.ts';
import { keepSessions } from '../support/sessions.ts';
import { signInByRequest } from '../support/sign-in.ts';
import { step } from '../support/step.ts';
import { waitForFocus, waitForIsland } from '../support/wait-for-island.ts';

const { openPage } = startBrowser();
const openSignedIn = keepSessions({ openPage });
/** The numbers of the posts that are read: the first ones, and the last one of the first page of the list with the next. */
const read = [1, 2, 3, 19, 20, 21];
/** Of all posts of «метро», 15 are by the source that is hidden. */
const left = 30;
let running: RunningConsole;
let feed: Feed;

beforeAll(async () => {
  running = await startConsole();
  feed = await seedFeed(running.dataDir);
  const own = await openSignedIn(running.url, feed.client);
  await callAs(own, createView('Транспорт', '?q=метро', null), running.url);
  await callAs(own, createMute('user', 7, null), running.url);
});
afterAll(() => running?.close());

const pane = (page: Page) => page.getByRole('complementary', { name: 'Пост', exact: true });
const popup = (page: Page) => page.getByRole('dialog', { name: 'Текст поста' });
const unread = (page: Page) =>
  page
    .getByRole('grid')
    .getByRole('link', { name: /^Не прочитано/ })
    .count();
const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};

/** The positions of the cells of the first row that are drawn. The others are clipped. */
const drawnCells = (page: Page) =>
  page
    .locator('[role="row"]:has(> [role="gridcell"])')
    .first()
    .getByRole('gridcell')
    .evaluateAll((all) =>
      all.flatMap((cell, index) => (getComputedStyle(cell).clipPath === 'none' ? [index + 1] : [])),
    );

/** Opens the post of the next row. The first key loads the code of the keys. */
async function openNext(page: Page): Promise<void> {
  await press(page, 'j');
  await page.locator('[data-post-url]:focus').waitFor();
  await press(page, 'Enter');
}

/** Opens the first post by keyboard and docks it. */
async function openDocked(): Promise<Page> {
  const viewport = { width: 1440, height: 900 };
  const page = await openSignedIn(running.url, feed.client, { viewport, reducedMotion: 'reduce' });
  await page.goto(`${running.url}/ldvknf/posts?word=${feed.wordIds.метро}`);
  await waitForIsland(page);
  await openNext(page);
  await popup(page).waitFor();
  const dock = popup(page).getByRole('button', { name: 'Закрепить справа' });
  while (!(await dock.evaluate((button) => button === document.activeElement))) await press(page, 'Tab');
  await press(page, 'Enter');
  await waitForFocus(pane(page).getByRole('button', { name: 'Открепить' }));
  return page;
}

/** Expects the accessible name, description and contents of what is open, from the accessibility tree. */
async function expectHeard(page: Page, number: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { root } = await session.send('DOM.getDocument');
  const found = await session.send('Accessibility.queryAXTree', { nodeId: root.nodeId, role: 'complementary' });
  const node = found.nodes.find(({ name }) => name?.value === 'Пост');
  expect(node?.description?.value).toBe(`Пост ${number} из ${metroCount}`);
  expect(await pane(page).ariaSnapshot()).toContain(`новость ${metroCount + 1 - number}`);
}

test('posts of two pages are read by keyboard beside the feed, in a docked pane that is remembered', async () => {
  const page = await openDocked();
  await step('by keyboard', async () => {
    let saved = 1;
    page.on('response', (response) => {
      if (response.url().includes('/posts/marks')) saved += 1;
    });
    for (const number of read) {
      // `j` does nothing after the last loaded post, which a slow reply makes that of the first page.
      await page.locator(`[role="row"][aria-rowindex="${number + 1}"]`).waitFor();
      if (number === 19) await page.locator('[aria-rowindex="20"] [data-post-url]').press('Enter');
      else if (number > 1) await press(page, 'j');
      await pane(page)
        .getByRole('status')
        .filter({ hasText: `Пост ${number} из ${metroCount}` })
        .waitFor();
      await expectSoon(() => pane(page).innerText()).toContain(`новость ${metroCount + 1 - number}`);
      if (number === 1 || number === 21) await expectHeard(page, number);
    }
    await expectSoon(() => unread(page)).toBe((await page.getByRole('row').count()) - 1 - read.length);
    await expectSoon(() => saved).toBe(read.length);
    // The row keeps the focus, so that the keys of the feed act on it.
    await page.locator('[data-current] [data-post-url]:focus').waitFor();
    await press(page, 'x');
    const dialog = page.getByRole('dialog', { name: 'Скрыть источник' });
    await dialog.getByText('Скроет постов за 30 дней').waitFor();
    const hide = dialog.getByRole('button', { name: 'Скрыть', exact: true });
    while (!(await hide.evaluate((button) => button === document.activeElement))) await press(page, 'Tab');
    await press(page, 'Enter');
    await page.getByRole('status').filter({ hasText: 'Скрыто:' }).waitFor();
    await page.getByText(`/ ${left} `).waitFor();
    await press(page, 'j');
    await pane(page)
      .getByRole('status')
      .filter({ hasText: /^Пост \d+ из 30$/ })
      .waitFor();
    await press(page, 'Escape');
    await pane(page).waitFor({ state: 'detached' });
    await page.locator('[data-current] [data-post-url]:focus').waitFor();
    await press(page, 'PageDown', 'PageDown');
    const before = await unread(page);
    expect(before).toBeGreaterThan(0);
    await press(page, 'Shift+E');
    await page.getByRole('status').filter({ hasText: 'Прочитано:' }).waitFor();
    await expectSoon(() => unread(page)).toBeLessThan(before);
    await press(page, 'z');
    await expectSoon(() => unread(page)).toBe(before);
  });

  await step('the docked pane is remembered', async () => {
    await page.reload();
    await waitForIsland(page);
    for (const width of [1280, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      await openNext(page);
      await pane(page).waitFor();
      const { left, paneWidth, lineHeight, size, textWidth, tableRight, scrollWidth, ring } = await page.evaluate(
        () => {
          const element = document.querySelector('aside:not(#sidebar)') ?? document.body;
          const text = element.querySelector('section > p:last-of-type') ?? element;
          const { fontSize, lineHeight } = getComputedStyle(text);
          const box = (element.parentElement ?? element).getBoundingClientRect();
          return {
            left: box.left,
            paneWidth: innerWidth - box.left,
            lineHeight,
            size: fontSize,
            textWidth: text.clientWidth / Number.parseFloat(fontSize),
            tableRight: document.querySelector('[role="grid"]')?.getBoundingClientRect().right ?? 0,
            scrollWidth: document.documentElement.scrollWidth,
            ring: getComputedStyle(document.activeElement ?? element).outlineStyle,
          };
        },
      );
      expect(paneWidth).toBeGreaterThanOrEqual(420);
      expect(paneWidth).toBeLessThanOrEqual(481);
      expect([size, lineHeight]).toEqual(['16px', '24px']);
      // 68 characters are 34 to 41 times as wide as the letters are high.
      expect(textWidth).toBeLessThanOrEqual(41);
      expect(tableRight).toBeLessThanOrEqual(left);
      expect(scrollWidth).toBe(width);
      expect(ring).toBe('solid');
      // The pane shows the ID and the update.
      expect(await drawnCells(page)).toEqual([1, 2, 3, 5, 6, 8, 10, 11]);
      await expectSoon(() => page.getByRole('columnheader').count()).toBe(11);
      await expectSoon(() => page.getByRole('row').nth(1).getByRole('gridcell').count()).toBe(11);
      await expectSoon(() => page.getByRole('grid').getAttribute('aria-colcount')).toBe('11');
      await press(page, 'Escape');
      await pane(page).waitFor({ state: 'detached' });
    }
    await press(page, 'Enter');
    await pane(page).waitFor();
    expect(await accessibilityFaults(page, { within: 'aside:not(#sidebar)' })).toEqual([]);
    expect(await layoutShifts(page)).toEqual([]);
    await page.setViewportSize({ width: 1279, height: 900 });
    await popup(page).waitFor();
    await expectSoon(() => popup(page).getByRole('button', { name: 'Закрепить справа' }).count()).toBe(0);
    await page.setViewportSize({ width: 1440, height: 900 });
    await pane(page).getByRole('button', { name: 'Открепить' }).click();
    await popup(page).waitFor();
  });
});

test('source, phrase and city of a row add their filters, by their addresses too', async () => {
  const page = await openSignedIn(running.url, adminAccount, { viewport: { width: 1440, height: 900 } });
  await page.goto(`${running.url}/ldvknf/posts?from=2026-01-10`);
  const follow = async (name: string, found: string) => {
    // The link of an unread source says so.
    const link = page
      .getByRole('row')
      .nth(1)
      .getByRole('link', { name: new RegExp(`(^|: )${name}$`) });
    // The rows come after the number of posts.
    const readAddress = async () => new URL((await link.getAttribute('href')) ?? '', page.url());
    const kept = new URL(page.url()).searchParams;
    await expectSoon(async () => {
      const next = (await readAddress()).searchParams;
      return [...kept].every(([key, value]) => next.get(key) === value);
    }).toBe(true);
    const address = await readAddress();
    await link.click();
    await page.getByText(`/ ${found} `).waitFor();
    await page.waitForURL(({ searchParams }) => {
      const queries = [address.searchParams, searchParams].map((query) => [...query].toSorted().join());
      return queries[0] === queries[1];
    });
  };
  await follow('метро', '36');
  await follow('Новости города', '24');
  await follow('Москва', '24');
  const query = new URL(page.url()).searchParams;
  expect([...query.keys()].toSorted()).toEqual(['city', 'from', 'owner', 'sort', 'word']);
});

test('the menu’s number of unread posts follows the marks', async () => {
  const page = await openSignedIn(running.url, feed.client, { reducedMotion: 'reduce' });
  const link = page.getByRole('link', { name: 'Новостная лента', exact: true });
  const number = page.getByRole('navigation').getByText(/^непрочитанных: \d+$/);
  // A page never waits for the number.
  await expectSoon(async () => {
    await page.goto(`${running.url}/ldvknf/posts?unread=1`);
    return number.count();
  }).toBe(1);
  await expectSoon(() => link.getAttribute('aria-describedby')).toBe(await number.getAttribute('id'));
  await waitForIsland(page);
  const count = async () => Number((await number.innerText()).match(/\d+$/)?.[0]);
  const before = await count();
  await press(page, 'Shift+E');
  const marked = page.getByRole('status').filter({ hasText: /Прочитано: [1-9]/ });
  const read = Number((await marked.innerText()).match(/\d+/)?.[0]);
  await expectSoon(count).toBe(before - read);
  await press(page, 'z');
  await expectSoon(count).toBe(before);
});

test('«Только просмотр» disables what changes the feed, and its keys say why', async () => {
  const why = 'Режим просмотра: изменения запрещены';
  const page = await openPage();
  await signInByRequest(page.context(), running.url, adminAccount);
  const mode = { reason: 'Обращение 17', readOnly: true };
  await callAs(page, impersonate(adminAccount.name, feed.client.name, Date.now(), mode), running.url);
  await page.goto(`${running.url}/ldvknf/posts?copies=show`);
  await waitForIsland(page);
  const refused = (role: 'button' | 'menuitem', name: string) =>
    page.getByRole(role, { name, disabled: true }).and(page.getByTitle(why)).first().waitFor();
  await refused('button', 'Прочитать всё выше');
  await refused('button', 'Сохранить фильтр');
  await page.getByRole('button', { name: 'Действия с постом' }).first().click();
  for (const name of ['Отметить', 'Скрыть источник', 'Скрыть автора']) await refused('menuitem', name);
  await press(page, 'Escape');
  await page.getByRole('button', { name: 'Скрытые источники и авторы' }).click();
  await refused('button', 'Вернуть');
  await press(page, 'Escape');
  await page.getByRole('button', { name: 'Действия с фильтром Транспорт' }).click();
  for (const name of ['Обновить фильтр', 'Переименовать', 'Закрепить', 'Удалить']) await refused('button', name);
  await press(page, 'Escape');
  const before = await unread(page);
  const first = page.locator('[aria-rowindex="2"] [data-post-url]');
  for (const key of ['e', 'Shift+E', 'x', 's']) {
    await first.focus();
    await press(page, key);
    await page.getByRole('alert').filter({ hasText: why }).waitFor();
    await waitForFocus(first);
    await page.getByRole('button', { name: 'Закрыть сообщение' }).click();
    await expectSoon(() => page.getByText(why).count()).toBe(0);
  }
  await expectSoon(() => unread(page)).toBe(before);
  const work = await page.locator('a[href*="/work/"]').first().getAttribute('href');
  await page.goto(`${running.url}${work}`);
  // As when the browser restores the page from its cache.
  await page.evaluate(() => dispatchEvent(new Event('pageshow')));
  for (const name of ['Сохранить', 'Добавить заметку']) await refused('button', name);
});
