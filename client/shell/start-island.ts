/** Starts the island's scripts, which the page has only preloaded. */

/**
 * Not before the page has been painted, and one after the other, those first that others need: each starts in a task of
 * its own, between which the browser answers whoever clicks. What only the island can answer, a press of a button or the
 * focus in a field, is told to it again when it can.
 */
export function startIsland(island: HTMLElement): void {
  const scripts = [...document.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"]')].reverse();
  let pressed: HTMLElement | null = null;
  const note = ({ target }: Event) => {
    if (target instanceof Element) pressed = target.closest<HTMLElement>('button[type="button"]') ?? pressed;
  };
  const start = async () => {
    for (const { href } of scripts) await import(href);
    island.removeEventListener('click', note);
    pressed?.click();
    const { activeElement } = document;
    if (island.contains(activeElement)) activeElement?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
  };
  island.addEventListener('click', note);
  requestAnimationFrame(() => setTimeout(start));
}
