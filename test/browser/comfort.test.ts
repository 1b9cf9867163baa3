/** Zoom, reduced motion and layout stability. */
import type { Page } from 'playwright-core';
import { pathOf } from '../../shared/routes.ts';
import { demoUsers, startDemo } from '../support/demo-pages.ts';
import { type Screen, screens } from '../support/screens.ts';
import { signInByRequest } from '../support/sign-in.ts';
import { waitForIsland } from '../support/wait-for-island.ts';

const { demo, openPage, openSignedIn, openTable } = startDemo();

/** A window of 1280×800 at 200 %, in CSS pixels. */
const zoom = (page: Page) => page.setViewportSize({ width: 640, height: 400 });

/**
 * Focuses each control in turn, as Tab does, and returns those that are covered or outside the window; only controls of
 * the open dialog if there is one. Also returns the rows, buttons and headings whose content does not fit.
 */
const findOutOfReach = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const isSeen = (element: HTMLElement) => {
      const { left, top, width, height } = element.getClientRects()[0] ?? new DOMRect();
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      return hit !== null && (element.contains(hit) || hit.contains(element));
    };
    const isReached = async (element: HTMLElement) => {
      // The browser does not scroll to an element that has the focus already.
      if (document.activeElement === element && !isSeen(element)) element.blur();
      element.focus();
      if (element.tabIndex < 0 || document.activeElement !== element || isSeen(element)) return true;
      // An element that loses the focus may close in the next frame, as suggestions do.
      await new Promise(requestAnimationFrame);
      return isSeen(element);
    };
    const isCut = (
      { clientWidth, clientHeight, scrollWidth, scrollHeight }: Element,
      { webkitLineClamp }: CSSStyleDeclaration,
    ) => webkitLineClamp === 'none' && (scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1);
    const root = [...document.querySelectorAll('dialog[open], :popover-open')].at(-1) ?? document;
    const found: string[] = [];
    for (const element of root.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea'))
      if (!(await isReached(element))) found.push(`unseen: ${element.outerHTML.slice(0, 120)}`);
    for (const element of root.querySelectorAll('[aria-rowindex], button, h1, h2'))
      if (isCut(element, getComputedStyle(element))) found.push(`cut: ${element.outerHTML.slice(0, 120)}`);
    return found;
  });

/** Returns what is still unreachable after scripts have moved elements such as the popup into the smaller window. */
async function outOfReach(page: Page): Promise<string[]> {
  const deadline = Date.now() + 5_000;
  for (;;) {
    const found = await findOutOfReach(page);
    if (found.length === 0 || Date.now() > deadline) return found;
  }
}

describe('at 200 % zoom', () => {
  async function open({ as: role, path, changesSession, ...screen }: Screen): Promise<Page> {
    const options = { viewport: { width: 1280, height: 800 }, allow: [/status of 404/] };
    const own = role === 'nobody' || changesSession;
    const page = own ? await openPage(options) : await openSignedIn(demo.url, demoUsers[role], options);
    if (changesSession) await signInByRequest(page.context(), demo.url, demoUsers.admin);
    await page.goto(demo.url + path);
    await screen.open?.(page);
    return page;
  }

  test.each(screens)('$name has all its content within reach, without horizontal scrolling', async (screen) => {
    const page = await open(screen);
    await zoom(page);
    expect(await outOfReach(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(640);
  });

  test('the main menu opens over the page, with all its links within reach', async () => {
    const page = await openTable('admin', pathOf('words'));
    await zoom(page);
    await page.getByRole('button', { name: 'Меню', exact: true }).click();
    await page.getByRole('navigation', { name: 'Главное меню' }).waitFor();
    expect(await outOfReach(page)).toEqual([]);
  });
});

describe('motion', () => {
  /** Returns the number of animations while rows load and the pointer is over a button. */
  async function runningAnimations(reducedMotion: 'reduce' | 'no-preference'): Promise<number> {
    const page = await openTable('client', pathOf('posts'), { reducedMotion });
    await page.route('**/api/v1/**', () => undefined);
    await page.getByRole('columnheader', { name: 'Источник' }).getByRole('link').click();
    await page.getByText('Загрузка…', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Тема', exact: true }).hover();
    return page.evaluate(() => document.getAnimations().length);
  }

  test('placeholders of loading rows pulse, but not with reduced motion', async () => {
    expect(await runningAnimations('no-preference')).toBeGreaterThan(0);
    expect(await runningAnimations('reduce')).toBe(0);
  });
});

describe('layout shifts', () => {
  /** Collects layout shifts. Rows that move because their order or number changes are expected. */
  const watchJumps = (page: Page) =>
    page.evaluate(() => {
      type Shift = PerformanceEntry & { sources: { node?: Node | null }[] };
      const nodes: string[] = [];
      const observer = new PerformanceObserver((list) => collect(list.getEntries()));
      const collect = (entries: PerformanceEntryList) => {
        for (const { node } of (entries as Shift[]).flatMap(({ sources }) => sources)) {
          if (node instanceof Element && !node.matches('[aria-rowindex]')) nodes.push(node.outerHTML.slice(0, 120));
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
