/** Signs in once per account and test file, because password checks are slow. */
import type { BrowserContextOptions, Page } from 'playwright-core';
import type { PageOptions, TestBrowser } from './browser.ts';
import { type Account, signIn } from './sign-in.ts';

/** Opens an empty page with the account's session at the origin. */
export type OpenSignedIn = (origin: string, account: Account, options?: PageOptions) => Promise<Page>;

export function keepSessions({ openPage }: Pick<TestBrowser, 'openPage'>): OpenSignedIn {
  const sessions = new Map<string, BrowserContextOptions['storageState']>();
  return async (origin, account, options) => {
    const key = `${origin} ${account.type} ${account.name}`;
    if (!sessions.has(key)) {
      const page = await openPage();
      await signIn(page, origin, account);
      sessions.set(key, await page.context().storageState());
      await page.context().close();
    }
    return openPage({ storageState: sessions.get(key), ...options });
  };
}
