/**
 * Checks what every page loads before any interaction. Checks every page in three widths, what it opens in one, and both at 200 %
 * zoom: violations of axe, horizontal scrolling, layout shifts, and content that is out of reach. One page is checked in the dark
 * theme too. Pages open over an intranet's plain HTTP, without a secure context, and none causes a browser warning. With
 * SCREENSHOTS=1 it also saves each view to artifacts/look.
 */
import type { Page, Request } from 'playwright-core';
import { setClientPassword } from '../../shared/api/clients.ts';
import { type PageName, type Route, routes } from '../../shared/routes.ts';
import { intranetHost, type PageOptions, saveScreenshot } from '../support/browser.ts';
import { demoUsers, openAddress, startDemo } from '../support/demo-pages.ts';
import { expectSoon } from '../support/expect-soon.ts';
import { findOutOfReach, zoom } from '../support/out-of-reach.ts';
import { accessibilityFaults, layoutShifts } from '../support/page-faults.ts';
import { addressOf } from '../support/route-addresses.ts';
import { type Screen, screens } from '../support/screens.ts';
import { callAs, seedClient } from '../support/seed-words.ts';
import { type Account, signInByRequest } from '../support/sign-in.ts';

const widths = [1920, 1280, 390] as const;
const themes = ['light', 'dark'] as const;
type View = { width: number; theme: (typeof themes)[number] };
const height = 900;
/** In milliseconds: one page has ten screens, which take a busy machine longer than other tests. */
const limitMs = 600_000;

const { demo, openPage, openSignedIn } = startDemo();
const newcomer: Account = { type: 'client', name: '', password: 'newcomer-password-1' };
const users: Record<Exclude<Screen['as'], 'nobody'>, Account> = { ...demoUsers, newcomer };

beforeAll(async () => {
  const page = await openSignedIn(demo.url, users.admin);
  await page.goto(`${demo.url}/profile`);
  newcomer.name = await seedClient(page, 'Новый');
  await callAs(page, setClientPassword(newcomer.name, newcomer.password));
  // Only the browser knows this name.
  demo.url = `http://${intranetHost}:${new URL(demo.url).port}`;
});

type Budget = { scriptBytes: number; requests: number };

/** Scripts are gzipped. Requests are the page, its style sheet, its icon and its scripts. */
const plainPage: Budget = { scriptBytes: 4 * 1024, requests: 5 };
const tablePage: Budget = { scriptBytes: 90 * 1024, requests: 14 };
const tablePages: PageName[] = [
  'words',
  'owners',
  'posts',
  'clients',
  'alerts',
  'collection',
  'journal',
  'people',
  'rules',
];

const routeAt = (path: string): Route | undefined => routes.find((route) => addressOf(route) === path.split('?')[0]);
const pathnameOf = (request: Request): string => new URL(request.url()).pathname;
const isScript = (request: Request): boolean => request.resourceType() === 'script';
/** The counts of phrases, and the next rows of a table that ends within the window. */
const isLate = (request: Request): boolean =>
  pathnameOf(request).startsWith('/api/v1/vknf/posts/count/word') || /[?&]offset=[1-9]/.test(request.url());

const scripts = new Map<string, { bytes: number; text: string }>();

/** Asks for gzip, because Chromium gets the smaller brotli, and only once: other pages have the script in the browser's cache. */
async function readScript(script: Request): Promise<{ bytes: number; text: string }> {
  const { port, pathname } = new URL(script.url());
  // Only the browser knows the other name.
  const address = `http://127.0.0.1:${port}${pathname}`;
  const known = scripts.get(pathname);
  if (known) return known;
  const head = await fetch(address, { method: 'HEAD', headers: { 'accept-encoding': 'gzip' } });
  const read = { bytes: Number(head.headers.get('content-length')), text: await (await fetch(address)).text() };
  scripts.set(pathname, read);
  return read;
}

/** Pages load files within their budget, React only for tables, and no list that their HTML has. */
async function checkRequests(path: string, requests: Request[]): Promise<void> {
  const route = routeAt(path);
  const isTable = route !== undefined && tablePages.includes(route.name);
  const budget = isTable ? tablePage : plainPage;
  const own = requests.filter((request) => !isLate(request));
  const loaded = await Promise.all(own.filter(isScript).map(readScript));
  const scriptBytes = loaded.reduce((sum, { bytes }) => sum + bytes, 0);
  expect(scriptBytes).toBeGreaterThan(0);
  expect(scriptBytes).toBeLessThanOrEqual(budget.scriptBytes);
  expect(own.length).toBeLessThanOrEqual(budget.requests);
  expect(loaded.some(({ text }) => text.includes('react.'))).toBe(isTable);
  expect(own.map(pathnameOf).filter((pathname) => pathname.startsWith('/api/'))).toEqual([]);
}

