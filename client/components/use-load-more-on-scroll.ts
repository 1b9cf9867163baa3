/** Loads more rows before the end of a list scrolls into view (docs/product.md, section 9, Infinite scroll trigger). */
import { type RefObject, useEffect } from 'react';
import { scrollTriggerPx } from '../../shared/rules/limits.ts';

/** `rows` is the number of loaded rows. After each page the end is observed again, because it may still be in view. */
export function useLoadMoreOnScroll(
  end: RefObject<HTMLElement | null>,
  rows: number,
  enabled: boolean,
  loadMore: () => void,
) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: see `rows`; loadMore is a new but equivalent function in every render
  useEffect(() => {
    if (!enabled || !end.current) return;
    const observer = new IntersectionObserver(
      // A busy browser reports several changes at once. Only the last one is current.
      (entries) => {
        if (entries.at(-1)?.isIntersecting) loadMore();
      },
      { rootMargin: `0px 0px ${scrollTriggerPx}px 0px` },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [end, rows, enabled]);
}
