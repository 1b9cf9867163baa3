/** Signed-in pages of a console with demo data, opened and hydrated. */
import type { Page } from 'playwright-core';
import { demoAccounts } from '../../scripts/demo/world/accounts.ts';
import { routeOf } from '../../shared/routes.ts';
import { startBrowser } from './browser.ts';
import { adminAccount, demoStartLimitMs, type RunningConsole, startDemoConsole } from './console-process.ts';
import { addressOf } from './route-addresses.ts';
import { keepSessions } from './sessions.ts';
import { waitForIsland } from './wait-for-island.ts';

const [{ client_id: name, password }] = demoAccounts.clients;
export const demoUsers = { admin: adminAccount, client: { type: 'client', name, password } } as const;

type Options = Parameters<ReturnType<typeof startBrowser>['openPage']>[0];

/** The newest story of the page's user. Uses the IP address, because perhaps only the browser can resolve the host name. */
async function findStory(page: Page, url: string): Promise<string> {
  const reply = await page.request.get(`http://127.0.0.1:${new URL(url).port}/api/v1/vknf/posts/details?limit=1`);
  return String((await reply.json()).posts[0].StoryID);
}

/**
 * Opens a page of the page table. Replaces the story by one of the user's, because the owners of the demo's stories depend on
 * the hour.
 */
export async function openAddress(page: Page, url: string, address: string, options: Parameters<Page['goto']>[1] = {}) {
  const isStory = address === addressOf(routeOf('work'));
  const found = isStory ? address.replace(/\d+$/, await findStory(page, url)) : address;
  await page.goto(url + found, options);
}

/** Call it at the top of a test file. */
export function startDemo() {
  const { openPage } = startBrowser();
  const openSignedIn = keepSessions({ openPage });
  const demo = { url: '' };
  let running: RunningConsole | null = null;
  beforeAll(async () => {
    running = await startDemoConsole();
    demo.url = running.url;
  }, demoStartLimitMs);
  afterAll(() => running?.close());

  /** Opens a page with a table as one of the demo's users. */
  async function openTable(role: keyof typeof demoUsers, path: string, options: Options = {}): Promise<Page> {
    const viewport = { width: 1280, height: 800 };
    const page = await openSignedIn(demo.url, demoUsers[role], { viewport, ...options });
    await page.goto(demo.url + path);
    await waitForIsland(page);
    return page;
  }
  return { demo, openPage, openSignedIn, openTable };
}
