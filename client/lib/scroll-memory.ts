/** Remembers for each URL how many pages its list had and how far the window was scrolled, until the tab is closed. */

export type SavedScroll = { pages: number; scrollY: number };

/** The history entry on display. When `popstate` fires, the address has changed already. */
let current = { key: '', pages: 1, scrollY: 0 };

const currentKey = () => `list:${location.pathname}${location.search}`;

/** Records the current address and scroll offset. */
export function trackScroll() {
  current = { ...current, key: currentKey(), scrollY };
}

/** Records how many pages the list has. */
export function trackPages(pages: number) {
  current.pages = pages;
}

/** False for a link within the page, which adds a history entry for the same list. */
export const isDifferentList = (): boolean => current.key !== currentKey();

/** Saves what was recorded last. The address may have changed since, and the browser may have scrolled. */
export function saveScroll() {
  sessionStorage.setItem(current.key, `${current.pages} ${Math.round(current.scrollY)}`);
}

/** Null when nothing valid is saved for the current address. */
export function readScroll(): SavedScroll | null {
  const [pages, scrollY] = (sessionStorage.getItem(currentKey()) ?? '').split(' ').map(Number);
  return pages !== undefined && scrollY !== undefined && pages >= 1 && scrollY >= 0 ? { pages, scrollY } : null;
}
