// Proves: feed#new-posts
/** The button «Новых постов: N» of the feed, in front of an existing backend (docs/product/feed.md). */
import type { Page } from 'playwright-core';
import { commonShape, repliesIn } from '../support/backend-shapes.ts';
import { type PageOptions, startBrowser } from '../support/browser.ts';
import { startConsoleInFrontOf } from '../support/console-process.ts';
import { expectSoon } from '../support/expect-soon.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { keepSessions } from '../support/sessions.ts';
import type { Account } from '../support/sign-in.ts';
import { type StandIn, startStandIn } from '../support/stand-in-backend.ts';
import { step } from '../support/step.ts';
import { waitForIsland } from '../support/wait-for-island.ts';

const admin: Account = { type: 'admin', name: 'root', password: 'password' };
const failedCall = /Failed to load resource/;
const minute = 60_000;

const { openPage } = startBrowser();
const openSignedIn = keepSessions({ openPage });
let backend: StandIn;
let server: ServerProcess;
/** The posts of the backend and the total that it reports for them; null means the number of posts. */
let feed: { posts: number; reported: number | null };

/** Posts with the IDs `feed.posts` to 1. */
function serveFeed(): void {
  feed = { posts: 100, reported: null };
  const total = () => feed.reported ?? feed.posts;
  const { body } = repliesIn(commonShape)['GET /vknf/posts/details'] as { body: { posts: [object] } };
  backend.on('GET /vknf/posts/details', ({ path }) => {
    const { searchParams } = new URL(path, backend.url);
    const [offset, limit] = [Number(searchParams.get('offset')), Number(searchParams.get('limit'))];
    const ids = Array.from({ length: feed.posts }, (_, index) => feed.posts - index).slice(offset, offset + limit);
    return { body: { posts: ids.map((PostID) => ({ ...body.posts[0], PostID, UserID: PostID })), total: total() } };
  });
  backend.on('GET /vknf/posts/count', () => ({ body: { total: total() } }));
}

beforeAll(async () => {
  backend = await startStandIn();
  server = await startConsoleInFrontOf(backend.url);
});
beforeEach(() => {
  backend.misbehave(null);
  serveFeed();
});
afterAll(async () => {
  await server?.stop();
  await backend?.close();
});

async function openUntouched(query = '', options: PageOptions = {}): Promise<Page> {
  const page = await openSignedIn(server.url, admin, { viewport: { width: 1280, height: 800 }, ...options });
  await page.clock.install();
  await page.goto(`${server.url}/ldvknf/posts${query}`);
  await waitForIsland(page);
  return page;
}

async function openFeed(query = '', options: PageOptions = {}): Promise<Page> {
  const page = await openUntouched(query, options);
  backend.calls.length = 0;
  return page;
}

const button = (page: Page) => page.getByRole('status').getByRole('button', { name: /^Новых постов: / });
const appears = (page: Page, count: string) =>
  button(page)
    .and(page.getByText(`Новых постов: ${count}`))
    .waitFor();
const counts = () => backend.calls.filter(({ path }) => path.startsWith('/vknf/posts/count'));
const otherCalls = () => backend.calls.filter((call) => !counts().includes(call)).map(({ path }) => path);
const grid = (page: Page) => page.getByRole('grid', { name: 'Посты' });
const shown = (page: Page, text: string) =>
  page.getByRole('group', { name: 'Показано / всего' }).filter({ hasText: text }).waitFor();
const scrollToEnd = (page: Page) => page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
const firstUser = (page: Page) => grid(page).getByRole('row').nth(1).getByRole('gridcell').nth(2).innerText();

/** Advances the clock by a minute and waits until the page has the reply of its call. */
async function passMinute(page: Page): Promise<void> {
  const answered = page.waitForResponse((response) => response.url().includes('/posts/count'));
  await page.clock.runFor(minute);
  await (await answered).finished();
  await page.evaluate(() => null);
}

async function showTab(page: Page, visible: boolean): Promise<void> {
  await page.evaluate((hidden) => {
    const value = hidden ? 'hidden' : 'visible';
    Object.defineProperty(document, 'visibilityState', { configurable: true, value });
    document.dispatchEvent(new Event('visibilitychange'));
  }, !visible);
}

