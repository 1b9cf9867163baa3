/** Times a sort by the mouse, whether a script or a navigation handles it. */
import { setTimeout as wait } from 'node:timers/promises';
import type { ChromiumPage, Point } from './chromium.ts';

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
