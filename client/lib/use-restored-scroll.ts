/** Restores the loaded pages and the scroll offset of a list on back and forward navigation. */
import { useEffect, useRef } from 'react';
import { listen } from './page.ts';

/** Kept in session storage for each URL of a list. `pages` is the number of loaded pages. */
type SavedScroll = { pages: number; scrollY: number };

/** The state of the current history entry, because `location` has already changed when `popstate` fires. */
let current = { key: '', pages: 1, scrollY: 0 };

const currentKey = () => `list:${location.pathname}${location.search}`;

/** Records the current URL and scroll offset. */
export function trackScroll() {
  current = { ...current, key: currentKey(), scrollY };
}

/** Saves the recorded state, because the current URL and scroll offset may already be different. */
export function saveScroll() {
  sessionStorage.setItem(current.key, `${current.pages} ${Math.round(current.scrollY)}`);
}

/** Returns null if nothing valid is saved for the current URL. */
function readScroll(): SavedScroll | null {
  const [pages, scrollY] = (sessionStorage.getItem(currentKey()) ?? '').split(' ').map(Number);
  return pages !== undefined && scrollY !== undefined && pages >= 1 && scrollY >= 0 ? { pages, scrollY } : null;
}

function isHistoryNavigation(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return navigation?.type === 'back_forward';
}

/** `pages` is the number of loaded pages of the list `listKey`. `setPages` loads the list up to a number of pages. */
export function useRestoredScroll(pages: number, setPages: (pages: number) => unknown, listKey: string) {
  const saved = useRef<SavedScroll | null>(null);

  useEffect(() => {
    if (pages > 0) current.pages = pages;
  }, [pages]);

  useEffect(() => {
    if (isHistoryNavigation()) saved.current = readScroll();
    const onPageHide = () => {
      trackScroll();
      saveScroll();
    };
    const onPopState = () => {
      // A link to a fragment adds a history entry for the same list.
      if (current.key === currentKey()) return;
      saveScroll();
      trackScroll();
      saved.current = readScroll();
    };
    trackScroll();
    return listen({ scroll: trackScroll, pagehide: onPageHide, popstate: onPopState });
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a list with the same number of pages has its own scroll offset
  useEffect(() => {
    const scroll = saved.current;
    if (!scroll || pages === 0) return;
    if (pages < scroll.pages) return void setPages(scroll.pages);
    saved.current = null;
    scrollTo(0, scroll.scrollY);
  }, [pages, setPages, listKey]);
}
