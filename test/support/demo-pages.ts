/** Signed-in pages of a console with demo data, opened until the island is hydrated. */
import type { Page } from 'playwright-core';
import { demoAccounts } from '../../server/backend/demo/fill-demo.ts';
import { startBrowser } from './browser.ts';
import { adminAccount, demoStartLimitMs, type RunningConsole, startDemoConsole } from './console-process.ts';
import { keepSessions } from './sessions.ts';
import { waitForIsland } from './wait-for-island.ts';

const [{ client_id: name, password }] = demoAccounts.clients;
export const demoUsers = { admin: adminAccount, client: { type: 'client', name, password } } as const;

type Options = Parameters<ReturnType<typeof startBrowser>['openPage']>[0];

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
