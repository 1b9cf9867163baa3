/** The popover «Ещё фильтры» of the feed. */
import type { Locator, Page } from 'playwright-core';

/** Opens the popover unless it is open. */
export async function openMoreFilters(page: Page): Promise<Locator> {
  const popover = page.getByRole('dialog', { name: 'Ещё фильтры' });
  if (!(await popover.isVisible())) await page.getByRole('button', { name: /^Ещё фильтры/ }).click();
  return popover;
}

/** Checks or unchecks a box of the popover, and closes it. */
export async function setFilter(page: Page, name: string, checked: boolean): Promise<void> {
  const popover = await openMoreFilters(page);
  await popover.getByRole('checkbox', { name }).setChecked(checked);
  await page.keyboard.press('Escape');
  await popover.waitFor({ state: 'hidden' });
}

/** Reads a box, even while the popover is closed. */
export const isFilterSet = (page: Page, name: string): Promise<boolean> =>
  page.getByRole('checkbox', { name, includeHidden: true }).isChecked();
