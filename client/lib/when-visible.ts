/** Calls `start` when the element becomes visible, and the function it returned when it is hidden. Returns a cleanup function. */
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
