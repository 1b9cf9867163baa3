/**
 * Keeps what was typed into forms when the session ended, until the same person comes back to the same form. Kept are
 * forms with `data-draft`, which names the form and what it is about; one with a password has no such name.
 */
import * as messages from '../../shared/messages.ts';
import controls from '../styles/controls.module.css';

type Fields = Record<string, string | boolean>;
/** By the form's name. */
type Drafts = { userId: string; forms: Record<string, Fields> };
type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const storageKey = 'drafts';

const listForms = () => [...document.querySelectorAll<HTMLFormElement>('form[data-draft]')];
const nameOf = (form: HTMLFormElement): string => form.dataset.draft ?? '';

const listFields = (form: HTMLFormElement): Field[] =>
  [...form.querySelectorAll<Field>('input, select, textarea')].filter(({ name }) => name !== '');

const isCheck = (field: Field): field is HTMLInputElement => field.type === 'checkbox';
const readField = (field: Field): string | boolean => (isCheck(field) ? field.checked : field.value);
const readFields = (form: HTMLFormElement): Fields =>
  Object.fromEntries(listFields(form).map((field) => [field.name, readField(field)]));

/** As if it were typed, so that React hears of it too. False while a list has not got the choice yet. */
function fillField(field: Field, value: string | boolean): boolean {
  if (readField(field) === value) return true;
  if (isCheck(field)) field.click();
  else Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.dispatchEvent(new Event('change', { bubbles: true }));
  return readField(field) === value;
}

function store(drafts: Drafts): void {
  if (Object.keys(drafts.forms).length === 0) sessionStorage.removeItem(storageKey);
  else sessionStorage.setItem(storageKey, JSON.stringify(drafts));
}

export function keepDrafts(userId: string): void {
  const typed = listForms().filter((form) => listFields(form).some(readField));
  store({ userId, forms: Object.fromEntries(typed.map((form) => [nameOf(form), readFields(form)])) });
}

function fillForm(form: HTMLFormElement, draft: Fields): void {
  for (const field of listFields(form)) {
    const value = draft[field.name];
    if (value !== undefined && fillField(field, value)) delete draft[field.name];
  }
}

/** Tells that nothing is lost; the result takes it back. */
function tellKept(): () => void {
  const notice = document.createElement('p');
  notice.role = 'status';
  notice.className = controls.notice ?? '';
  document.getElementById('main')?.prepend(notice);
  notice.textContent = messages.draftKept;
  return () => notice.remove();
}

/** Fills each kept form when it comes; nobody gets what another person has typed. */
export function restoreDrafts(userId: string): void {
  const drafts: Drafts = JSON.parse(sessionStorage.getItem(storageKey) ?? '{"forms":{}}');
  if (drafts.userId !== userId) {
    sessionStorage.removeItem(storageKey);
    return;
  }
  const takeBack = tellKept();
  const fill = () => {
    for (const form of listForms()) {
      const draft = drafts.forms[nameOf(form)];
      if (!draft) continue;
      fillForm(form, draft);
      takeBack();
      if (Object.keys(draft).length === 0) delete drafts.forms[nameOf(form)];
      store(drafts);
    }
  };
  new MutationObserver(fill).observe(document.body, { childList: true, subtree: true });
  fill();
}