test('counts once a minute with the filters, in a visible tab only, and a fault makes the pauses longer', async () => {
  const page = await openFeed('?word=7&text=%D0%BC%D0%B5%D1%82%D1%80%D0%BE&from=2026-01-01', { allow: [failedCall] });
  await step('with the filters', async () => {
    await passMinute(page);
    expect(await button(page).count()).toBe(0);
    feed.posts = 1103;
    await passMinute(page);
    await appears(page, '1 003');
    expect(counts().map(({ path }) => new URL(path, backend.url).search)).toEqual(
      Array(2).fill('?wordId=7&text=%D0%BC%D0%B5%D1%82%D1%80%D0%BE&postDtFrom=2026-01-01'),
    );
    expect(otherCalls()).toEqual([]);
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await expectSoon(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await page.evaluate(() => scrollTo(0, 700));
      await page.evaluate(() => new Promise(requestAnimationFrame));
      await expectSoon(() =>
        button(page).evaluate((element) => element.getBoundingClientRect().bottom <= innerHeight),
      ).toBe(true);
    }
  });

  await step('in a visible tab only', async () => {
    backend.calls.length = 0;
    await passMinute(page);
    await showTab(page, false);
    feed.posts = 1104;
    await page.clock.runFor(10 * minute);
    expect(counts()).toHaveLength(1);
    const counted = page.waitForResponse((response) => response.url().includes('/posts/count'));
    await showTab(page, true);
    await page.clock.runFor(1);
    await counted;
    await appears(page, '1 004');
    expect(counts()).toHaveLength(2);
  });

  await step('after a fault', async () => {
    backend.calls.length = 0;
    backend.misbehave('status 500', '/vknf/posts/count');
    await passMinute(page);
    await page.clock.runFor(minute);
    expect(counts()).toHaveLength(1);
    await passMinute(page);
    expect(counts()).toHaveLength(2);
    expect(await page.getByRole('alert').filter({ hasText: /./ }).count()).toBe(0);
    backend.misbehave(null);
    feed.posts = 1105;
    await page.clock.runFor(3 * minute);
    expect(counts()).toHaveLength(2);
    await passMinute(page);
    await appears(page, '1 005');
  });
});

test('moves no row when it appears, and pressed, shows the new posts from the top', async () => {
  const page = await openFeed();
  await scrollToEnd(page);
  await shown(page, '40 / 100');
  await page.evaluate(() => scrollTo(0, 700));
  const row = grid(page).getByRole('gridcell', { name: '95', exact: true });
  await row.waitFor();
  const place = () => row.boundingBox();
  const before = await place();
  feed.posts = 105;
  await passMinute(page);
  await appears(page, '5');
  await expectSoon(place).toEqual(before);
  // Rows that load later come with the new total, but the new posts are still not shown.
  await scrollToEnd(page);
  await shown(page, '/ 105');
  await appears(page, '5');
  const datesRequested = page.waitForRequest(/\/posts\/dates/);
  await button(page).press('Enter');
  await datesRequested;
  await grid(page).getByRole('gridcell', { name: '105', exact: true }).waitFor();
  await button(page).waitFor({ state: 'hidden' });
  await expectSoon(() => firstUser(page)).toBe('105');
  await page.waitForFunction(() => document.activeElement?.matches('[aria-rowindex="2"] *'));
  await expectSoon(() => page.evaluate(() => scrollY)).toBe(0);

  feed.posts = 107;
  await passMinute(page);
  await appears(page, '2');
  await page.getByRole('search').getByLabel('Дата с').fill('2026-01-01');
  await button(page).waitFor({ state: 'hidden' });
  await shown(page, '/ 107');
  await passMinute(page);
  expect(await button(page).count()).toBe(0);
  feed.posts = 108;
  await passMinute(page);
  await appears(page, '1');
  await page.getByRole('button', { name: 'Обновить' }).click();
  await button(page).waitFor({ state: 'hidden' });
});

test('counts after the first minute also without input; an unknown or lower total becomes the base', async () => {
  const page = await openUntouched('?sort=owner_id&page=3');
  feed.posts = 101;
  await passMinute(page);
  await appears(page, '1');
  await button(page).click();
  await grid(page).getByRole('gridcell', { name: '101', exact: true }).waitFor();
  const { searchParams } = new URL(page.url());
  expect([searchParams.get('sort'), searchParams.get('page')]).toEqual(['owner_id', null]);

  feed.reported = -1;
  await page.getByRole('button', { name: 'Обновить' }).click();
  await shown(page, '∞');
  feed.reported = 50;
  await passMinute(page);
  expect(await button(page).count()).toBe(0);
  feed.reported = 52;
  await passMinute(page);
  await appears(page, '2');
  feed.reported = 40;
  await passMinute(page);
  await button(page).waitFor({ state: 'hidden' });
  feed.reported = 41;
  await passMinute(page);
  await appears(page, '1');
});
