/**
 * Saves what the user has changed in forms when the session ends, and restores it when the same user opens the same form again,
 * with the version that the form was opened with. Only forms with `data-draft` are saved. The attribute identifies the form and
 * its subject. Forms with a password must not have it.
 */
import { showNotice } from './notices.ts';
import { enterValue, type Field, stateOf } from './record-input.ts';
import { versionName } from './seen-version.ts';
import { readSession, writeSession } from './storage.ts';

type Fields = Record<string, string | boolean>;
/** `forms` maps the name of a form to its values. */
type Drafts = { userId: string; forms: Record<string, Fields> };

const storageKey = 'drafts';

const listForms = () => [...document.querySelectorAll<HTMLFormElement>('form[data-draft]')];
const nameOf = (form: HTMLFormElement): string => form.dataset.draft ?? '';

const listFields = (form: HTMLFormElement): Field[] =>
  [...form.querySelectorAll<Field>('input, select, textarea')].filter(({ name }) => name !== '');

/** The state that the form was opened with. React keeps no default of a field that it controls. */
function openedState(field: Field): string | boolean {
  if (field.dataset.opened !== undefined) return field.dataset.opened;
  if (field instanceof HTMLSelectElement)
    return ([...field.options].find(({ defaultSelected }) => defaultSelected) ?? field.options[0])?.value ?? '';
  if (field.type === 'hidden') return '';
  return field instanceof HTMLInputElement && field.type === 'checkbox' ? field.defaultChecked : field.defaultValue;
}

const isChanged = (field: Field): boolean => stateOf(field) !== openedState(field);

/** The changed fields, and the version. */
const readFields = (form: HTMLFormElement): Fields =>
  Object.fromEntries(
    listFields(form)
      .filter((field) => isChanged(field) || field.name === versionName)
      .map((field) => [field.name, stateOf(field)]),
  );

/** Sets the value of a field. Returns false if a select does not have the option yet. */
function fillField(field: Field, value: string | boolean): boolean {
  if (stateOf(field) === value) return true;
  if (typeof value === 'string') enterValue(field, value);
  else field.click();
  return stateOf(field) === value;
}

function store(drafts: Drafts): void {
  if (Object.keys(drafts.forms).length === 0) writeSession(storageKey, null);
  else writeSession(storageKey, JSON.stringify(drafts));
}

export function saveDrafts(userId: string): void {
  const filled = listForms().filter((form) => listFields(form).some(isChanged));
  store({ userId, forms: Object.fromEntries(filled.map((form) => [nameOf(form), readFields(form)])) });
}

/** Fills in the fields and removes their values from the draft. */
function fillForm(form: HTMLFormElement, draft: Fields): void {
  for (const field of listFields(form)) {
    const value = draft[field.name];
    if (value !== undefined && fillField(field, value)) delete draft[field.name];
  }
}

/**
 * Fills in each form when it appears, and its selects when their options load. A draft is removed once it is filled in
 * completely or its form closes. Drafts of another user are removed at once.
 */
export function restoreDrafts(userId: string): void {
  const drafts: Drafts = JSON.parse(readSession(storageKey) ?? '{"forms":{}}');
  if (drafts.userId !== userId) {
    writeSession(storageKey, null);
    return;
  }
  showNotice('draft-kept');
  const opened = new Set<string>();

  function restore(name: string, draft: Fields): void {
    const form = listForms().find((candidate) => nameOf(candidate) === name);
    if (!form && !opened.has(name)) return;
    opened.add(name);
    showNotice('draft-kept', false);
    if (form) fillForm(form, draft);
    if (!form || Object.keys(draft).length === 0) delete drafts.forms[name];
    store(drafts);
  }

  function restoreAll(): void {
    for (const [name, draft] of Object.entries(drafts.forms)) restore(name, draft);
    if (Object.keys(drafts.forms).length === 0) observer.disconnect();
  }

  const observer = new MutationObserver(restoreAll);
  observer.observe(document.body, { childList: true, subtree: true });
  restoreAll();
}
