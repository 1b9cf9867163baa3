/** Starts the island's scripts, which the page has only preloaded. */

/**
 * Not before the page has been painted, and one after the other, those first that others need: each starts in a task of
 * its own, between which the browser answers whoever clicks.
 */
export function startIsland(): void {
  const scripts = [...document.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"]')].reverse();
  const start = async () => {
    for (const { href } of scripts) await import(href);
  };
  requestAnimationFrame(() => setTimeout(start));
}
