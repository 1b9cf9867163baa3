/** Opens every page of the page table over an intranet's plain HTTP, without a secure context: none causes a browser warning. */
import { routes } from '../../shared/routes.ts';
import { intranetHost, startBrowser } from '../support/browser.ts';
import { adminAccount, demoStartLimitMs, type RunningConsole, startDemoConsole } from '../support/console-process.ts';
import { demoUsers } from '../support/demo-pages.ts';
import { addressOf } from '../support/route-addresses.ts';
import { keepSessions } from '../support/sessions.ts';

const { openPage } = startBrowser();
const openSignedIn = keepSessions({ openPage });
let running: RunningConsole;

beforeAll(async () => {
  running = await startDemoConsole();
}, demoStartLimitMs);
afterAll(() => running?.close());

/** It opens only for a sign-in that waits for its second step: test/http/second-factor.test.ts. */
const opened = routes.filter(({ name }) => name !== 'second-factor');

describe.each(opened)('$path', (route) => {
  test('has its title and heading and no browser warning, at the machine’s name', async () => {
    const origin = `http://${intranetHost}:${running.port}`;
    const account = route.access.startsWith('client') ? demoUsers.client : adminAccount;
    const page = await (route.access === 'public' ? openPage() : openSignedIn(origin, account));
    await page.goto(`${origin}${addressOf(route)}`, { waitUntil: 'networkidle' });
    const [heading, ...others] = await page.getByRole('heading', { level: 1 }).allTextContents();
    expect(others).toEqual([]);
    expect(await page.title()).toBe(`${heading} — LDVK Монитор`);
    // The heading of a card is the name of its subject.
    if (addressOf(route) === route.path) expect(heading).toBe(route.title);
    else await page.getByText(route.description).waitFor();
  });
});
