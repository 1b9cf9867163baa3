/** The menu at 200 % zoom, reduced motion and layout stability. */
import type { Page } from 'playwright-core';
import { pathOf } from '../../shared/routes.ts';
import { startDemo } from '../support/demo-pages.ts';
import { expectSoon } from '../support/expect-soon.ts';
import { findOutOfReach, zoom } from '../support/out-of-reach.ts';
import { waitForIsland } from '../support/wait-for-island.ts';

const { openTable } = startDemo();

describe('at 200 % zoom', () => {
  test('the main menu opens over the page, with all its links within reach', async () => {
    const page = await openTable('admin', pathOf('words'));
    await zoom(page);
    await page.getByRole('button', { name: 'Меню', exact: true }).click();
    await page.getByRole('navigation', { name: 'Главное меню' }).waitFor();
    expect(await findOutOfReach(page)).toEqual([]);
  });
});

describe('motion', () => {
  /** Opens a page whose rows load, with the pointer over a button. */
  async function openLoading(reducedMotion: 'reduce' | 'no-preference'): Promise<Page> {
    const page = await openTable('client', pathOf('posts'), { reducedMotion });
    await page.route('**/api/v1/**', () => undefined);
    await page.getByRole('columnheader', { name: 'Источник' }).getByRole('link').click();
    await page.getByText('Загрузка…', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Тема', exact: true }).hover();
    return page;
  }
  const animations = (page: Page) => page.evaluate(() => document.getAnimations().length);

  test('placeholders of loading rows pulse, but not with reduced motion', async () => {
    const page = await openLoading('no-preference');
    await expectSoon(() => animations(page)).toBeGreaterThan(0);
    expect(await animations(await openLoading('reduce'))).toBe(0);
  });
});

describe('layout shifts', () => {
  /** Collects layout shifts. Rows, and what is below them, move when the order or number of rows changes. */
  const watchJumps = (page: Page) =>
    page.evaluate(() => {
      type Shift = PerformanceEntry & { sources: { node?: Node | null }[] };
      const nodes: string[] = [];
      const observer = new PerformanceObserver((list) => collect(list.getEntries()));
      const collect = (entries: PerformanceEntryList) => {
        for (const { node } of (entries as Shift[]).flatMap(({ sources }) => sources)) {
          if (node instanceof Element && !node.matches('[aria-rowindex], [role="grid"] ~ *'))
            nodes.push(node.outerHTML.slice(0, 120));
        }
      };
      observer.observe({ type: 'layout-shift' });
      const takeJumps = () => {
        collect(observer.takeRecords());
        return nodes;
      };
      Object.assign(window, { takeJumps });
    });
  const jumps = (page: Page) => page.evaluate(() => (window as unknown as { takeJumps: () => string[] }).takeJumps());
  const settled = (page: Page) =>
    page.waitForFunction(() => document.querySelector('[role="grid"]')?.getAttribute('aria-busy') === 'false');

  test.each(['posts', 'words', 'owners'] as const)('%s does not shift while scrolling or sorting', async (name) => {
    const page = await openTable('client', pathOf(name));
    await watchJumps(page);
    await page.evaluate(async () => {
      for (const step of [...Array(40).fill(300), ...Array(60).fill(-300)]) {
        scrollBy(0, step);
        await new Promise(requestAnimationFrame);
      }
    });
    for (const column of [0, 1]) {
      await page
        .getByRole('columnheader')
        .getByRole('link')
        .nth(column)
        .evaluate((link: HTMLElement) => link.click());
      await settled(page);
    }
    expect(await jumps(page)).toEqual([]);
  });

  test('the feed does not shift when a filter is set or cleared', async () => {
    const page = await openTable('client', pathOf('posts'));
    await watchJumps(page);
    for (const index of [1, 0]) {
      await page.getByRole('combobox', { name: 'Фраза' }).selectOption({ index });
      await settled(page);
      await waitForIsland(page);
    }
    expect(await jumps(page)).toEqual([]);
  });
});
