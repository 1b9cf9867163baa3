/** Stores the number of loaded pages and the scroll offset of each list URL in session storage. */

export type SavedScroll = { pages: number; scrollY: number };

/** The current history entry. When `popstate` fires, `location` has already changed. */
let current = { key: '', pages: 1, scrollY: 0 };

const currentKey = () => `list:${location.pathname}${location.search}`;

/** Records the current URL and scroll offset. */
export function trackScroll() {
  current = { ...current, key: currentKey(), scrollY };
}

/** Records how many pages the list has. */
export function trackPages(pages: number) {
  current.pages = pages;
}

/** Returns false after navigation to a fragment of the same page, which adds a history entry for the same list. */
export const isDifferentList = (): boolean => current.key !== currentKey();

/** Saves the recorded state. The current URL and scroll offset may already be different. */
export function saveScroll() {
  sessionStorage.setItem(current.key, `${current.pages} ${Math.round(current.scrollY)}`);
}

/** Returns null when nothing valid is saved for the current URL. */
export function readScroll(): SavedScroll | null {
  const [pages, scrollY] = (sessionStorage.getItem(currentKey()) ?? '').split(' ').map(Number);
  return pages !== undefined && scrollY !== undefined && pages >= 1 && scrollY >= 0 ? { pages, scrollY } : null;
}
