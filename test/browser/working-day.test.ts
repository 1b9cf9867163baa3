// Proves: feed#new-posts, pages#without-javascript, stories#marks
/** A client's working day in the feed. Every number that the page shows must equal a count with SQL. */
import type { Page } from 'playwright-core';
import { saveScreenshot, startBrowser } from '../support/browser.ts';
import { type RunningConsole, startConsole } from '../support/console-process.ts';
import { expectSoon } from '../support/expect-soon.ts';
import { type BarUnit, endVisit, type FeedFigures, openFeedFigures } from '../support/feed-figures.ts';
import { setFilter } from '../support/more-filters.ts';
import { addPosts, seedDay, spammer } from '../support/seed-day.ts';
import { keepSessions } from '../support/sessions.ts';
import { type Account, signInByRequest } from '../support/sign-in.ts';
import { step } from '../support/step.ts';
import { waitForFilters, waitForIsland, waitForRows } from '../support/wait-for-island.ts';

const { openPage } = startBrowser();
const openSignedIn = keepSessions({ openPage });
const minute = 60_000;
/** Posts with this text are similar enough to be copies. */
const retold = 'Утром начался ремонт метро, поезда ходят реже обычного, пассажиров просят выбирать автобусы и трамваи';
let running: RunningConsole;
let client: Account;
let sql: FeedFigures;

beforeAll(async () => {
  running = await startConsole();
  client = await seedDay(running.dataDir);
  sql = openFeedFigures(running.dataDir, client.name);
});
afterAll(async () => {
  sql?.close();
  await running?.close();
});

