/** Calls a function after the first paint. A hidden page is not painted, so there it is called at once. */
export function afterFirstPaint(act: () => void): void {
  if (document.hidden) act();
  else requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(act)));
}
