/** Runs the island's scripts, which the page only preloads, and replays user input from before hydration. */

type Field = HTMLInputElement | HTMLSelectElement;

/** The state that user input changes: whether a checkbox is checked, or the value of another field. */
const stateOf = (field: Field): string | boolean =>
  field instanceof HTMLInputElement && field.type === 'checkbox' ? field.checked : field.value;

/** Sets the state of a field and dispatches the events of user input. */
function replayState(field: Field, state: string | boolean): void {
  const dispatch = (type: string) => field.dispatchEvent(new Event(type, { bubbles: true }));
  // A key event makes React hydrate at once and track the current value.
  dispatch('keyup');
  if (typeof state === 'boolean') {
    // A click inverts the box and makes React treat the new state as user input.
    Object.assign(field, { checked: !state });
    field.click();
    return;
  }
  field.value = '';
  // React overrides the setter of the field. The prototype's setter makes React treat the value as user input.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, state);
  dispatch('input');
  dispatch('change');
}

/**
 * Runs the scripts after the first paint, dependencies first, each in its own task, because the browser can handle input
 * between tasks. After hydration it replays field states, the last button press and the focus. A submit button and
 * a button of the shell work without the island.
 */
export function startIsland(island: HTMLElement): void {
  const scripts = [...document.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"]')].reverse();
  const recording = new AbortController();
  const states = new Map<Field, string | boolean>();
  let pressedButton: HTMLElement | null = null;
  const recordPress = ({ target }: Event) => {
    if (target instanceof Element)
      pressedButton = target.closest<HTMLElement>('button:not([type="submit"], [data-opens])') ?? pressedButton;
  };
  // The states are read now, because the first replay hydrates the island, which clears the other fields.
  const recordState = ({ target }: Event) => states.set(target as Field, stateOf(target as Field));
  const start = async () => {
    for (const { href } of scripts) await import(href);
    recording.abort();
    for (const [field, state] of states) replayState(field, state);
    pressedButton?.click();
    const { activeElement } = document;
    if (island.contains(activeElement)) activeElement?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
  };
  island.addEventListener('click', recordPress, { signal: recording.signal });
  island.addEventListener('input', recordState, { signal: recording.signal });
  requestAnimationFrame(() => setTimeout(start));
}
