/** Runs the island's scripts, which the page only preloads, and replays user input from before hydration. */

type Field = HTMLInputElement | HTMLSelectElement;

/** Sets the value of a field and dispatches the events of user input. */
function replayValue(field: Field, value: string): void {
  const dispatch = (type: string) => field.dispatchEvent(new Event(type, { bubbles: true }));
  // A key event makes React hydrate at once and track the current value.
  dispatch('keyup');
  field.value = '';
  // React overrides the setter of the field. The prototype's setter makes React treat the value as user input.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  dispatch('input');
  dispatch('change');
}

/**
 * Runs the scripts after the first paint, dependencies first, each in its own task, because the browser can handle input
 * between tasks. After hydration it replays field values, the last button press and the focus. A submit button works
 * without the island.
 */
export function startIsland(island: HTMLElement): void {
  const scripts = [...document.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"]')].reverse();
  const recording = new AbortController();
  const values = new Map<Field, string>();
  let pressedButton: HTMLElement | null = null;
  const recordPress = ({ target }: Event) => {
    if (target instanceof Element)
      pressedButton = target.closest<HTMLElement>('button:not([type="submit"])') ?? pressedButton;
  };
  // The values are read now, because the first replay hydrates the island, which clears the other fields.
  const recordValue = ({ target }: Event) => values.set(target as Field, (target as Field).value);
  const start = async () => {
    for (const { href } of scripts) await import(href);
    recording.abort();
    for (const [field, value] of values) replayValue(field, value);
    pressedButton?.click();
    const { activeElement } = document;
    if (island.contains(activeElement)) activeElement?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
  };
  island.addEventListener('click', recordPress, { signal: recording.signal });
  island.addEventListener('input', recordValue, { signal: recording.signal });
  requestAnimationFrame(() => setTimeout(start));
}
