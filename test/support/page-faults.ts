/** Faults that tests look for in a whole page: violations of accessibility rules, and layout shifts. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';
import { waitLimitMs } from './browser.ts';

/** Every page compiles the script, and this file is less than half as long as the package's main one. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

type Search = { within?: string } & Pick<axe.RunOptions, 'rules' | 'runOnly'>;

/**
 * Later rows of a table and marks of a chart are built like the earlier ones, and the rows of a long table take most of a search.
 */
export const laterItems = ['[role="row"]', 'tr', 'svg a'].map((item) => `${item}:nth-child(n + 9)`).join();

async function findViolations(page: Page, search: Search): Promise<string[]> {
  // A navigation removes the script.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  const { violations } = await page.evaluate(
    ({ within, later, ...options }) => {
      // The script sets a global variable, which `Window` does not declare.
      const { axe: loaded } = window as unknown as { axe: typeof axe };
      // axe runs this rule of WCAG 2.2 only on request. A cell takes the focus, but a pointer needs only what is in it.
      loaded.configure({ rules: [{ id: 'target-size', enabled: true, selector: ':not([role="gridcell"])' }] });
      // Reloading style sheets costs more than the only rule that reads them is worth. No page has frames, and nobody reads
      // the selectors.
      const cheap = { preload: false, iframes: false, selectors: false };
      return loaded.run(within ?? { exclude: [[later]] }, { resultTypes: ['violations'], ...cheap, ...options });
    },
    { ...search, later: laterItems },
  );
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

/**
 * Returns the violations that axe-core still finds after scripts have adapted the page, as rule and element. `within` is a selector
 * that limits the search.
 */
export async function accessibilityFaults(page: Page, search: Search = {}): Promise<string[]> {
  const deadline = Date.now() + waitLimitMs;
  for (;;) {
    const found = await findViolations(page, search);
    if (found.length === 0 || Date.now() > deadline) return found;
  }
}

/** Returns the layout shifts since the navigation that no input caused, as value and elements. */
export const layoutShifts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    type Shift = PerformanceEntry & { hadRecentInput: boolean; value: number; sources: { node?: Node | null }[] };
    const observer = new PerformanceObserver(() => undefined);
    observer.observe({ type: 'layout-shift', buffered: true });
    const shifts = (observer.takeRecords() as Shift[]).filter(({ hadRecentInput }) => !hadRecentInput);
    const nameOf = (node?: Node | null) => (node instanceof Element ? node.outerHTML.slice(0, 80) : node?.nodeName);
    return shifts.map(({ value, sources }) => `${value}: ${sources.map(({ node }) => nameOf(node)).join(', ')}`);
  });
