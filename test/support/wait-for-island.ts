/** Waits until the table of a page is alive: from then on its links and buttons are answered by script. */
import type { Page } from 'playwright-core';

export async function waitForIsland(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('[role="grid"]') ?? {}).some((key) => key.startsWith('__reactProps')),
  );
}

/** Waits until the table shows what was asked for last. */
export async function waitForRows(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('[role="grid"]')?.getAttribute('aria-busy') === 'false');
}
