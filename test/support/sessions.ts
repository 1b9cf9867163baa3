/** Signs in once per account and test file, because password checks are slow, and reuses pages, because new ones are slow. */
import type { CDPSession, Cookie, Page } from 'playwright-core';
import { keptContexts, type PageOptions, type TestBrowser } from './browser.ts';
import { type Account, signInByRequest } from './sign-in.ts';

/**
 * With `firstVisit` the browser has nothing of the console in its cache. A test that ends its session or acts as a different
 * account needs `ownSession`.
 */
type SignedInOptions = PageOptions & { firstVisit?: true; ownSession?: true };

/** Opens an empty page with the account's session at the origin: a new page, or one left by an earlier test of any account. */
export type OpenSignedIn = (origin: string, account: Account, options?: SignedInOptions) => Promise<Page>;

type KeptPage = {
  page: Page;
  /** Pages with the same key differ only in what `prepare` sets. */
  key: string;
  origin: string;
  /** The messages that the running test expects. */
  allow: RegExp[];
  /** The test has used something whose effect outlasts it. */
  spoiled: boolean;
};

/** Members of a page whose effects may outlast the test: scripts, clocks, other tabs. */
const lasting = new Set<string | symbol>([
  'addInitScript',
  'clock',
  'close',
  'context',
  'exposeFunction',
  'setExtraHTTPHeaders',
]);

/** When a test holds a request of a script, the browser's cache makes later requests of it wait. */
const isOfScripts = (address: unknown): boolean => /assets|\.js/.test(String(address));

/** The pages behind those that tests have. */
const lent = new WeakMap<Page, Page>();

/** Opens a session of DevTools, whose effects on the page end when the test detaches it. */
export function openDevTools(page: Page): Promise<CDPSession> {
  const own = lent.get(page) ?? page;
  return own.context().newCDPSession(own);
}

/** Returns the page for a test, and records when the test spoils it. */
function lend(kept: KeptPage): Page {
  const page = new Proxy(kept.page, {
    get(own, name) {
      if (lasting.has(name)) kept.spoiled = true;
      const value = Reflect.get(own, name);
      if (typeof value !== 'function') return value;
      return (...values: unknown[]) => {
        if (name === 'route' && isOfScripts(values[0])) kept.spoiled = true;
        return value.apply(own, values);
      };
    },
  });
  lent.set(page, kept.page);
  return page;
}

/** Leaves the console, and removes what the test has stored. Returns false if that is impossible. */
async function clean({ page, origin, allow }: KeptPage): Promise<boolean> {
  // The test is over, but what it started may still fail.
  allow.splice(0, allow.length, /./);
  try {
    for (const event of ['dialog', 'request', 'response'] as const) page.removeAllListeners(event);
    await page.goto(`${origin}/healthz`);
    // Remove routes only now: requests that the test holds have ended with their page, and would otherwise be sent.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    await page.mouse.move(-1, -1);
    await page.context().clearCookies();
    return true;
  } catch {
    return false;
  }
}

/** Playwright's default. */
const usualViewport = { width: 1280, height: 720 };

/** Sets what an open page can change. */
async function prepare(page: Page, { viewport, colorScheme, forcedColors, reducedMotion }: PageOptions): Promise<void> {
  await page.setViewportSize(viewport ?? usualViewport);
  await page.emulateMedia({
    media: null,
    colorScheme: colorScheme ?? 'light',
    forcedColors: forcedColors ?? 'none',
    reducedMotion: reducedMotion ?? 'no-preference',
  });
}

/** The options that an open page cannot change, and its origin. */
function keyOf(origin: string, options: PageOptions): string {
  const { viewport, colorScheme, forcedColors, reducedMotion, javaScriptEnabled = true, ...others } = options;
  return JSON.stringify([origin, javaScriptEnabled, others]);
}

export function keepSessions({ openPage }: Pick<TestBrowser, 'openPage'>): OpenSignedIn {
  const sessions = new Map<string, Cookie[]>();
  const idle: KeptPage[] = [];
  const used = new Set<KeptPage>();

  afterEach(async () => {
    for (const kept of used) {
      const context = kept.page.context();
      if (!kept.spoiled && (await clean(kept))) {
        idle.push(kept);
      } else {
        keptContexts.delete(context);
        await context.close();
      }
    }
    used.clear();
  });

  async function openNew(key: string, origin: string, options: PageOptions): Promise<KeptPage> {
    const allow: RegExp[] = [];
    const page = await openPage({ ...options, allow });
    keptContexts.add(page.context());
    return { page, key, origin, allow, spoiled: false };
  }

  function takeIdle(key: string): KeptPage | undefined {
    const place = idle.findIndex((kept) => kept.key === key);
    return place < 0 ? undefined : idle.splice(place, 1)[0];
  }

  async function startSession({ page, origin }: KeptPage, account: Account, isOwn: boolean): Promise<void> {
    const context = page.context();
    if (isOwn) return signInByRequest(context, origin, account);
    const user = `${origin} ${account.type} ${account.name}`;
    const known = sessions.get(user);
    if (known) return context.addCookies(known);
    await signInByRequest(context, origin, account);
    sessions.set(user, await context.cookies());
  }

  return async (origin, account, { allow = [], firstVisit, ownSession = false, ...options } = {}) => {
    const key = keyOf(origin, options);
    const found = firstVisit ? undefined : takeIdle(key);
    const kept = found ?? (await openNew(key, origin, options));
    if (found) await prepare(found.page, options);
    await startSession(kept, account, ownSession);
    kept.allow.splice(0, kept.allow.length, ...allow);
    used.add(kept);
    return lend(kept);
  };
}
