/** Back and forward bring a list back with as many pages as it had, at the same place. */
import { useEffect, useRef } from 'react';

type Place = { pages: number; scrollY: number };

const storageKey = () => `list:${location.pathname}${location.search}`;

function wasLeft(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  return navigation instanceof PerformanceNavigationTiming && navigation.type === 'back_forward';
}

/** Null when there is nothing to restore; what storage holds is read as hostile. */
function readPlace(): Place | null {
  const stored = sessionStorage.getItem(storageKey());
  if (stored === null || !wasLeft()) return null;
  const [pages, scrollY] = stored.split(' ').map(Number);
  return pages !== undefined && scrollY !== undefined && pages >= 1 && scrollY >= 0 ? { pages, scrollY } : null;
}

/** `pages` is how many are loaded; `setPages` asks for as many as there were. */
export function useRestoredScroll(pages: number, setPages: (pages: number) => unknown) {
  /** Undefined until storage has been looked at. */
  const place = useRef<Place | null | undefined>(undefined);
  const loadedPages = useRef(pages);

  useEffect(() => {
    loadedPages.current = pages;
  }, [pages]);

  useEffect(() => {
    if (place.current !== undefined) return;
    place.current = readPlace();
    if (place.current) void setPages(place.current.pages);
  }, [setPages]);

  useEffect(() => {
    const keepPlace = () => sessionStorage.setItem(storageKey(), `${loadedPages.current} ${Math.round(scrollY)}`);
    addEventListener('pagehide', keepPlace);
    return () => removeEventListener('pagehide', keepPlace);
  }, []);

  useEffect(() => {
    if (!place.current || pages < place.current.pages) return;
    const { scrollY } = place.current;
    place.current = null;
    scrollTo(0, scrollY);
  }, [pages]);
}
