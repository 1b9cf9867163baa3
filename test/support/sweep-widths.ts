/** Finds what a page shows beyond its window, out of reach, or covered, at many widths of the window. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { CDPSession, Page } from 'playwright-core';
import { openDevTools } from './sessions.ts';

/** Tall enough for the whole page, so that every control can be hit without scrolling. */
const height = 4000;

/**
 * Returns the faults of the page as it is: it is wider than its window, a control is out of sight where nothing scrolls, or
 * another element lies on it. What a part that scrolls does not show at the moment is within reach.
 */
const findFaults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    type Edges = { left: number; right: number; scrolls: boolean };
    const controls = 'a[href], button, input, select, textarea, summary';
    const nameOf = (element: Element) => element.outerHTML.replace(/\s+/g, ' ').slice(0, 160);
    const { scrollWidth } = document.documentElement;
    const known = new Map<Element, Edges>([[document.documentElement, { left: 0, right: innerWidth, scrolls: false }]]);
    /** What the ancestors of an element leave of the window. */
    function edgesOf(element: Element): Edges {
      const found = known.get(element);
      if (found) return found;
      const outer = edgesOf(element.parentElement ?? document.documentElement);
      const { overflowX } = getComputedStyle(element);
      const { left, right } = element.getBoundingClientRect();
      const edges =
        overflowX === 'visible'
          ? outer
          : {
              left: Math.max(left, outer.left),
              right: Math.min(right, outer.right),
              scrolls: outer.scrolls || (overflowX === 'auto' && element.scrollWidth > element.clientWidth),
            };
      known.set(element, edges);
      return edges;
    }
    const isClipped = (element: Element | null): boolean =>
      element !== null && (getComputedStyle(element).clipPath !== 'none' || isClipped(element.parentElement));
    const isShown = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      !isClipped(element) &&
      element.closest('svg, [popover]:not(:popover-open)') === null;

    function faultOf(control: Element): string | null {
      const box = control.getClientRects()[0] ?? new DOMRect();
      const edges = edgesOf(control.parentElement ?? control);
      const [left, right] = [Math.max(box.left, edges.left), Math.min(box.right, edges.right)];
      if (right - left < Math.min(box.width, 16)) return edges.scrolls ? null : 'out of reach';
      for (const x of [left + 3, (left + right) / 2, right - 3]) {
        const hit = document.elementFromPoint(x, (box.top + box.bottom) / 2);
        const label = hit?.closest('label');
        if (!hit || control.contains(hit) || hit.contains(control) || label?.control === control) continue;
        return `covered by ${nameOf(hit)}`;
      }
      return null;
    }
    const faults = [...document.querySelectorAll(controls)].filter(isShown).flatMap((control) => {
      const fault = faultOf(control);
      return fault === null ? [] : `${nameOf(control)} is ${fault}`;
    });
    if (scrollWidth > innerWidth) faults.push(`the page is ${scrollWidth - innerWidth} px too wide`);
    return faults;
  });

/**
 * `Page.setViewportSize` takes four times as long, because it also resizes the browser's window. The scale is only that of the
 * picture, which nobody looks at: painting a window of this height takes a third of the time of a width.
 */
const resize = (session: CDPSession, width: number) =>
  session.send('Emulation.setDeviceMetricsOverride', {
    width,
    height,
    deviceScaleFactor: 1,
    mobile: false,
    scale: 0.1,
  });

const root = path.join(import.meta.dirname, '../..');

/** The widths in rem from which the style sheet has another layout. Each layout is tightest at its narrowest width. */
const layoutStarts = globSync('client/**/*.css', { cwd: root })
  .flatMap((file) => readFileSync(path.join(root, file), 'utf8').match(/@media[^{]*/g) ?? [])
  .flatMap((query) => [...query.matchAll(/width[^)]*?([\d.]+)rem/g)].map(([, rem]) => Number(rem)));

/** In pixels; `rem`: the font size of the browser. */
type Widths = { from?: number; to?: number; step?: number; rem?: number };

/** Returns each width with its faults: the narrowest of each layout, and others at most `step` apart. */
export async function sweepWidths(page: Page, options: Widths = {}): Promise<string[]> {
  const { from = 320, to = 1920, step = 160, rem = 16 } = options;
  const session = await openDevTools(page);
  const widths = new Set(layoutStarts.map((start) => start * rem + 1).filter((width) => width > from && width < to));
  for (let width = from; width <= to; width += step) widths.add(width);
  const found: string[] = [];
  for (const width of widths) {
    await resize(session, width);
    const faults = await findFaults(page);
    found.push(...faults.map((fault) => `${width} px: ${fault}`));
  }
  await session.detach();
  return found;
}
