/** Times a click on a column header, whether a script or a navigation handles it. */
import type { ChromiumPage } from '../chromium.ts';

const answerMs = 20_000;

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

/** Clicks the header named `title`. Returns milliseconds from the click to the frame that shows another first row. */
export async function timeSortClick(page: ChromiumPage, title: string): Promise<number> {
  const { text } = await readFirstRow(page);
  const clickedAt = await page.evaluate((name) => {
    const control = [...document.querySelectorAll<HTMLElement>(':is(th, [role="columnheader"]) :is(a, button)')].find(
      (candidate) => candidate.textContent?.trim() === name,
    );
    const now = performance.timeOrigin + performance.now();
    setTimeout(() => control?.click());
    return now;
  }, title);
  const deadline = performance.now() + answerMs;
  while (performance.now() < deadline) {
    const row = await tryReadFirstRow(page);
    if (row && row.text !== '' && row.text !== text) return row.at - clickedAt;
  }
  throw new Error(`A click on «${title}» showed no other first row within ${answerMs} ms`);
}
