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
