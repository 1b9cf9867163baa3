/** Browser measurements with 4× CPU slowdown: paints, blocking time, layout shift and scrolling. */
import type { Chromium, ChromiumPage } from './chromium.ts';

/** In milliseconds, except `shift` and the counts. Sizes are bytes transferred before any interaction. */
export type VisitFigures = {
  firstPaint: number;
  largestPaint: number;
  blocking: number;
  shift: number;
  requests: number;
  scriptBytes: number;
  htmlBytes: number;
  htmlDecodedBytes: number;
  /** Elements and texts of the document. */
  nodes: number;
};

/** Numbers of frames. */
type ScrollFigures = { frames: number; slow: number };

/** Opens a page on the slow machine, without a cache. */
export async function openSlowly(chromium: Chromium, url: string): Promise<ChromiumPage> {
  const page = await chromium.newPage({ slow: true });
  await page.open(url);
  return page;
}

/** Returns the page's performance entries so far. */
export function readVisit(page: ChromiumPage): Promise<VisitFigures> {
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
    const walker = window.document.createTreeWalker(window.document);
    let nodes = 1;
    while (walker.nextNode()) nodes += 1;
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
      htmlDecodedBytes: document?.decodedBodySize ?? Number.NaN,
      nodes,
    };
  }, null);
}

/**
 * Scrolls down to a row with the mouse wheel, at `speed` pixels a second, and counts the frames longer than 50 ms. Three frames
 * of 60 Hz take 50 ms, give or take the rounding of the clock, and do not count. A script that scrolls would do so between an
 * event and its rendering, which doubles the layouts of a frame.
 */
export async function scrollTo(page: ChromiumPage, row: number, speed: number): Promise<ScrollFigures> {
  await page.evaluate(() => {
    const figures = { frames: 0, slow: 0 };
    let before = performance.now();
    const count = (now: number) => {
      figures.frames += 1;
      if (now - before > 51) figures.slow += 1;
      before = now;
      requestAnimationFrame(count);
    };
    requestAnimationFrame(count);
    Object.assign(window, { figures });
  }, null);
  const lastRow = () =>
    page.evaluate(
      () =>
        Number([...document.querySelectorAll('[role="grid"] [aria-rowindex]')].at(-1)?.getAttribute('aria-rowindex')),
      null,
    );
  while ((await lastRow()) <= row) await page.scrollDown(speed);
  return page.evaluate(() => (window as unknown as { figures: ScrollFigures }).figures, null);
}
