/** Back and forward bring a list back with as many pages as it had, at the same place. */
import { useEffect, useRef } from 'react';
import { followPages, followPlace, keepPlace, type Place, readPlace, showsOtherList } from './list-place.ts';

function wasLeft(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  return navigation instanceof PerformanceNavigationTiming && navigation.type === 'back_forward';
}

/** `pages` is how many of the list that `listKey` names are loaded; `setPages` asks for as many as there were. */
export function useRestoredScroll(pages: number, setPages: (pages: number) => unknown, listKey: string) {
  const wanted = useRef<Place | null>(null);

  useEffect(() => {
    if (pages > 0) followPages(pages);
  }, [pages]);

  useEffect(() => {
    if (wasLeft()) wanted.current = readPlace();
    const leave = () => {
      followPlace();
      keepPlace();
    };
    const arrive = () => {
      if (!showsOtherList()) return;
      keepPlace();
      followPlace();
      wanted.current = readPlace();
    };
    followPlace();
    addEventListener('scroll', followPlace, { passive: true });
    addEventListener('pagehide', leave);
    addEventListener('popstate', arrive);
    return () => {
      removeEventListener('scroll', followPlace);
      removeEventListener('pagehide', leave);
      removeEventListener('popstate', arrive);
    };
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another list with as many pages has its own place
  useEffect(() => {
    const place = wanted.current;
    if (!place || pages === 0) return;
    if (pages < place.pages) return void setPages(place.pages);
    wanted.current = null;
    scrollTo(0, place.scrollY);
  }, [pages, setPages, listKey]);
}
