/** What a person feels: paints, blocking, layout shift, sorting and scrolling in Chromium on a machine four times slower. */
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { findChromium } from '../test/chromium.ts';

/** Milliseconds, but for `shift` and the counts; sizes are of what came before any interaction, in bytes as transferred. */
export type VisitFigures = {
  firstPaint: number;
  largestPaint: number;
  blocking: number;
  shift: number;
  requests: number;
  scriptBytes: number;
  htmlBytes: number;
};

const slowdown = 4;
/** 10 Mbit/s and 40 ms. */
const network = { offline: false, latency: 40, downloadThroughput: 1_250_000, uploadThroughput: 1_250_000 };

export async function withBrowser<T>(act: (context: BrowserContext) => Promise<T>): Promise<T> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('No Chromium: run npm test once, or set CHROMIUM_PATH');
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-quic'] });
  try {
    return await act(await browser.newContext({ locale: 'ru-RU', viewport: { width: 1280, height: 800 } }));
  } finally {
    await browser.close();
  }
}

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  await session.send('Network.emulateNetworkConditions', network);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
}

/** Opens a page on the slow machine, without a cache. */
export async function openSlowly(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage();
  await slowDown(page);
  await page.goto(url, { waitUntil: 'networkidle' });
  return page;
}

/** Reads what the browser has noted of the page so far. */
export async function readVisit(page: Page): Promise<VisitFigures> {
  return page.evaluate(async () => {
    const entries = <Entry>(type: string): Promise<Entry[]> =>
      new Promise((resolve) => {
        const observer = new PerformanceObserver((list) => resolve(list.getEntries() as Entry[]));
        observer.observe({ type, buffered: true });
        setTimeout(() => resolve([]), 200);
      });
    const [paints, largest, long, shifts] = await Promise.all([
      entries<PerformanceEntry>('paint'),
      entries<PerformanceEntry>('largest-contentful-paint'),
      entries<PerformanceEntry>('longtask'),
      entries<PerformanceEntry & { value: number }>('layout-shift'),
    ]);
    const firstPaint = paints.find(({ name }) => name === 'first-contentful-paint')?.startTime ?? Number.NaN;
    const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const [document] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    const scripts = resources.filter(({ name }) => name.endsWith('.js'));
    return {
      firstPaint,
      largestPaint: largest.at(-1)?.startTime ?? Number.NaN,
      blocking: long
        .map(({ startTime, duration }) => startTime + duration - Math.max(startTime, firstPaint))
        .reduce((sum, duration) => sum + Math.max(0, duration - 50), 0),
      shift: shifts.reduce((sum, { value }) => sum + value, 0),
      requests: resources.length + 1,
      scriptBytes: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
      htmlBytes: document?.encodedBodySize ?? Number.NaN,
    };
  });
}

/** Presses a column's head and waits until other rows stand; milliseconds from the press to the frame that shows them. */
export function timeSort(page: Page, column: string): Promise<number> {
  return page.evaluate(async (name) => {
    const head = [...document.querySelectorAll<HTMLElement>('[role="columnheader"] a')].find((link) =>
      link.textContent?.startsWith(name),
    );
    const firstRow = () => document.querySelector('[role="rowgroup"] [role="row"]')?.textContent;
    const before = firstRow();
    const started = performance.now();
    head?.click();
    while (firstRow() === before) await new Promise(requestAnimationFrame);
    return performance.now() - started;
  }, column);
}

/** Scrolls down to a row, `step` pixels a frame, and counts the frames that took longer than 50 ms. */
export function scrollTo(page: Page, row: number, step: number): Promise<{ frames: number; slow: number }> {
  return page.evaluate(
    async ([target, pixels]) => {
      const last = () => Number([...document.querySelectorAll('[role="row"]')].at(-1)?.getAttribute('aria-rowindex'));
      let frames = 0;
      let slow = 0;
      let before = await new Promise(requestAnimationFrame);
      while (last() <= target) {
        scrollBy(0, pixels);
        const now = await new Promise(requestAnimationFrame);
        frames += 1;
        if (now - before > 50) slow += 1;
        before = now;
      }
      return { frames, slow };
    },
    [row, step] as const,
  );
}

/** Bytes of the JavaScript heap that are in use after a collection. */
export async function readHeap(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  return (await session.send('Runtime.getHeapUsage')).usedSize;
}
