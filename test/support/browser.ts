/** A real Chromium for a test file. Any warning, error or policy violation of a page fails the test. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { findChromium } from '../../scripts/test/chromium.ts';

/** A host name that is not localhost: its pages run without a secure context, as on an intranet. */
export const intranetHost = 'console.test';

/**
 * The limit only determines when a test that waits for something that never comes fails. On a busy machine a page may take
 * seconds to answer.
 */
export const waitLimitMs = 20_000;

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Further threads for compilation and garbage collection cost a tenth more, and other workers use the cores.
  '--js-flags=--single-threaded',
  `--host-resolver-rules=MAP ${intranetHost} 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost`,
];

/** `allow` lists messages that are expected in this test, such as the browser's own for an intended 404. */
export type PageOptions = BrowserContextOptions & { allow?: RegExp[]; context?: BrowserContext };

export type TestBrowser = {
  /** Opens a page in its own context, or in the given one (a second tab of the same user). */
  openPage: (options?: PageOptions) => Promise<Page>;
  /** Unexpected messages of this test's pages so far. */
  problems: string[];
};

/** Contexts that stay open after their test (sessions.ts). */
export const keptContexts = new Set<BrowserContext>();

const ownHosts = ['127.0.0.1', 'localhost', intranetHost];

/** Tests have no internet; a foreign file that cannot be loaded is not a fault of the page. */
const isForeign = (address: string): boolean =>
  URL.canParse(address) && /^https?:$/.test(new URL(address).protocol) && !ownHosts.includes(new URL(address).hostname);

/** Collects console messages, which include policy violations and hydration mismatches. */
function listen(page: Page, problems: string[], allow: RegExp[]): void {
  const report = (text: string) => {
    if (!allow.some((pattern) => pattern.test(text))) problems.push(`${new URL(page.url()).pathname}: ${text}`);
  };
  page.on('console', (message) => {
    if (isForeign(message.location().url)) return;
    if (message.type() === 'warning' || message.type() === 'error')
      report(`${message.type()}: ${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => report(`uncaught: ${error.message}`));
  page.on('crash', () => report('the page crashed'));
}

const describedLines = 40;
const describeLimitMs = 5000;

/** What the open dialogs, or else the main part of a page, tell a screen reader. */
async function readPage(page: Page): Promise<string> {
  const dialogs = page.locator('dialog[open], :popover-open');
  const shown = (await dialogs.count()) > 0 ? dialogs.last() : page.locator('main');
  const lines = (await shown.ariaSnapshot()).split('\n');
  return lines.slice(0, describedLines).join('\n');
}

async function describePage(page: Page): Promise<string> {
  const late = sleep(describeLimitMs, 'It does not answer', { ref: false });
  return `${page.url()}\n${await Promise.race([late, readPage(page).catch(String)])}`;
}

declare global {
  /** The runner adds the text to the report of a failed test (scripts/test/jest-runner.mjs). */
  var describeFailure: (() => Promise<string>) | undefined;
}

/** How long the browser stays open without a test file, in milliseconds. The next file of a worker starts sooner. */
const idleMs = 300;

/** Shared by the test files of a worker. */
let shared: Browser | null = null;
let closing: NodeJS.Timeout | undefined;

async function shareBrowser(): Promise<Browser> {
  clearTimeout(closing);
  if (shared?.isConnected()) return shared;
  const executablePath = findChromium();
  if (!executablePath) throw new Error('No Chromium: run npm test once, or set CHROMIUM_PATH');
  shared = await chromium.launch({ executablePath, args: flags });
  return shared;
}

/** Clears `shared` at once, because a closing browser still counts as connected. */
function closeBrowser(): void {
  void shared?.close();
  shared = null;
}

/** Call it at the top of a test file: provides Chromium to its tests, closes each test's pages after it. */
export function startBrowser(): TestBrowser {
  let browser: Browser | null = null;
  const contexts = new Set<BrowserContext>();
  const problems: string[] = [];
  globalThis.describeFailure = async () => {
    const pages = [...contexts].flatMap((context) => context.pages());
    // Pages that wait for another test are at /healthz (sessions.ts).
    const described = await Promise.all(pages.filter((page) => !page.url().endsWith('/healthz')).map(describePage));
    return ['The open pages:', ...described].join('\n\n');
  };

  beforeAll(async () => {
    browser = await shareBrowser();
  });

  afterEach(async () => {
    const opened = [...contexts].filter((context) => !keptContexts.has(context));
    const pages = [...contexts].flatMap((context) => context.pages());
    // A hanging page must fail only this test.
    for (const context of opened) contexts.delete(context);
    // The page answers only after it has delivered its earlier messages.
    await Promise.all(pages.map((page) => page.evaluate(() => null).catch(() => null)));
    await Promise.all(opened.map((context) => context.close()));
    const found = problems.splice(0);
    if (found.length > 0) throw new Error(`The browser complained:\n${found.join('\n')}`);
  });

  afterAll(async () => {
    await Promise.all(browser?.contexts().map((context) => context.close()) ?? []);
    closing = setTimeout(closeBrowser, idleMs);
  });

  const openPage = async ({ allow = [], context, ...options }: PageOptions = {}): Promise<Page> => {
    if (!browser) throw new Error('Pages are opened in tests, when the browser runs');
    const owner = context ?? (await browser.newContext({ locale: 'ru-RU', ...options }));
    contexts.add(owner);
    owner.setDefaultTimeout(waitLimitMs);
    const page = await owner.newPage();
    listen(page, problems, allow);
    return page;
  };
  return { openPage, problems };
}

/** With SCREENSHOTS=1 in the environment, saves a screenshot as `artifacts/<name>.png` for people to look at. */
export async function saveScreenshot(page: Page, name: string, { fullPage = true } = {}): Promise<void> {
  if (process.env.SCREENSHOTS !== '1') return;
  const file = path.join(import.meta.dirname, '../../artifacts', `${name}.png`);
  mkdirSync(path.dirname(file), { recursive: true });
  await page.screenshot({ path: file, fullPage });
}
