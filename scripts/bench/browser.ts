/** Browser measurements with 4× CPU slowdown: paints, blocking time, layout shift, and a sort by the mouse. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Chromium, ChromiumPage, Point } from './chromium.ts';

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

/** Opens a page on the slow machine, without a cache. */
export async function openSlowly(chromium: Chromium, url: string): Promise<ChromiumPage> {
  const page = await chromium.newPage();
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

const answerMs = 20_000;
/** Between the pointer's arrival, the press and the release, as people do it. */
const hoverMs = 200;
const pressMs = 80;

const now = (): number => performance.timeOrigin + performance.now();

type Row = { text: string; at: number };

/** The first row's text, and the time on the machine's clock after a frame has shown it. */
function readFirstRow(page: ChromiumPage): Promise<Row> {
  return page.evaluate(async () => {
    const row = [...document.querySelectorAll('tr, [role="row"]')].find(
      (candidate) => candidate.querySelector('td, [role="gridcell"]') && candidate.textContent,
    );
    const text = row?.textContent ?? '';
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    return { text, at: performance.timeOrigin + performance.now() };
  }, null);
}

/** Evaluation fails while a navigation replaces the document. */
const tryReadFirstRow = (page: ChromiumPage): Promise<Row | null> => readFirstRow(page).catch(() => null);

/** The middle of the link or button in the header named `title`. */
function findHeader(page: ChromiumPage, title: string): Promise<Point | null> {
  return page.evaluate((name) => {
    const control = [...document.querySelectorAll<HTMLElement>(':is(th, [role="columnheader"]) :is(a, button)')].find(
      (candidate) => candidate.textContent?.trim() === name,
    );
    if (!control) return null;
    const { x, y, width, height } = control.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  }, title);
}

/**
 * Presses the header named `title` with the mouse. Returns milliseconds from the release of the button to the frame that
 * shows another first row.
 */
export async function timeSortClick(page: ChromiumPage, title: string): Promise<number> {
  const header = await findHeader(page, title);
  if (!header) throw new Error(`There is no header «${title}» to press`);
  const { text } = await readFirstRow(page);
  await page.sendMouse('mouseMoved', header);
  await wait(hoverMs);
  await page.sendMouse('mousePressed', header);
  await wait(pressMs);
  const releasedAt = now();
  // The reply would come after the page has handled the click.
  const released = page.sendMouse('mouseReleased', header);
  const deadline = performance.now() + answerMs;
  while (performance.now() < deadline) {
    const row = await tryReadFirstRow(page);
    if (row && row.text !== '' && row.text !== text) return released.then(() => row.at - releasedAt);
  }
  throw new Error(`A press of «${title}» showed no other first row within ${answerMs} ms`);
}
