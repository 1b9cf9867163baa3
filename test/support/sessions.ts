/** Signs in once per account and test file, because password checks are slow, and keeps pages, because new ones are. */
import type { Cookie, Page } from 'playwright-core';
import { keptContexts, type PageOptions, type TestBrowser } from './browser.ts';
import { type Account, signInByRequest } from './sign-in.ts';

/** With `firstVisit` the browser has nothing of the console in its cache. */
type SignedInOptions = PageOptions & { firstVisit?: true };

/** Opens an empty page with the account's session at the origin: a new one, or one that an earlier test has left. */
export type OpenSignedIn = (origin: string, account: Account, options?: SignedInOptions) => Promise<Page>;

type KeptPage = {
  page: Page;
  /** Pages with the same key are alike. */
  key: string;
  origin: string;
  cookies: Cookie[];
  options: PageOptions;
  /** The messages that the running test expects. */
  allow: RegExp[];
  /** The test has used something that outlasts it. */
  spoiled: boolean;
};

/** What a test does with these may outlast it: scripts, clocks, other tabs. */
const lasting = new Set<string | symbol>([
  'addInitScript',
  'clock',
  'close',
  'context',
  'exposeFunction',
  'setExtraHTTPHeaders',
]);

/** The browser's cache lets later requests of the same script wait for one that a test holds. */
const isOfScripts = (address: unknown): boolean => /assets|\.js/.test(String(address));

/** Returns the page for a test, and notes when the test spoils it. */
const lend = (kept: KeptPage): Page =>
  new Proxy(kept.page, {
    get(page, name) {
      if (lasting.has(name)) kept.spoiled = true;
      const value = Reflect.get(page, name);
      if (typeof value !== 'function') return value;
      return (...values: unknown[]) => {
        if (name === 'route' && isOfScripts(values[0])) kept.spoiled = true;
        return value.apply(page, values);
      };
    },
  });

/** Leaves the console, and makes the page as a new one. Returns false when that is impossible. */
async function clean({ page, origin, cookies, options, allow }: KeptPage): Promise<boolean> {
  // The test is over, and what it started may still fail.
  allow.splice(0, allow.length, /./);
  try {
    for (const event of ['dialog', 'request', 'response'] as const) page.removeAllListeners(event);
    await page.goto(`${origin}/healthz`);
    // Requests that a test holds have ended with their page; otherwise they would be sent now.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    await page.mouse.move(-1, -1);
    if (options.viewport) await page.setViewportSize(options.viewport);
    const { colorScheme = 'light', forcedColors = 'none', reducedMotion = 'no-preference' } = options;
    await page.emulateMedia({ media: null, colorScheme, forcedColors, reducedMotion });
    await page.context().clearCookies();
    await page.context().addCookies(cookies);
    return true;
  } catch {
    return false;
  }
}

export function keepSessions({ openPage }: Pick<TestBrowser, 'openPage'>): OpenSignedIn {
  const sessions = new Map<string, Cookie[]>();
  const idle = new Map<string, KeptPage>();
  const used = new Set<KeptPage>();

  afterEach(async () => {
    for (const kept of used) {
      const context = kept.page.context();
      if (!kept.spoiled && !idle.has(kept.key) && (await clean(kept))) {
        idle.set(kept.key, kept);
      } else {
        keptContexts.delete(context);
        await context.close();
      }
    }
    used.clear();
  });

  async function openNew(key: string, origin: string, account: Account, options: PageOptions): Promise<KeptPage> {
    const allow: RegExp[] = [];
    const page = await openPage({ ...options, allow });
    const context = page.context();
    keptContexts.add(context);
    const user = `${origin} ${account.type} ${account.name}`;
    const known = sessions.get(user);
    if (known) await context.addCookies(known);
    else await signInByRequest(context, origin, account);
    const cookies = known ?? (await context.cookies());
    sessions.set(user, cookies);
    return { page, key, origin, cookies, options, allow, spoiled: false };
  }

  return async (origin, account, { allow = [], firstVisit, ...options } = {}) => {
    const key = JSON.stringify([origin, account.type, account.name, options]);
    const found = firstVisit ? undefined : idle.get(key);
    idle.delete(key);
    const kept = found ?? (await openNew(key, origin, account, options));
    kept.allow.splice(0, kept.allow.length, ...allow);
    used.add(kept);
    return lend(kept);
  };
}
