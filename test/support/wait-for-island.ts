/** Waits until the table of a page is hydrated. */
import type { Page } from 'playwright-core';

export async function waitForIsland(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('[role="grid"]') ?? {}).some((key) => key.startsWith('__reactProps')),
  );
}

/** Waits until the table shows the result of the last request. */
export async function waitForRows(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('[role="grid"]')?.getAttribute('aria-busy') === 'false');
}
