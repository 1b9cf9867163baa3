/** Opens every page of the page table in Chromium: none causes a browser warning, also over an intranet's plain HTTP. */
import type { Page } from 'playwright-core';
import { type Route, routes } from '../../shared/routes.ts';
import { intranetHost, startBrowser } from '../support/browser.ts';
import { adminAccount, demoStartLimitMs, type RunningConsole, startDemoConsole } from '../support/console-process.ts';
import { addressOf } from '../support/route-addresses.ts';
import { keepSessions } from '../support/sessions.ts';

const { openPage } = startBrowser();
const openSignedIn = keepSessions({ openPage });
let running: RunningConsole;

beforeAll(async () => {
  running = await startDemoConsole();
}, demoStartLimitMs);
afterAll(() => running?.close());

/** The machine's address, and a name that is not a secure context. */
const origins = (): string[] => [running.url, `http://${intranetHost}:${running.port}`];

/** Opens a page as the administrator, or signed out for a public route. */
const openFor = (route: Route, origin: string): Promise<Page> =>
  route.access === 'public' ? openPage() : openSignedIn(origin, adminAccount);

describe.each(routes)('$path', (route) => {
  test('has its title and heading and no browser warning, at the machine’s address and name', async () => {
    const visits = origins().map(async (origin) => {
      const page = await openFor(route, origin);
      await page.goto(`${origin}${addressOf(route)}`, { waitUntil: 'networkidle' });
      const [heading, ...others] = await page.getByRole('heading', { level: 1 }).allTextContents();
      expect(others).toEqual([]);
      expect(await page.title()).toBe(`${heading} — LDVK Монитор`);
      // The heading of a card is the name of its subject.
      if (addressOf(route) === route.path) expect(heading).toBe(route.title);
      else await page.getByText(route.description).waitFor();
    });
    await Promise.all(visits);
  });
});
