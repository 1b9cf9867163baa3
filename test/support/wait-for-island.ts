/** Waits until the page's table is hydrated and its rows have their buttons. */
import type { Page } from 'playwright-core';

export async function waitForIsland(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      Object.keys(document.querySelector('[role="grid"]') ?? {}).some((key) => key.startsWith('__reactProps')) &&
      !document.querySelector('tbody > tr:not([role], [aria-rowindex])'),
  );
}

/** Waits until the table shows the result of the last request. */
export async function waitForRows(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('[role="grid"]')?.getAttribute('aria-busy') === 'false');
}

/** Waits until all phrases in the window have their live counts. */
export async function waitForCounts(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.querySelectorAll('[role="grid"] :is(tr, [role="row"])')].every(
      (row) => row.getBoundingClientRect().top > innerHeight || !row.textContent.includes('…'),
    ),
  );
}
