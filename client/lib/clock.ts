/** The time of the server: the clock of a browser may be wrong by hours, and periods would begin on another day. */
import { readScriptContext } from './page.ts';

/** How far the server's clock is ahead, in milliseconds; null before the first use. */
let ahead: number | null = null;

/** By the time of the page, which began to arrive then. */
function aheadOfPage(): number {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return readScriptContext().now - performance.timeOrigin - (page?.responseStart ?? 0);
}

/** Takes the time of a reply. */
export function setClock({ headers }: Response): void {
  const time = Date.parse(headers.get('date') ?? '');
  if (!Number.isNaN(time)) ahead = time - Date.now();
}

/** In milliseconds. */
export function serverNow(): number {
  ahead ??= aheadOfPage();
  return Date.now() + ahead;
}
