/** Tells when the end of a list is about to come into sight (docs/product.md, section 9, Infinite scroll trigger). */
import { type RefObject, useEffect } from 'react';
import { scrollTriggerPx } from '../../shared/rules/limits.ts';

/** `rows` is how many stand: after each page the end is looked for anew, because it may still be in sight. */
export function useEndTrigger(end: RefObject<HTMLElement | null>, rows: number, enabled: boolean, onEnd: () => void) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: see `rows`; onEnd is new at every render and does the same
  useEffect(() => {
    if (!enabled || !end.current) return;
    const observer = new IntersectionObserver(
      // A busy browser tells several changes at once; the last one is how it is.
      (entries) => {
        if (entries.at(-1)?.isIntersecting) onEnd();
      },
      { rootMargin: `0px 0px ${scrollTriggerPx}px 0px` },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [end, rows, enabled]);
}