async function openFor({ as: role, changesSession }: Screen): Promise<Page> {
  const viewport = { width: widths[0], height };
  const options: PageOptions = { colorScheme: 'light', reducedMotion: 'reduce', viewport, allow: [/status of 404/] };
  if (role !== 'nobody' && !changesSession) return openSignedIn(demo.url, users[role], options);
  const page = await openPage(options);
  if (role !== 'nobody') await signInByRequest(page.context(), demo.url, users[role]);
  return page;
}

/** Those that begin from the same page, which is loaded once. */
const groups = [
  ...Map.groupBy(screens, ({ as, path, changesSession }) => `${as} at ${path}${changesSession ? ', changed' : ''}`),
].map(([start, group]) => ({ start, group }));

const views: View[] = widths.flatMap((width) => themes.map((theme) => ({ width, theme })));

/**
 * Wide windows differ in the page only. The dark theme differs in the values of the colours only, and is as readable as the
 * light one (tokens.test.ts): one page shows that its values apply.
 */
const isChecked = ({ name, open, part }: Screen, { width, theme }: View): boolean =>
  theme === 'dark' ? name === 'posts' && width === 1280 : width !== 1920 || (!open && !part);

const opened = 'dialog[open], :popover-open';

/** The first page of each path, as one user sees it. */
const layouts = new Set(
  [
    ...Map.groupBy(
      screens.filter(({ open, changesSession }) => !open || changesSession),
      ({ path, changesSession }) => `${path.split('?')[0]}${changesSession}`,
    ).values(),
  ].map(([first]) => first),
);

/**
 * Wide windows share one layout, and pages of one path the narrow one. What a screen opens has the same elements in all widths.
 */
async function faultsIn(page: Page, screen: Screen, { width, theme }: View, isOpened: boolean): Promise<string[]> {
  if (width === widths[0] || (width === 390 && !layouts.has(screen))) return [];
  if (theme === 'dark') return accessibilityFaults(page, { runOnly: ['color-contrast'] });
  const rules = { 'color-contrast': { enabled: width !== 390 } };
  if (screen.part) return accessibilityFaults(page, { within: screen.part, rules });
  // The screens of its path show what is behind it.
  return accessibilityFaults(page, isOpened ? { within: opened, rules } : { rules });
}

async function check(page: Page, screen: Screen): Promise<void> {
  // It has a fixed position, so that it never widens the page.
  const isOpened = (await page.locator(opened).count()) > 0;
  for (const view of views) {
    const { width, theme } = view;
    const isWanted = isChecked(screen, view) && !(width === 390 && isOpened);
    if (!isWanted && process.env.SCREENSHOTS !== '1') continue;
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: theme });
    await saveScreenshot(page, `look/${screen.name}-${theme}-${width}`, { fullPage: false });
    await expectSoon(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    if (isWanted) expect(await faultsIn(page, screen, view, isOpened)).toEqual([]);
  }
  await zoom(page);
  expect(await findOutOfReach(page, screen.part)).toEqual([]);
  await expectSoon(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(640);
  if (!layouts.has(screen)) return;
  // The width of 1280 pixels at 400 % (WCAG 2.2, 1.4.10).
  await page.setViewportSize({ width: 320, height });
  await expectSoon(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
}

/** Cards have the name of their subject as heading. */
async function checkHeading(page: Page, path: string): Promise<void> {
  const [heading, ...others] = await page.getByRole('heading', { level: 1 }).allTextContents();
  expect(others).toEqual([]);
  expect(await page.title()).toBe(`${heading} — LDVK Монитор`);
  const route = routeAt(path);
  if (route?.path.includes('{id}')) await page.getByText(route.description).waitFor();
  else if (route) expect(heading).toBe(route.title);
}

async function closeParts(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1280, height });
  await page.emulateMedia({ colorScheme: 'light' });
  while ((await page.locator(opened).count()) > 0) await page.keyboard.press('Escape');
}

test('every page of the page table is among the screens', () => {
  const paths = new Set(screens.map(({ path }) => path.split('?')[0]));
  const missing = routes.filter((route) => !paths.has(addressOf(route))).map(({ name }) => name);
  // It opens only for a sign-in that waits for its second step: test/http/second-factor.test.ts.
  expect(missing).toEqual(['second-factor']);
});

test.each(groups)(
  '$start: loads within its budget, has its title and heading, no screen shifts, and each fits every width, passes axe, and is within reach at 200 % zoom',
  async ({ group: [first, ...others] }) => {
    if (!first) throw new Error('A group has a screen');
    const page = await openFor(first);
    const requests: Request[] = [];
    page.on('request', (request) => requests.push(request));
    await openAddress(page, demo.url, first.path, { waitUntil: 'networkidle' });
    page.removeAllListeners('request');
    await checkRequests(first.path, requests);
    expect(await layoutShifts(page)).toEqual([]);
    await checkHeading(page, first.path);
    await first.open?.(page);
    await check(page, first);
    for (const screen of others) {
      await closeParts(page);
      await screen.open?.(page);
      await check(page, screen);
    }
  },
  limitMs,
);
