/** Starts the island's scripts, which the page has only preloaded. */

type Field = HTMLInputElement | HTMLSelectElement;

/** Puts a value into a field as if it was typed or chosen now. */
function refill(field: Field, value: string): void {
  const tell = (type: string) => field.dispatchEvent(new Event(type, { bubbles: true }));
  // A key makes React hydrate at once, and take the value for one that it knows.
  tell('keyup');
  field.value = '';
  // React hears of what is set on the field itself; set by its prototype, the value is as new as a typed one.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  tell('input');
  tell('change');
}

/**
 * Not before the page has been painted, and one after the other, those first that others need: each starts in a task of
 * its own, between which the browser answers whoever clicks. What only the island can answer, a press of a button, what
 * was put into fields and the focus, is told to it again when it can.
 */
export function startIsland(island: HTMLElement): void {
  const scripts = [...document.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"]')].reverse();
  const early = new AbortController();
  const filled = new Map<Field, string>();
  let pressed: HTMLElement | null = null;
  const notePress = ({ target }: Event) => {
    if (target instanceof Element) pressed = target.closest<HTMLElement>('button[type="button"]') ?? pressed;
  };
  // With the value as it is now: the first field that is told of brings the table to life, which empties the others.
  const noteFilling = ({ target }: Event) => filled.set(target as Field, (target as Field).value);
  const start = async () => {
    for (const { href } of scripts) await import(href);
    early.abort();
    for (const [field, value] of filled) refill(field, value);
    pressed?.click();
    const { activeElement } = document;
    if (island.contains(activeElement)) activeElement?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
  };
  island.addEventListener('click', notePress, { signal: early.signal });
  island.addEventListener('input', noteFilling, { signal: early.signal });
  requestAnimationFrame(() => setTimeout(start));
}
