/** Restores the loaded pages and the scroll offset of a list on back and forward navigation. */
import { useEffect } from 'react';
import { listen } from './page.ts';
import { keptListKey, readSession, writeSession } from './storage.ts';

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
  writeSession(current.key, `${current.pages} ${Math.round(current.scrollY)}`);
}

/** Returns null if nothing is saved for the current URL. */
function readScroll(): SavedScroll | null {
  const [pages = 0, scrollY = 0] = (readSession(currentKey()) ?? '').split(' ').map(Number);
  return pages ? { pages, scrollY } : null;
}

/** Returns to the saved offset again, after the list has got rows that are not of its pages. */
export function restoreScroll(): void {
  const known = readScroll();
  if (known) scrollTo(0, known.scrollY);
}

function isHistoryNavigation(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return navigation?.type === 'back_forward';
}

/** What the list returns to when its rows are there. */
let saved: SavedScroll | null = null;

/** Call it after a navigation in the history, before the list of the entry is shown. */
export function changeEntry() {
  // A link to a fragment adds a history entry for the same list.
  if (current.key === currentKey()) return;
  saveScroll();
  trackScroll();
  saved = readScroll();
}

/** `pages` is the number of loaded pages of the list. `setPages` loads the list up to a number of pages. */
export function useRestoredScroll(pages: number, setPages: (pages: number) => unknown) {
  useEffect(() => {
    const isKept = readSession(keptListKey) === location.pathname + location.search;
    writeSession(keptListKey, null);
    if (isKept || isHistoryNavigation()) saved = readScroll();
    const onPageHide = () => {
      trackScroll();
      saveScroll();
    };
    trackScroll();
    return listen({ scroll: trackScroll, pagehide: onPageHide });
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another entry has its own scroll offset
  useEffect(() => {
    if (pages === 0) return;
    current.pages = pages;
    if (!saved) return;
    if (pages < saved.pages) return void setPages(saved.pages);
    scrollTo(0, saved.scrollY);
    saved = null;
  }, [pages, setPages, current.key]);
}
