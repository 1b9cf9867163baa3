/** Something that goes on only while an element is in sight. */

/** Starts when the element comes into sight and stops when it leaves; returns how to end it for good. */
export function whenVisible(element: Element | null, start: () => () => void): () => void {
  let stop: (() => void) | null = null;
  const observer = new IntersectionObserver((entries) => {
    stop?.();
    stop = entries.at(-1)?.isIntersecting ? start() : null;
  });
  if (element) observer.observe(element);
  return () => {
    observer.disconnect();
    stop?.();
  };
}
