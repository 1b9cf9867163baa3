// Proves: pages#browsers
/** The main paths in the oldest Chromium and in the present Firefox, at a host name other than localhost. */
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { databaseFileName } from '../../server/backend/store/sqlite/database.ts';
import { intranetHost } from '../support/browser.ts';
import { type RunningConsole, startConsole } from '../support/console-process.ts';
import { expectSoon } from '../support/expect-soon.ts';
import { seedDay } from '../support/seed-day.ts';
import type { Account } from '../support/sign-in.ts';
import { step } from '../support/step.ts';
import { startChromium, startFirefox, type Tab } from './tab.ts';

const text = 'Скидки у метро';
const menuButton = '[role="row"] button[aria-haspopup="menu"]';
const popup = 'dialog[aria-label="Текст поста"]';

const rows = (tab: Tab) =>
  tab.read(
    () => document.querySelectorAll('[role="grid"] [role="row"][aria-rowindex]:not([aria-rowindex="1"])').length,
    null,
  );
const background = (tab: Tab) => tab.read(() => getComputedStyle(document.body).backgroundColor, null);

async function signIn(tab: Tab, url: string, { name, password }: Account): Promise<void> {
  await tab.goto(`${url}/login`);
  await tab.click('label', 'Клиент');
  await tab.fill('#client_id', name);
  await tab.findNone('#username');
  await tab.fill('#password', password);
  await tab.click('button[type="submit"]');
  await tab.find('#island');
}

async function readFeed(tab: Tab, url: string): Promise<void> {
  await tab.goto(`${url}/ldvknf/posts`);
  await tab.find('[data-hydrated]');
  await tab.find('figure', 'Посты по дням');
  await tab.find('figure svg');
  expect(await rows(tab)).toBeGreaterThan(10);
}

async function filterAndSort(tab: Tab): Promise<void> {
  await tab.fill('input[name="text"]', text);
  await expectSoon(() => tab.read(() => location.search, null)).toContain('text=');
  await expectSoon(() => rows(tab)).toBeLessThan(10);
  await tab.click('[role="columnheader"] a', 'Источник');
  await tab.find('[role="columnheader"][aria-sort]', 'Источник');
  await tab.click('button[popovertarget]', 'Ещё фильтры');
  await tab.click('label', 'Скрывать повторы');
  await expectSoon(() => tab.read(() => location.search, null)).toContain('copies');
  await tab.press('Escape');
  await tab.findNone('label', 'Скрывать повторы');
}

async function movePost(tab: Tab): Promise<void> {
  await tab.click('[data-post-url]');
  const before = await tab.find(popup);
  await tab.drag(await tab.find(`${popup} header p`), -120, 60);
  await expectSoon(async () => Math.round((await tab.find(popup)).left)).toBe(Math.round(before.left) - 120);
  await tab.press('Escape');
  await tab.findNone(popup);
}

async function workOnStory(tab: Tab): Promise<void> {
  const opener = await tab.find(menuButton);
  await tab.click(menuButton);
  const item = await tab.find('[role="menuitem"]', 'Взять в работу');
  expect(Math.abs(item.top - opener.top)).toBeLessThan(400);
  await tab.click('[role="menuitem"]', 'Взять в работу');
  await tab.find('[role="gridcell"]', 'В работе');
  await tab.findNone('[role="menuitem"]');
}

async function changeTheme(tab: Tab): Promise<void> {
  const light = await background(tab);
  await tab.click('button', 'Тема');
  await tab.click('label', 'Тёмная');
  await expectSoon(() => background(tab)).not.toBe(light);
  await tab.press('Escape');
}

/** Fetches the file, because a download needs another API in each browser. */
async function exportFeed(tab: Tab): Promise<void> {
  await tab.click('button', 'Экспорт');
  await tab.find('a[download], [popover] a', 'JSON Lines');
  const load = async () => {
    const links = [...document.querySelectorAll<HTMLAnchorElement>('[popover] a')];
    const link = links.find(({ textContent }) => textContent === 'JSON Lines');
    return (await fetch(link?.href ?? '')).text();
  };
  const file = await tab.read(load, null);
  expect(file.split('\n')[0]).toContain(text);
  await tab.press('Escape');
}

async function editPhrase(tab: Tab, url: string): Promise<void> {
  await tab.goto(`${url}/ldvknf/words`);
  await tab.find('[data-hydrated]');
  await tab.click('[role="row"] button[aria-label*="Редактировать"]');
  await tab.fill('dialog input[name="text"]', 'метро или трамвай');
  await tab.click('dialog button', 'Сохранить');
  await tab.findNone('dialog');
  await tab.find('[role="gridcell"]', 'метро или трамвай');
}

async function print(tab: Tab, url: string): Promise<void> {
  await tab.goto(`${url}/ldvknf/analytics`);
  await tab.find('figure svg');
  expect((await tab.pdf()).byteLength).toBeGreaterThan(20_000);
}

let running: RunningConsole;
let client: Account;

beforeAll(async () => {
  running = await startConsole();
  client = await seedDay(running.dataDir);
  using database = new DatabaseSync(path.join(running.dataDir, databaseFileName));
  database.exec("UPDATE clients SET export_access = 'allowed'");
});
afterAll(() => running?.close());

test.each([
  ['Chromium 109', '109.', startChromium],
  ['Firefox', 'firefox/', startFirefox],
])('the main paths work in %s', async (_name, version, start) => {
  const browser = await start();
  const { tab } = browser;
  const url = `http://${intranetHost}:${running.port}`;
  try {
    expect(browser.version).toContain(version);
    await step('sign in', () => signIn(tab, url, client));
    await step('read the feed', () => readFeed(tab, url));
    await step('filter and sort', () => filterAndSort(tab));
    await step('open and move a post', () => movePost(tab));
    await step('work on a story', () => workOnStory(tab));
    await step('change the theme', () => changeTheme(tab));
    await step('export', () => exportFeed(tab));
    await step('edit a phrase', () => editPhrase(tab, url));
    await step('print', () => print(tab, url));
    expect(tab.problems).toEqual([]);
  } finally {
    await browser.close();
  }
});
