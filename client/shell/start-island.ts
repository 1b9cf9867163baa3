/** Starts the island's scripts, which the page only preloads, and repeats what a person did before hydration. */

type Field = HTMLInputElement | HTMLSelectElement;

/** Fills a field with the events of typing or choosing. */
function refill(field: Field, value: string): void {
  const dispatch = (type: string) => field.dispatchEvent(new Event(type, { bubbles: true }));
  // A key event makes React hydrate at once and remember the current value.
  dispatch('keyup');
  field.value = '';
  // React tracks the field's own setter; the prototype's setter makes the value count as typed.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  dispatch('input');
  dispatch('change');
}

/**
 * Starts the scripts after the first paint, dependencies first, each in a task of its own, so that the browser can handle
 * input between them. After hydration the island gets the last press of a button, the values of fields and the focus
 * again. A submit button submits its form without the island.
 */
export function startIsland(island: HTMLElement): void {
  const scripts = [...document.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"]')].reverse();
  const early = new AbortController();
  const filled = new Map<Field, string>();
  let pressed: HTMLElement | null = null;
  const rememberPress = ({ target }: Event) => {
    if (target instanceof Element) pressed = target.closest<HTMLElement>('button:not([type="submit"])') ?? pressed;
  };
  // The value is read now, because the hydration that the first refill causes empties the other fields.
  const rememberValue = ({ target }: Event) => filled.set(target as Field, (target as Field).value);
  const start = async () => {
    for (const { href } of scripts) await import(href);
    early.abort();
    for (const [field, value] of filled) refill(field, value);
    pressed?.click();
    const { activeElement } = document;
    if (island.contains(activeElement)) activeElement?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
  };
  island.addEventListener('click', rememberPress, { signal: early.signal });
  island.addEventListener('input', rememberValue, { signal: early.signal });
  requestAnimationFrame(() => setTimeout(start));
}
