/** Browser measurements with 4× CPU slowdown: paints and layout shift. */
import { type Browser, chromium, type Page } from 'playwright-core';
import { findChromium } from '../test/chromium.ts';

const slowdown = 4;
/** 10 Mbit/s and 40 ms. */
const network = { offline: false, latency: 40, downloadThroughput: 1_250_000, uploadThroughput: 1_250_000 };

export async function withChromium<T>(act: (browser: Browser) => Promise<T>): Promise<T> {
  const args = ['--no-sandbox', '--disable-gpu', '--disable-quic'];
  const executablePath = findChromium();
  if (!executablePath) throw new Error('No Chromium: run npm test once, or set CHROMIUM_PATH');
  const browser = await chromium.launch({ executablePath, args });
  return act(browser).finally(() => browser.close());
}

/** Opens a page on a slow machine and network, without a cache, with the cookies of a Cookie header. */
export async function openSlowly(browser: Browser, url: string, cookie: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'ru-RU' });
  const pairs = cookie.split('; ').filter((pair) => pair !== '');
  await context.addCookies(
    pairs.map((pair) => {
      const at = pair.indexOf('=');
      return { url: new URL(url).origin, name: pair.slice(0, at), value: pair.slice(at + 1) };
    }),
  );
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  await session.send('Network.emulateNetworkConditions', network);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.goto(url, { waitUntil: 'networkidle' });
  return page;
}

/**
 * The figures of the page so far, in milliseconds, except `shift` and the counts. Sizes are the bytes transferred before any
 * interaction.
 */
export function readVisit(page: Page) {
  return page.evaluate(async () => {
    const entries = <Entry>(type: string): Promise<Entry[]> =>
      new Promise((resolve) => {
        const observer = new PerformanceObserver((list) => resolve(list.getEntries() as Entry[]));
        observer.observe({ type, buffered: true });
        setTimeout(() => resolve([]), 200);
      });
    const [paints, largest, shifts] = await Promise.all([
      entries<PerformanceEntry>('paint'),
      entries<PerformanceEntry>('largest-contentful-paint'),
      entries<PerformanceEntry & { value: number }>('layout-shift'),
    ]);
    const firstPaint = paints.find(({ name }) => name === 'first-contentful-paint')?.startTime ?? Number.NaN;
    const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const [document] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    const scripts = resources.filter(({ name }) => name.endsWith('.js'));
    return {
      firstPaint,
      largestPaint: largest.at(-1)?.startTime ?? Number.NaN,
      shift: shifts.reduce((sum, { value }) => sum + value, 0),
      requests: resources.length + 1,
      scriptBytes: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
      htmlBytes: document?.encodedBodySize ?? Number.NaN,
      htmlDecodedBytes: document?.decodedBodySize ?? Number.NaN,
    };
  });
}

export type VisitFigures = Awaited<ReturnType<typeof readVisit>>;
