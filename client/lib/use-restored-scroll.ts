/** Restores the loaded pages and the scroll offset of a list on back and forward navigation. */
import { useEffect, useRef } from 'react';
import { listen } from './listen.ts';
import { isDifferentList, readScroll, type SavedScroll, saveScroll, trackPages, trackScroll } from './scroll-memory.ts';

function isHistoryNavigation(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return navigation?.type === 'back_forward';
}

/** `pages` is the number of loaded pages of the list `listKey`. `setPages` loads the list up to a number of pages. */
export function useRestoredScroll(pages: number, setPages: (pages: number) => unknown, listKey: string) {
  const saved = useRef<SavedScroll | null>(null);

  useEffect(() => {
    if (pages > 0) trackPages(pages);
  }, [pages]);

  useEffect(() => {
    if (isHistoryNavigation()) saved.current = readScroll();
    const onPageHide = () => {
      trackScroll();
      saveScroll();
    };
    const onPopState = () => {
      if (!isDifferentList()) return;
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
