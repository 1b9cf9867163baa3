/** Work that must not delay the first paint: it waits until the page is on the screen. */

/** Calls `act` after the page's first paint. A hidden page is not painted, so there it is called at once. */
export function afterFirstPaint(act: () => void): void {
  if (document.hidden) act();
  else requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(act)));
}
