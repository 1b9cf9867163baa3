/** Budgets of every page in a browser before any interaction. */
import type { Page, Request } from 'playwright-core';
import { type PageName, type Route, routeOf, routes } from '../../shared/routes.ts';
import { adminAccount } from '../support/console-process.ts';
import { demoUsers, openAddress, startDemo } from '../support/demo-pages.ts';
import { holdFrames } from '../support/held-frames.ts';
import { addressOf } from '../support/route-addresses.ts';
import { isHydrated, waitForIsland } from '../support/wait-for-island.ts';

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
const isTable = ({ name }: Route): boolean => tablePages.includes(name);

const { demo, openPage, openSignedIn } = startDemo();

function openFor({ access }: Route): Promise<Page> {
  if (access === 'public') return openPage();
  return openSignedIn(demo.url, access.startsWith('client') ? demoUsers.client : adminAccount, { firstVisit: true });
}

/** Opens the route and returns all its requests until the network is idle. */
async function visit(route: Route): Promise<{ page: Page; requests: Request[] }> {
  const page = await openFor(route);
  const requests: Request[] = [];
  page.on('request', (request) => requests.push(request));
  await openAddress(page, demo.url, addressOf(route));
  if (isTable(route)) await waitForIsland(page);
  await page.waitForLoadState('networkidle');
  return { page, requests };
}

const pathOf = (request: Request): string => new URL(request.url()).pathname;
const isScript = (request: Request): boolean => request.resourceType() === 'script';
const isLiveCount = (request: Request): boolean => pathOf(request).startsWith('/api/v1/vknf/posts/count/word');

/** Asks for gzip, because Chromium gets the smaller brotli. */
async function gzippedBytes(scripts: Request[]): Promise<number> {
  const headers = { 'accept-encoding': 'gzip' };
  const replies = await Promise.all(scripts.map((script) => fetch(script.url(), { method: 'HEAD', headers })));
  return replies.reduce((sum, reply) => sum + Number(reply.headers.get('content-length')), 0);
}

describe.each(routes)('$path', (route) => {
  test('loads files within its budget, React only for tables, and no list of its HTML, and does not shift', async () => {
    const budget = isTable(route) ? tablePage : plainPage;
    const { page, requests } = await visit(route);
    const scripts = requests.filter(isScript);
    const scriptBytes = await gzippedBytes(scripts);
    expect(scriptBytes).toBeGreaterThan(0);
    expect(scriptBytes).toBeLessThanOrEqual(budget.scriptBytes);
    expect(requests.filter((request) => !isLiveCount(request)).length).toBeLessThanOrEqual(budget.requests);
    const bodies = await Promise.all(scripts.map(async (script) => (await script.response())?.text() ?? ''));
    expect(bodies.some((body) => body.includes('react.'))).toBe(isTable(route));
    expect(requests.filter((request) => pathOf(request).startsWith('/api/') && !isLiveCount(request))).toEqual([]);
    const shift = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const sum = (entries: PerformanceEntryList) =>
            entries.reduce((total, entry) => total + (entry as PerformanceEntry & { value: number }).value, 0);
          const observer = new PerformanceObserver((list) => resolve(sum(list.getEntries())));
          observer.observe({ type: 'layout-shift', buffered: true });
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum(observer.takeRecords()))));
        }),
    );
    expect(shift).toBe(0);
  });
});

test('the script of a table waits for the first frame', async () => {
  const page = await openFor(routeOf('words'));
  const releaseFrames = await holdFrames(page);
  await page.goto(demo.url + routeOf('words').path, { waitUntil: 'networkidle' });
  expect(await isHydrated(page)).toBe(false);
  await releaseFrames();
  await waitForIsland(page);
});
