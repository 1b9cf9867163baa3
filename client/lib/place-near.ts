/** The least distance in pixels between a menu and the edge of the window. */
const gap = 4;

/** Puts a menu below its opener, or above it if there is no room below, with their ends aligned, and inside the window. */
export function placeNear(menu: HTMLElement, opener: Element): void {
  const { top, bottom, right } = opener.getBoundingClientRect();
  const { offsetWidth, offsetHeight } = menu;
  const below = bottom + gap;
  const isBelow = below + offsetHeight <= innerHeight - gap || top < innerHeight - bottom;
  const y = isBelow ? Math.min(below, innerHeight - offsetHeight - gap) : top - gap - offsetHeight;
  const x = Math.min(right - offsetWidth, innerWidth - offsetWidth - gap);
  Object.assign(menu.style, { inset: `${Math.max(y, gap)}px auto auto ${Math.max(x, gap)}px`, margin: 0 });
}
