/** Where lists were left: how many pages they had and how far the window was scrolled, by URL, for the tab's life. */

export type Place = { pages: number; scrollY: number };

/** The entry of the history that is on show. Its URL is kept: when back or forward is told, the address is new already. */
let shown = { key: '', pages: 1, scrollY: 0 };

const currentKey = () => `list:${location.pathname}${location.search}`;

/** Takes the address and the scrolling as they are now. */
export function followPlace() {
  shown = { ...shown, key: currentKey(), scrollY };
}

/** Tells how many pages the list has now. */
export function followPages(pages: number) {
  shown.pages = pages;
}

/** A link within the page changes the entry, and shows the same list. */
export const showsOtherList = (): boolean => shown.key !== currentKey();

/** Keeps the place that was followed; the address may have changed since, and the browser may have scrolled. */
export function keepPlace() {
  sessionStorage.setItem(shown.key, `${shown.pages} ${Math.round(shown.scrollY)}`);
}

/** Null when there is nothing to restore; what storage holds is read as hostile. */
export function readPlace(): Place | null {
  const [pages, scrollY] = (sessionStorage.getItem(currentKey()) ?? '').split(' ').map(Number);
  return pages !== undefined && scrollY !== undefined && pages >= 1 && scrollY >= 0 ? { pages, scrollY } : null;
}
