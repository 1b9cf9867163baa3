/** Acts when an element comes near the window, such as the end of a list that loads by scrolling. */
import { type RefObject, useEffect } from 'react';

/**
 * `act` is false while there is nothing to do. `distance` is in pixels below the window. When `key` changes, the element is
 * observed again, because it may still be near.
 */
export function useNearWindow(
  element: RefObject<Element | null>,
  act: (() => void) | false,
  distance: number,
  key?: unknown,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: see `key`; `act` is a new but equivalent function in every render
  useEffect(() => {
    if (!act || !element.current) return;
    const observer = new IntersectionObserver(
      // A busy browser reports several changes at once. Only the last one is current.
      (entries) => {
        if (entries.at(-1)?.isIntersecting) act();
      },
      { rootMargin: `0px 0px ${distance}px 0px` },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, act === false, distance, key]);
}
