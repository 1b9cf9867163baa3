/** Finds elements that cannot be reached or read in a page at 200 % zoom. */
import type { Page } from 'playwright-core';
import { waitLimitMs } from './browser.ts';
import { laterItems } from './page-faults.ts';

/** A window of 1280×800 at 200 %, in CSS pixels. */
export const zoom = (page: Page) => page.setViewportSize({ width: 640, height: 400 });

/**
 * Focuses each control in turn, as Tab does, and returns those that are covered or outside the window: only controls of the
 * open dialog, if there is one, or else of the part. Also returns rows, buttons and headings whose content does not fit. Leaves
 * out later items.
 */
const findNow = (page: Page, search: { within: string | undefined; later: string }): Promise<string[]> =>
  page.evaluate(async ({ within, later }) => {
    const isSeen = (element: HTMLElement) => {
      const { left, top, width, height } = element.getClientRects()[0] ?? new DOMRect();
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      // The points of two lines of a chart may coincide.
      const chart = element.closest('figure svg');
      return hit !== null && (element.contains(hit) || hit.contains(element) || chart?.contains(hit) === true);
    };
    const isReached = async (element: HTMLElement) => {
      // The browser does not scroll to an element that already has the focus.
      if (document.activeElement === element && !isSeen(element)) element.blur();
      element.focus();
      if (element.tabIndex < 0 || document.activeElement !== element || isSeen(element)) return true;
      // An element that loses the focus may close in the next frame, as suggestions do.
      await new Promise(requestAnimationFrame);
      // Chromium leaves a focused element of which 32 pixels are visible in a line that scrolls.
      element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      return isSeen(element);
    };
    const isCut = (
      { clientWidth, clientHeight, scrollWidth, scrollHeight }: Element,
      { webkitLineClamp }: CSSStyleDeclaration,
    ) => webkitLineClamp === 'none' && (scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1);
    const opened = [...document.querySelectorAll('dialog[open], :popover-open')].at(-1);
    const roots = opened ? [opened] : within ? [...document.querySelectorAll(within)] : [document];
    if (roots.length === 0) return [`absent: ${within}`];
    const all = (selector: string) =>
      roots
        .flatMap((root) => [...root.querySelectorAll<HTMLElement>(selector)])
        .filter((element) => !element.closest(later));
    const found: string[] = [];
    for (const element of all('a[href], button, input, select, textarea'))
      if (!(await isReached(element))) found.push(`unseen: ${element.outerHTML.slice(0, 120)}`);
    for (const element of all('[aria-rowindex], button, h1, h2'))
      if (isCut(element, getComputedStyle(element))) found.push(`cut: ${element.outerHTML.slice(0, 120)}`);
    return found;
  }, search);

/** Returns what is still unreachable after scripts have moved elements, such as the popup, into the smaller window. */
export async function findOutOfReach(page: Page, part?: string): Promise<string[]> {
  const deadline = Date.now() + waitLimitMs;
  for (;;) {
    const found = await findNow(page, { within: part, later: laterItems });
    if (found.length === 0 || Date.now() > deadline) return found;
  }
}
