/** Signs in once per account and test file, because password checks are slow. */
import type { Cookie, Page } from 'playwright-core';
import type { PageOptions, TestBrowser } from './browser.ts';
import { type Account, signInByRequest } from './sign-in.ts';

/** Opens an empty page with the account's session at the origin. */
export type OpenSignedIn = (origin: string, account: Account, options?: PageOptions) => Promise<Page>;

export function keepSessions({ openPage }: Pick<TestBrowser, 'openPage'>): OpenSignedIn {
  const sessions = new Map<string, Cookie[]>();
  return async (origin, account, options) => {
    const page = await openPage(options);
    const key = `${origin} ${account.type} ${account.name}`;
    const cookies = sessions.get(key);
    if (cookies) {
      await page.context().addCookies(cookies);
    } else {
      await signInByRequest(page.context(), origin, account);
      sessions.set(key, await page.context().cookies());
    }
    return page;
  };
}
