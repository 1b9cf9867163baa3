// Proves: README#routes, analytics#without-a-mouse-and-on-paper, feed#overview, pages#width-print-and-direction
/**
 * Checks what every page loads before any interaction. Checks every page in three widths and at 200 % zoom, and what it opens at
 * that zoom: violations of axe, horizontal scrolling, layout shifts, and content that is out of reach. One page is checked in the
 * dark theme too. Pages open over an intranet's plain HTTP, without a secure context, and none causes a browser warning. With
 * SCREENSHOTS=1 it also saves each view to artifacts/look.
 */
import type { Page, Request } from 'playwright-core';
import { setClientPassword } from '../../shared/api/client-changes.ts';
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
import { waitForIsland } from '../support/wait-for-island.ts';

const widest = 1920;
/** The width of 1280 pixels at 400 % (WCAG 2.2, 1.4.10). */
const narrowest = 320;
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
const plainPage: Budget = { scriptBytes: 5 * 1024, requests: 5 };
const tablePage: Budget = { scriptBytes: 94 * 1024, requests: 15 };
const feedPage: Budget = { ...tablePage, scriptBytes: 100 * 1024 };
const tablePages: PageName[] = [
  'words',
  'owners',
  'posts',
  'clients',
  'alerts',
  'collection',
  'journal',
  'people',
  'reports',
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

function budgetOf(name: PageName | undefined): Budget {
  if (name === undefined || !tablePages.includes(name)) return plainPage;
  return name === 'posts' ? feedPage : tablePage;
}

/** Pages load files within their budget, React only for tables, and no list that their HTML has. */
async function checkRequests(path: string, requests: Request[]): Promise<void> {
  const budget = budgetOf(routeAt(path)?.name);
  const own = requests.filter((request) => !isLate(request));
  const loaded = await Promise.all(own.filter(isScript).map(readScript));
  const scriptBytes = loaded.reduce((sum, { bytes }) => sum + bytes, 0);
  expect(scriptBytes).toBeGreaterThan(0);
  expect(scriptBytes).toBeLessThanOrEqual(budget.scriptBytes);
  expect(own.length).toBeLessThanOrEqual(budget.requests);
  expect(loaded.some(({ text }) => text.includes('react.'))).toBe(budget !== plainPage);
  expect(own.map(pathnameOf).filter((pathname) => pathname.startsWith('/api/'))).toEqual([]);
}

async function openFor({ as: role, changesSession }: Screen): Promise<Page> {
  const viewport = { width: widest, height };
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

const opened = 'dialog[open], :popover-open, #filters-sheet[role="dialog"]';

/** What a page shows at first, unlike a part that is opened in it. */
const isPage = ({ open, changesSession }: Screen): boolean => !open || changesSession === true;

/** The first page of each path, as one user sees it. */
const layouts = new Set(
  [
    ...Map.groupBy(
      screens.filter(isPage),
      ({ path, changesSession }) => `${path.split('?')[0]}${changesSession}`,
    ).values(),
  ].map(([first]) => first),
);

const scrollWidth = (page: Page): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth);

async function saveViews(page: Page, { name }: Screen): Promise<void> {
  if (process.env.SCREENSHOTS !== '1') return;
  const size = page.viewportSize() ?? { width: widest, height };
  for (const width of [widest, 1280, 390]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme });
      await saveScreenshot(page, `look/${name}-${colorScheme}-${width}`, { fullPage: false });
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(size);
}

/** What is opened in a page has the same elements in all widths, and a fixed position, so that it never widens the page. */
async function checkPart(page: Page, { part }: Screen): Promise<void> {
  const isOpened = (await page.locator(opened).count()) > 0;
  // The page shows what is behind it.
  const within = part ?? (isOpened ? opened : undefined);
  expect(await accessibilityFaults(page, within ? { within } : {})).toEqual([]);
  expect(await findOutOfReach(page, part)).toEqual([]);
  await expectSoon(() => scrollWidth(page)).toBe(640);
  if (isOpened) return;
  await page.setViewportSize({ width: narrowest, height });
  await expectSoon(() => scrollWidth(page)).toBe(narrowest);
  await zoom(page);
}

/** Colours are the same in every width, and reading them takes most of the time of axe. */
const withoutColours = { 'color-contrast': { enabled: false }, 'link-in-text-block': { enabled: false } };

/** Wide windows share one layout, and pages of one path the narrow one. */
async function checkPage(page: Page, screen: Screen): Promise<void> {
  await expectSoon(() => scrollWidth(page)).toBeLessThanOrEqual(widest);
  await page.setViewportSize({ width: 1280, height });
  expect(await accessibilityFaults(page)).toEqual([]);
  await expectSoon(() => scrollWidth(page)).toBeLessThanOrEqual(1280);
  if (screen.name === 'posts') {
    // The dark theme differs in the values of the colours only, and is as readable as the light one (tokens.test.ts).
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await accessibilityFaults(page, { runOnly: ['color-contrast'] })).toEqual([]);
    await page.emulateMedia({ colorScheme: 'light' });
  }
  await zoom(page);
  expect(await findOutOfReach(page)).toEqual([]);
  await expectSoon(() => scrollWidth(page)).toBe(640);
  await page.setViewportSize({ width: narrowest, height });
  await expectSoon(() => scrollWidth(page)).toBe(narrowest);
  if (!layouts.has(screen)) return;
  expect(await accessibilityFaults(page, { rules: withoutColours })).toEqual([]);
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
  while ((await page.locator(opened).count()) > 0) await page.keyboard.press('Escape');
}

test('every page of the page table is among the screens', () => {
  const paths = new Set(screens.map(({ path }) => path.split('?')[0]));
  const missing = routes.filter((route) => !paths.has(addressOf(route))).map(({ name }) => name);
  // It opens only for a sign-in that waits for its second step: test/http/second-factor.test.ts.
  const hidden = 'second-factor';
  // They have the content of the guardian's page: test/http/guards.test.ts.
  const same = ['key-values', 'account-pool'];
  expect(new Set(missing)).toEqual(new Set([hidden, ...same]));
});

test.each(groups)(
  '$start: keeps its budget, shifts nothing, fits every width and 200 % zoom, and passes axe',
  async ({ group }) => {
    const [first, ...others] = group;
    if (!first) throw new Error('A group has a screen');
    const page = await openFor(first);
    const requests: Request[] = [];
    page.on('request', (request) => requests.push(request));
    await openAddress(page, demo.url, first.path, { waitUntil: 'networkidle' });
    // A busy machine asks for the island's scripts when the network has been idle already.
    if (budgetOf(routeAt(first.path)?.name) !== plainPage) await waitForIsland(page);
    page.removeAllListeners('request');
    await checkRequests(first.path, requests);
    expect(await layoutShifts(page)).toEqual([]);
    await checkHeading(page, first.path);
    const parts = isPage(first) ? others : group;
    if (isPage(first)) {
      await first.open?.(page);
      await saveViews(page, first);
      await checkPage(page, first);
    }
    if (parts.length > 0) await zoom(page);
    for (const screen of parts) {
      await screen.open?.(page);
      await saveViews(page, screen);
      await checkPart(page, screen);
      await closeParts(page);
    }
  },
  limitMs,
);
