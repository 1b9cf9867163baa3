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
  const filled = new Set<Field>();
  let pressed: HTMLElement | null = null;
  const note = ({ type, target }: Event) => {
    if (type === 'input') filled.add(target as Field);
    else if (target instanceof Element) pressed = target.closest<HTMLElement>('button[type="button"]') ?? pressed;
  };
  const start = async () => {
    for (const { href } of scripts) await import(href);
    for (const type of ['click', 'input']) island.removeEventListener(type, note);
    // All values are read first: the first that is told brings the table to life, which empties the other fields.
    const values = [...filled].map((field) => [field, field.value] as const);
    for (const [field, value] of values) refill(field, value);
    pressed?.click();
    const { activeElement } = document;
    if (island.contains(activeElement)) activeElement?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
  };
  for (const type of ['click', 'input']) island.addEventListener(type, note);
  requestAnimationFrame(() => setTimeout(start));
}