async function openFeed(query = ''): Promise<Page> {
  // Smooth scrolling of the row that is read moves what is pressed next.
  const options = { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' } as const;
  const page = await openSignedIn(running.url, client, options);
  await page.clock.install();
  await page.goto(`${running.url}/ldvknf/posts${query}`);
  await waitForIsland(page);
  return page;
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const grid = (page: Page) => page.getByRole('grid', { name: 'Посты' });
const row = (page: Page, text: string) => grid(page).getByRole('row').filter({ hasText: text }).first();
const savedView = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Мои фильтры' }).getByRole('link', { name, exact: true });

/** Waits until «Показано / всего» has the total. */
const showsTotal = (page: Page, total: number) =>
  page
    .getByRole('group', { name: 'Показано / всего' })
    .filter({ hasText: `/ ${total} ` })
    .waitFor();

const figureNames: Record<BarUnit, string> = { day: 'по дням', hour: 'по часам' };

/** Waits until the histogram has these bars, and their sum. */
async function showsBars(page: Page, unit: BarUnit, bars: readonly string[]): Promise<void> {
  const figure = page.getByRole('figure', { name: `Посты ${figureNames[unit]}` });
  const sum = bars.reduce((total, bar) => total + Number(bar.split(': ')[1]), 0);
  await figure.getByText(`Всего ${figureNames[unit]}: ${sum}.`).waitFor();
  await expectSoon(() => figure.locator('svg a > title').allTextContents()).toEqual(bars);
}

/** Waits until the list and the histogram show what meets the condition. */
async function showsFeed(page: Page, condition = 'true', unit: BarUnit = 'day'): Promise<void> {
  await showsTotal(page, sql.stories(condition));
  await showsBars(page, unit, sql.bars(unit, condition));
}

/** Waits until the number that follows the text is the expected one. */
const shows = (page: Page, text: string, count: number) =>
  page.getByText(`${text}: ${count}`, { exact: true }).waitFor();

const currentPlace = (page: Page) =>
  page.evaluate(() => Number(document.activeElement?.closest('[data-current]')?.ariaRowIndex ?? 0));
/** Waits until the row at the place is current. The header is row 1. */
const isCurrent = (page: Page, place: number) =>
  page.waitForFunction(
    (wanted) => document.activeElement?.closest('[data-current]')?.ariaRowIndex === String(wanted),
    place,
  );

/** With SCREENSHOTS=1, saves the page in both themes and widths. */
async function saveLooks(page: Page, name: string): Promise<void> {
  if (process.env.SCREENSHOTS !== '1') return;
  for (const width of [390, 1440]) {
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await saveScreenshot(page, `working-day/${name}-${width}-${colorScheme}`, { fullPage: false });
    }
  }
}

/** Waits until the backend has answered what the action marks. */
async function marks(page: Page, action: () => Promise<void>): Promise<void> {
  const answered = page.waitForResponse((response) => response.url().includes('/posts/marks'));
  await action();
  await (await answered).finished();
}

/** Presses `e` on the current row and waits until the next one is current. */
async function readRow(page: Page): Promise<void> {
  const place = await currentPlace(page);
  // The last loaded row stays current until the next page of the list is there.
  await page.locator(`[aria-rowindex="${place + 1}"]`).waitFor({ state: 'attached' });
  await marks(page, () => page.keyboard.press('e'));
  await isCurrent(page, place + 1);
}

test('morning: what arrived since the last visit and while the page is open; reading: by keyboard, and back', async () => {
  const page = await openFeed();
  await shows(page, 'С прошлого визита', 0);
  await showsFeed(page);
  const lastSeen = sql.newestArrival();
  await step('new posts while the page is open', async () => {
    await addPosts(running.dataDir, [
      { number: 101, hoursAgo: 8, text: 'Ночью открыли станцию метро' },
      { number: 102, hoursAgo: 7, text: 'Скидки у метро, ночное предложение', userId: spammer },
      { number: 103, hoursAgo: 6, text: 'Ночной ремонт метро', words: ['метро', 'ремонт'] },
      { number: 104, hoursAgo: 6, text: 'Ночью погода', words: ['погода'] },
    ]);
    endVisit(running.dataDir, client.name);
    await page.reload();
    await waitForIsland(page);
    const sinceVisit = sql.stories(`story_id > ${lastSeen}`);
    expect(sinceVisit).toBe(3);
    await shows(page, 'С прошлого визита', sinceVisit);
    await showsFeed(page);
    const [known, newest] = [sql.stories(), sql.newestArrival()];
    await addPosts(running.dataDir, [
      { number: 111, hoursAgo: 0.5, text: 'Утром поезда метро опоздали' },
      { number: 112, hoursAgo: 0.4, text: 'Утром закрыта станция метро' },
      { number: 113, hoursAgo: 0.3, text: retold, words: ['метро', 'ремонт'] },
      { number: 115, hoursAgo: 0.35, text: `${retold} сообщают очевидцы` },
      { number: 114, hoursAgo: 0.2, text: 'Утром погода', words: ['погода'] },
    ]);
    const arrived = sql.stories(`story_id > ${newest}`);
    expect(arrived).toBe(3);
    await page.clock.runFor(minute);
    await button(page, `Новых постов: ${arrived}`).waitFor();
    await showsTotal(page, known);
    await saveLooks(page, 'new-posts');
    await button(page, `Новых постов: ${arrived}`).click();
    await showsFeed(page);
    await shows(page, 'С прошлого визита', sql.stories(`story_id > ${lastSeen}`));
    await button(page, /Новых постов/).waitFor({ state: 'detached' });
  });

  const copies = sql.rows(`story_id = (SELECT story_id FROM feed WHERE post_id = 113)`) - 1;
  const next = row(page, 'Утром закрыта станция метро');
  const place = Number(await next.getAttribute('aria-rowindex'));
  await step('copies of one', async () => {
    await row(page, retold)
      .getByRole('button', { name: `Ещё ${copies}`, exact: true })
      .click();
    await button(page, 'Свернуть повторы').waitFor();
    await expectSoon(async () => Number(await next.getAttribute('aria-rowindex'))).toBe(place + copies);
    await button(page, 'Свернуть повторы').click();
    await button(page, 'Свернуть повторы').waitFor({ state: 'detached' });
    await expectSoon(async () => Number(await next.getAttribute('aria-rowindex'))).toBe(place);
    await setFilter(page, 'Скрывать повторы', false);
    await showsTotal(page, sql.rows());
    await setFilter(page, 'Скрывать повторы', true);
    await showsFeed(page);
  });

  await step('since the last visit', async () => {
    await page.getByRole('link', { name: /^С прошлого визита/ }).click();
    await showsFeed(page, `story_id > ${lastSeen}`, 'hour');
  });

  await step('seven posts by keyboard', async () => {
    await page.goto(`${running.url}/ldvknf/posts`);
    await waitForIsland(page);
    await page.keyboard.press('j');
    await isCurrent(page, 2);
    for (let read = 0; read < 7; read += 1) await readRow(page);
    expect([sql.marks(), sql.stories('is_read')]).toEqual([7, 7]);
    await showsTotal(page, sql.stories());
    await setFilter(page, 'Только непрочитанные', true);
    await showsFeed(page, 'NOT is_read');
    await saveLooks(page, 'unread');
  });

  await step('all above at once', async () => {
    // The row that was current is now the first.
    for (const place of [3, 4, 5, 6]) {
      await page.keyboard.press('j');
      await isCurrent(page, place);
    }
    await button(page, 'Прочитать всё выше').click();
    await shows(page, 'Прочитано', 5);
    expect(sql.marks()).toBe(12);
    await marks(page, () => button(page, 'Отменить').click());
    expect(sql.marks()).toBe(7);
    await marks(page, () => button(page, 'Прочитать всё выше').click());
    await shows(page, 'Прочитано', 5);
    expect(sql.marks()).toBe(12);
  });

  await step('marks and new posts', async () => {
    await page.keyboard.press('j');
    await isCurrent(page, 7);
    await readRow(page);
    expect(sql.marks()).toBe(13);
    await addPosts(running.dataDir, [
      { number: 116, hoursAgo: 0.2, text: 'Днём поезда метро идут по расписанию' },
      { number: 117, hoursAgo: 0.2, text: 'Днём открыли вход в метро' },
    ]);
    await page.clock.runFor(minute);
    await button(page, 'Новых постов: 2').click();
    await showsFeed(page, 'NOT is_read');
  });
});

test('a spammer is muted and leaves every number; a saved view is found in another browser', async () => {
  const page = await openFeed();
  const hidden = sql.posts(`user_id = ${spammer} AND seconds > unixepoch() - 30 * 86400`);
  const spam = row(page, 'Скидки у метро');
  // Rows outside the window get their buttons when it scrolls.
  await spam.scrollIntoViewIfNeeded();
  await spam.getByRole('button', { name: 'Действия с постом' }).click();
  await page.getByRole('menuitem', { name: 'Скрыть автора' }).click();
  await dialog(page, 'Скрыть автора').getByText(`Скроет постов за 30 дней: ${hidden}`, { exact: true }).waitFor();
  await dialog(page, 'Скрыть автора').getByRole('button', { name: 'Скрыть', exact: true }).click();
  await page.getByText(`Скрыто: ID пользователя ${spammer}`).waitFor();
  await showsTotal(page, sql.stories());
  await expectSoon(() => spam.count()).toBe(0);
  expect(sql.stories(`user_id = ${spammer}`)).toBe(0);
  await showsFeed(page);
  await button(page, 'Скрытые источники и авторы').click();
  await dialog(page, 'Скрытые источники и авторы').getByText(`Постов за 30 дней: ${hidden}`).waitFor();
  await saveLooks(page, 'mutes');

  await page.keyboard.press('Escape');
  await dialog(page, 'Скрытые источники и авторы').waitFor({ state: 'hidden' });
  await page.evaluate(() => scrollTo(0, 0));
  await waitForFilters(page);
  await button(page, 'Скрыть график').click();
  await button(page, 'Показать график').waitFor();
  await page.waitForFunction(() => {
    const rows = [...document.querySelectorAll('[role="grid"] [role="row"]:has([data-post-url])')];
    const shown = rows.filter((row) => row.getBoundingClientRect().top < innerHeight);
    return shown.length > 5 && shown.every((row) => row.querySelector('[aria-haspopup="menu"]'));
  });

  const closed = `text LIKE '%акрыта%'`;
  await page.evaluate(() => scrollTo(0, 0));
  await button(page, 'Показать график').click();
  await page.getByRole('searchbox', { name: 'Поиск по тексту' }).fill('закрыта');
  await page.clock.runFor(1000);
  await showsFeed(page, closed);
  await button(page, 'Сохранить фильтр').click();
  await dialog(page, 'Сохранённый фильтр').getByRole('textbox', { name: 'Название *' }).fill('Закрытия');
  await dialog(page, 'Сохранённый фильтр').getByRole('button', { name: 'Сохранить' }).click();
  await savedView(page, 'Закрытия новых: 0').waitFor();
  const newest = sql.newestArrival();
  await addPosts(running.dataDir, [
    { number: 121, hoursAgo: 0.1, text: 'Закрыта пересадка метро' },
    { number: 122, hoursAgo: 0.1, text: 'Закрыта на ремонт линия метро', words: ['метро', 'ремонт'] },
    { number: 123, hoursAgo: 0.1, text: 'Открыта касса метро' },
  ]);

  const other = await openPage({ viewport: { width: 1440, height: 900 } });
  await signInByRequest(other.context(), running.url, client);
  await other.goto(`${running.url}/ldvknf/posts`);
  await waitForIsland(other);
  const fresh = sql.stories(`${closed} AND story_id > ${newest}`);
  expect(fresh).toBe(2);
  await showsFeed(other);
  const since = `(SELECT since_story FROM visits WHERE account = 'client:${client.name}')`;
  await shows(other, 'С прошлого визита', sql.stories(`story_id > ${since}`));
  await saveLooks(other, 'view');
  await savedView(other, `Закрытия новых: ${fresh}`).click();
  await showsFeed(other, closed);
  await savedView(other, 'Закрытия новых: 0').waitFor();
  await waitForRows(other);
});
