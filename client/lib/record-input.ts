/** Records user input in server-rendered HTML and replays it after hydration. */

export type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Returns the state that user input changes: whether a checkbox is checked, or the value of another field. */
export const stateOf = (field: Field): string | boolean =>
  field instanceof HTMLInputElement && field.type === 'checkbox' ? field.checked : field.value;

const list = '[role="combobox"]';

const dispatch = (field: Field, type: string) => field.dispatchEvent(new Event(type, { bubbles: true }));

/**
 * Sets the value of a field like user input. Uses the setter of the prototype, because React overrides the one of the field.
 */
export function enterValue(field: Field, value: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  dispatch(field, 'input');
  dispatch(field, 'change');
}

/** Sets the state of a field and dispatches the events of user input. */
function replayState(field: Field, state: string | boolean): void {
  // A key event makes React hydrate at once and track the current value.
  dispatch(field, 'keyup');
  if (typeof state === 'boolean') {
    // A click inverts the box and makes React treat the new state as user input.
    Object.assign(field, { checked: !state });
    field.click();
    return;
  }
  field.value = field instanceof HTMLInputElement ? field.defaultValue : '';
  enterValue(field, state);
}

/** Returns true for a checkbox in its initial state, which was pressed twice. */
const isServedCheck = (field: Field, state: string | boolean): boolean =>
  field instanceof HTMLInputElement && field.defaultChecked === state;

/**
 * Records the last state of each field inside `part`, and presses of the buttons that match `buttons`. A combobox also counts
 * as a button, which arrow keys press as well, unless something was typed, because typing opens its list anyway. The returned
 * function stops recording and replays the states, the presses and the focus. A button that was pressed twice is pressed once.
 */
export function recordInput(part: Element, buttons: string): () => void {
  const recording = new AbortController();
  const states = new Map<Field, string | boolean>();
  const pressed = new Set<HTMLElement>();
  const record = (event: Event) => {
    const { type, target } = event;
    if (!(target instanceof Element && part.contains(target))) return;
    // Read the state now, because the first replay hydrates the part, which clears the other fields.
    if (type === 'input') {
      states.set(target as Field, stateOf(target as Field));
      return;
    }
    if (event instanceof KeyboardEvent && !/^Arrow(Down|Up)$/.test(event.key)) return;
    const button = target.closest<HTMLElement>(type === 'click' ? `${list}, ${buttons}` : list);
    if (!button) return;
    pressed.add(button);
    // Otherwise a form that needs a script would be submitted and put its fields into the URL.
    if (type === 'click') event.preventDefault();
  };
  // React stops events in a part that is not hydrated, but listeners on the window capture them before that.
  for (const type of ['click', 'input', 'keydown'])
    addEventListener(type, record, { capture: true, signal: recording.signal });
  return () => {
    recording.abort();
    for (const [field, state] of states) if (!isServedCheck(field, state)) replayState(field, state);
    for (const button of pressed) if (!states.has(button as Field)) button.click();
    const { activeElement } = document;
    if (part.contains(activeElement)) activeElement?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
  };
}
