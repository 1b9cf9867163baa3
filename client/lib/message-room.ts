/** Keeps messages from covering what the user works on. Loads with the first message. */

/** Scrolls the focused element, and the row that it is in, above the messages if they are below it. */
function showFocused(stack: Element): void {
  const { activeElement } = document;
  const shown = activeElement?.closest('[role="row"]') ?? activeElement;
  if (!shown || shown === document.body || stack.contains(shown)) return;
  const { top, bottom } = shown.getBoundingClientRect();
  if (top < innerHeight && bottom > stack.getBoundingClientRect().top) shown.scrollIntoView({ block: 'nearest' });
}

/** Tells the style sheets the height of the messages, and keeps the focused row in sight above them. */
export function makeRoom(stack: HTMLElement): void {
  new ResizeObserver(() => {
    document.documentElement.style.setProperty('--messages-height', `${stack.offsetHeight}px`);
    if (stack.offsetHeight > 0) showFocused(stack);
  }).observe(stack);
}
