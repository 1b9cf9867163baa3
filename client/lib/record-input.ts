/** Replays user input that HTML from the server received before React hydrated it. */

export type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** The state that user input changes: whether a checkbox is checked, or the value of another field. */
export const stateOf = (field: Field): string | boolean =>
  field instanceof HTMLInputElement && field.type === 'checkbox' ? field.checked : field.value;

const list = '[role="combobox"]';

const dispatch = (field: Field, type: string) => field.dispatchEvent(new Event(type, { bubbles: true }));

/** Sets the value of a field as user input. React overrides the setter of the field, but not that of its prototype. */
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

/** Whether the state is that of a checkbox in the server's HTML: it was pressed twice. */
const isServedCheck = (field: Field, state: string | boolean): boolean =>
  field instanceof HTMLInputElement && field.defaultChecked === state;

/**
 * Records the last state of each field, and the buttons with the selector `buttons` that were pressed inside `part`. A field
 * with a list counts as a button, which an arrow key presses too, unless something was typed, which opens the list. The returned
 * function stops recording and replays them and the focus. A button that was pressed twice is pressed once.
 */
export function recordInput(part: Element, buttons: string): () => void {
  const recording = new AbortController();
  const states = new Map<Field, string | boolean>();
  const pressed = new Set<HTMLElement>();
  const record = (event: Event) => {
    const { type, target } = event;
    if (!(target instanceof Element && part.contains(target))) return;
    // The states are read now, because the first replay hydrates the part, which clears the other fields.
    if (type === 'input') {
      states.set(target as Field, stateOf(target as Field));
      return;
    }
    if (event instanceof KeyboardEvent && !/^Arrow(Down|Up)$/.test(event.key)) return;
    const button = target.closest<HTMLElement>(type === 'click' ? `${list}, ${buttons}` : list);
    if (!button) return;
    pressed.add(button);
    // A form that needs a script would put its fields into the address.
    if (type === 'click') event.preventDefault();
  };
  // React stops events of a part that it has not hydrated, but not before they are captured here.
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
