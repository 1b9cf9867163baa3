/** One observer for all elements: browsers check each observer in every frame. */
let observer: IntersectionObserver | undefined;
const listeners = new WeakMap<Element, (visible: boolean) => void>();

function observe(element: Element, listener: (visible: boolean) => void) {
  listeners.set(element, listener);
  observer ??= new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) listeners.get(target)?.(isIntersecting);
  });
  observer.observe(element);
}

/**
 * Calls `start` when the element becomes visible, and the function it returned when it is hidden. Returns a cleanup
 * function, which must run before the element is passed again.
 */
export function whenVisible(element: Element | null, start: () => () => void): () => void {
  let stop: (() => void) | null = null;
  if (element) {
    observe(element, (visible) => {
      stop?.();
      stop = visible ? start() : null;
    });
  }
  return () => {
    if (element) {
      observer?.unobserve(element);
      listeners.delete(element);
    }
    stop?.();
  };
}
