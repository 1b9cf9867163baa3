/** Walks the page table in Chromium: every page is quiet, also on an intranet's plain HTTP, and loads no more than its budget. */
import { gzipSync } from 'node:zlib';
import type { BrowserContextOptions, Page, Response } from 'playwright-core';
import { type PageName, type Route, routeOf, routes } from '../../shared/routes.ts';
import { intranetHost, startBrowser } from '../support/browser.ts';
import { adminAccount, type RunningConsole, startConsole } from '../support/console-process.ts';
import { signIn } from '../support/sign-in.ts';

/** Gzipped bytes of JavaScript before any interaction (design §7). */
const smallBudget = 4 * 1024;
const tableBudget = 88 * 1024;
const tablePages: PageName[] = ['words', 'owners', 'posts', 'clients'];

type Session = BrowserContextOptions['storageState'];

const { openPage } = startBrowser();
const sessions = new Map<string, Session>();
let running: RunningConsole;

beforeAll(async () => {
  running = await startConsole({ DEMO_DATA: '1' });
}, 60_000);
afterAll(() => running?.close());

/** By the machine's address, and by a name that gives no secure context. */
const origins = (): string[] => [running.url, `http://${intranetHost}:${running.port}`];

/** A page of the administrator, who signs in once at each origin; of nobody for a public route. */
async function openFor(route: Route, origin: string): Promise<Page> {
  if (route.access === 'public') return openPage();
  if (!sessions.has(origin)) {
    const page = await openPage();
    await signIn(page, origin, adminAccount);
    sessions.set(origin, await page.context().storageState());
  }
  return openPage({ storageState: sessions.get(origin) });
}

/** Collects the scripts that the page asks for from now on. */
function collectScripts(page: Page): Response[] {
  const scripts: Response[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response);
  });
  return scripts;
}

describe.each(routes)('$path', (route) => {
  test('it has its title and heading and complains of nothing, by any name of the machine', async () => {
    const visits = origins().map(async (origin) => {
      const page = await openFor(route, origin);
      await page.goto(`${origin}${route.path}`, { waitUntil: 'networkidle' });
      expect(await page.title()).toBe(`${route.title} — LDVK Монитор`);
      expect(await page.getByRole('heading', { level: 1 }).allTextContents()).toEqual([route.title]);
    });
    await Promise.all(visits);
  }, 30_000);

  test('before any interaction it loads no more script than its budget, and React for tables only', async () => {
    const page = await openFor(route, running.url);
    const scripts = collectScripts(page);
    await page.goto(`${running.url}${route.path}`, { waitUntil: 'networkidle' });
    const bodies = await Promise.all(scripts.map((script) => script.text()));
    const size = bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0);
    const isTable = tablePages.includes(route.name);
    expect(scripts.length).toBeGreaterThan(0);
    expect(size).toBeLessThanOrEqual(isTable ? tableBudget : smallBudget);
    if (!isTable) expect(bodies.filter((body) => body.includes('react.'))).toEqual([]);
  }, 30_000);
});

test('the phrases page asks for no list that its HTML has brought', async () => {
  const route = routeOf('words');
  const page = await openFor(route, running.url);
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/v1') && !pathname.startsWith('/api/v1/vknf/posts/count')) asked.push(pathname);
  });
  await page.goto(`${running.url}${route.path}`, { waitUntil: 'networkidle' });
  expect(asked).toEqual([]);
});
