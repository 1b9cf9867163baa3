/** A tab of Chromium 109 or Firefox. Both are driven by what the two libraries have in common. */
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { chromium } from 'playwright-core';
import { intranetHost, waitLimitMs } from '../support/browser.ts';

type Message = { type: () => string; text: () => string };

/** A page of playwright-core or puppeteer-core. */
type DriverPage = {
  goto: (address: string) => Promise<unknown>;
  evaluate: <Argument, Result>(run: (argument: Argument) => Result, argument: Argument) => Promise<Result>;
  mouse: {
    click: (x: number, y: number) => Promise<void>;
    move: (x: number, y: number) => Promise<void>;
    down: () => Promise<void>;
    up: () => Promise<void>;
  };
  keyboard: { press: (key: 'Escape' | 'Enter' | 'Tab') => Promise<void>; type: (text: string) => Promise<void> };
  pdf: () => Promise<Uint8Array>;
  on: (event: 'console' | 'pageerror', listener: (event: never) => void) => unknown;
};

export type Place = { left: number; top: number; width: number; height: number };

export type Tab = {
  goto: (address: string) => Promise<void>;
  /** Waits for a visible element that the selector finds and whose text or name contains `text`, and returns its place. */
  find: (selector: string, text?: string) => Promise<Place>;
  /** Waits until there is no such element. */
  findNone: (selector: string, text?: string) => Promise<void>;
  click: (selector: string, text?: string) => Promise<void>;
  /** Replaces the value of a field. */
  fill: (selector: string, value: string) => Promise<void>;
  press: DriverPage['keyboard']['press'];
  drag: (from: Place, right: number, down: number) => Promise<void>;
  read: DriverPage['evaluate'];
  pdf: DriverPage['pdf'];
  /** Uncaught errors and the browser's messages of type `error`, except about what `known` matches. */
  problems: string[];
};

/** Runs in the page. `cover`: what lies on the middle of the element, '' if nothing does. */
function placeOf({ selector, text }: { selector: string; text: string }): (Place & { cover: string }) | null {
  const isShown = (element: Element) => element.getClientRects().length > 0;
  const named = (element: Element) =>
    `${element.getAttribute('aria-label') ?? ''} ${element.textContent}`.includes(text);
  const element = [...document.querySelectorAll(selector)].find((candidate) => isShown(candidate) && named(candidate));
  if (!element) return null;
  const coverOf = () => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    return hit && (element.contains(hit) || hit.contains(element)) ? null : (hit ?? document.body);
  };
  element.scrollIntoView({ block: 'nearest' });
  // The line of tools stays at the top of the window, above the rows.
  if (coverOf() !== null) element.scrollIntoView({ block: 'center' });
  const { left, top, width, height } = element.getBoundingClientRect();
  return { left, top, width, height, cover: coverOf()?.outerHTML.slice(0, 200) ?? '' };
}

const pauseMs = 20;

/** Chromium 109 knows no popovers yet; the console's script brings them. */
const known = /Found a 'popover' attribute/;

async function waitFor<Result>(read: () => Promise<Result | null>, failure: () => string): Promise<Result> {
  const end = Date.now() + waitLimitMs;
  for (;;) {
    // A page that navigates answers with an error.
    const result = await read().catch(() => null);
    if (result !== null) return result;
    if (Date.now() > end) throw new Error(failure());
    await setTimeout(pauseMs);
  }
}

function tabOn(page: DriverPage): Tab {
  const problems: string[] = [];
  page.on('console', (message: Message) => {
    if (message.type() === 'error' && !known.test(message.text())) problems.push(message.text());
  });
  page.on('pageerror', (error: Error) => problems.push(error.message));
  const find = (selector: string, text = '') =>
    waitFor(
      () => page.evaluate(placeOf, { selector, text }),
      () => `There is no ${selector} «${text}»`,
    );
  const click = async (selector: string, text = '') => {
    let cover = '';
    /** The place of an element that stays there and is not covered. */
    async function settledPlace(): Promise<Place | null> {
      const before = await page.evaluate(placeOf, { selector, text });
      await setTimeout(pauseMs);
      const after = await page.evaluate(placeOf, { selector, text });
      cover = after?.cover ?? '';
      return after && cover === '' && after.left === before?.left && after.top === before.top ? after : null;
    }
    const failure = () => `${selector} «${text}» is absent, moves, or is covered: ${cover}`;
    const { left, top, width, height } = await waitFor(settledPlace, failure);
    await page.mouse.click(left + width / 2, top + height / 2);
  };
  return {
    problems,
    find,
    click,
    goto: async (address) => void (await page.goto(address)),
    findNone: async (selector, text = '') => {
      const isGone = async () => ((await page.evaluate(placeOf, { selector, text })) === null ? true : null);
      await waitFor(isGone, () => `There still is ${selector} «${text}»`);
    },
    async fill(selector, value) {
      await click(selector);
      await page.evaluate((field) => document.querySelector<HTMLInputElement>(field)?.select(), selector);
      await page.keyboard.type(value);
    },
    press: (key) => page.keyboard.press(key),
    async drag({ left, top, width, height }, right, down) {
      const [x, y] = [left + width / 2, top + height / 2];
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + right / 2, y + down / 2);
      await page.mouse.move(x + right, y + down);
      await page.mouse.up();
    },
    read: (run, argument) => page.evaluate(run, argument),
    pdf: () => page.pdf(),
  };
}

type RunningBrowser = { tab: Tab; version: string; close: () => Promise<void> };

const viewport = { width: 1280, height: 800 };
const { BROWSERS_FOLDER: folder = '', FIREFOX_PATH: firefox = '' } = process.env;

export async function startChromium(): Promise<RunningBrowser> {
  const flags = ['--no-sandbox', '--single-process', '--no-zygote', '--disable-gpu'];
  const browser = await chromium.launch({
    executablePath: path.join(folder, 'chromium'),
    args: [...flags, `--host-resolver-rules=MAP ${intranetHost} 127.0.0.1`],
  });
  const page = await browser.newPage({ viewport });
  return { tab: tabOn(page as unknown as DriverPage), version: browser.version(), close: () => browser.close() };
}

/** The part of puppeteer-core that is used here. It is installed only for these tests. */
type Puppeteer = {
  launch: (options: object) => Promise<{
    newPage: () => Promise<DriverPage & { setViewport: (size: typeof viewport) => Promise<void> }>;
    version: () => Promise<string>;
    close: () => Promise<void>;
  }>;
};

export async function startFirefox(): Promise<RunningBrowser> {
  const entry = path.join(folder, 'node_modules/puppeteer-core/lib/puppeteer/puppeteer-core.js');
  const { default: puppeteer } = (await import(entry)) as { default: Puppeteer };
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: firefox,
    extraPrefsFirefox: { 'network.dns.localDomains': intranetHost, 'intl.accept_languages': 'ru' },
  });
  const page = await browser.newPage();
  await page.setViewport(viewport);
  return { tab: tabOn(page), version: await browser.version(), close: () => browser.close() };
}
