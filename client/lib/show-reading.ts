/** The row that the user reads by keyboard is at this part of the window's height, so that the next one is in view. */
const readingHeight = 0.3;

/** Scrolls the page so that the row is where it is read. */
export function showReading(row: Element): void {
  const top = scrollY + row.getBoundingClientRect().top - innerHeight * readingHeight;
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  scrollTo({ top, behavior: isStill ? 'auto' : 'smooth' });
}
