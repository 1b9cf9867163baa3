/** Waits for the states of a page and of its table: hydrated, loaded, counted. */
import type { Locator, Page } from 'playwright-core';

/**
 * After hydration every table has the buttons that the server's HTML lacks. A locator costs half as much as `waitForFunction`,
 * which makes every page compile Playwright's script a second time.
 */
const hydrated = 'html:has([data-hydrated]):not(:has([aria-rowcount]:not([data-hydrated] > *)))';

export async function waitForIsland(page: Page): Promise<void> {
  await page.locator(hydrated).waitFor({ state: 'attached' });
}

export const isHydrated = async (page: Page): Promise<boolean> => (await page.locator(hydrated).count()) > 0;

/**
 * Waits until local storage has the identity, which the shell's script writes first. In a new context Chromium returns the
 * first values with a delay.
 */
export async function waitForIdentity(page: Page): Promise<void> {
  await page.waitForFunction(() => localStorage.getItem('auth_user') !== null);
}

/**
 * Waits until the shell has mirrored the identity and listens to other tabs. Both happen after the first paint
 * (client/lib/page.ts), which may come after the page's load.
 */
export async function waitForShell(page: Page): Promise<void> {
  await page.waitForLoadState();
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))),
  );
}

/**
 * Waits for the focus, which dialogs, popups and lists move in effects that may run after the change that a test waited for.
 */
export async function waitForFocus(element: Locator): Promise<void> {
  await element.and(element.page().locator(':focus')).waitFor({ state: 'attached' });
}

/** Waits until the parts of the feed whose code loads with the first input are hydrated. */
export async function waitForLateParts(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    ['filters', 'scope', 'row-tools', 'overview'].every((id) =>
      Object.keys(document.getElementById(id) ?? {}).some((key) => key.startsWith('__reactProps')),
    ),
  );
}

/** Points at the feed's filters, and waits for its late parts. */
export async function waitForFilters(page: Page): Promise<void> {
  await page.getByRole('search').hover();
  await waitForLateParts(page);
}

/** Waits until the table shows the result of the last request. */
export async function waitForRows(page: Page): Promise<void> {
  await page.locator('[role="grid"][aria-busy="false"]').first().waitFor({ state: 'attached' });
}

/** Waits until all phrases in the window show their live counts. */
export async function waitForCounts(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.querySelector('[data-hydrated]') !== null &&
      // The script waits until a cell, which is lower than its row, is in the window.
      [...document.querySelectorAll('[role="grid"] [role="gridcell"]')].every(
        (cell) => !cell.textContent.includes('…') || cell.getBoundingClientRect().top >= innerHeight,
      ),
  );
}
