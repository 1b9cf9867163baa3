/** Walks the page table in Chromium: every page is quiet, also on an intranet's plain HTTP, and loads no more than its budget. */
import type { Page, Response } from 'playwright-core';
import { type PageName, type Route, routes } from '../../shared/routes.ts';
import { intranetHost, startBrowser } from '../support/browser.ts';
import { adminAccount, type RunningConsole, startConsole } from '../support/console-process.ts';
import { signIn } from '../support/sign-in.ts';

/** Gzipped bytes of JavaScript before any interaction (design §7). */
const smallBudget = 4 * 1024;
const tableBudget = 88 * 1024;
const tablePages: PageName[] = ['words', 'owners', 'posts', 'clients'];

const { openPage } = startBrowser();
let running: RunningConsole;

beforeAll(async () => {
  running = await startConsole({ DEMO_DATA: '1' });
}, 60_000);
afterAll(() => running?.close());

const origins = (): string[] => [running.url, `http://${intranetHost}:${running.port}`];

/** Opens a route's page, signed in unless it is public, and waits until nothing more is asked for. */
async function visit(page: Page, origin: string, route: Route): Promise<void> {
  if (route.access !== 'public') await signIn(page, origin, adminAccount);
  await page.goto(`${origin}${route.path}`, { waitUntil: 'networkidle' });
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
    for (const origin of origins()) {
      const page = await openPage();
      await visit(page, origin, route);
      expect(await page.title()).toBe(`${route.title} — LDVK Монитор`);
      expect(await page.getByRole('heading', { level: 1 }).allTextContents()).toEqual([route.title]);
    }
  }, 30_000);

  test('before any interaction it loads no more script than its budget, and React for tables only', async () => {
    const page = await openPage();
    if (route.access !== 'public') await signIn(page, running.url, adminAccount);
    await page.goto('about:blank');
    const scripts = collectScripts(page);
    await page.goto(`${running.url}${route.path}`, { waitUntil: 'networkidle' });
    const sizes = await Promise.all(scripts.map(async (script) => (await script.request().sizes()).responseBodySize));
    const bodies = await Promise.all(scripts.map((script) => script.text()));
    const isTable = tablePages.includes(route.name);
    expect(scripts.length).toBeGreaterThan(0);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(isTable ? tableBudget : smallBudget);
    if (!isTable) expect(bodies.filter((body) => body.includes('react.'))).toEqual([]);
  }, 30_000);
});

test('the phrases page asks for no list that its HTML has brought', async () => {
  const page = await openPage();
  await signIn(page, running.url, adminAccount);
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/v1') && !pathname.startsWith('/api/v1/vknf/posts/count')) asked.push(pathname);
  });
  await page.goto(`${running.url}/ldvknf/words`, { waitUntil: 'networkidle' });
  expect(asked).toEqual([]);
});
