/** Runs the dialog «Вид таблицы»: how dense all tables are, and which columns this page's table shows. */
import type { TableView } from '../../shared/preferences.ts';
import { readLocal, writeLocal } from '../lib/local-storage.ts';
import { readPreferences, savePreferences } from '../lib/preferences.ts';
import menu from '../styles/popover-menu.module.css';
import type { OpenDialog } from './dialogs.ts';

const storageKeys = { density: 'density', hiddenColumns: 'hidden_columns' } as const satisfies Record<
  keyof TableView,
  string
>;

function save<Name extends keyof TableView>(name: Name, newValue: TableView[Name]): void {
  const key = storageKeys[name];
  writeLocal(key, newValue);
  savePreferences({ [name]: newValue });
  // Browsers tell only the other tabs of it.
  dispatchEvent(new StorageEvent('storage', { key, newValue }));
}

const readHidden = (): string[] =>
  (readLocal(storageKeys.hiddenColumns) ?? readPreferences().hiddenColumns).split(' ').filter((name) => name !== '');

/** Columns that may be hidden, as [name, title]. */
function listColumns(): [name: string, title: string][] {
  const columns = document.querySelector<HTMLElement>('[data-columns]')?.dataset.columns ?? '';
  return columns.split(';').flatMap((column) => {
    const [name, title] = column.split('=');
    return name && title ? [[name, title]] : [];
  });
}

function createChoice(name: string, title: string, checked: boolean): HTMLLabelElement {
  const input = Object.assign(document.createElement('input'), { type: 'checkbox', value: name, checked });
  const label = document.createElement('label');
  label.className = menu.choice ?? '';
  label.append(input, title);
  return label;
}

function follow({ target }: Event): void {
  if (!(target instanceof HTMLInputElement)) return;
  const others = readHidden().filter((name) => name !== target.value);
  if (target.name === 'density') save('density', target.value === 'compact' ? 'compact' : 'comfortable');
  else save('hiddenColumns', (target.checked ? others : [...others, target.value]).join(' '));
}

export const openDialog: OpenDialog = (dialog) => {
  const hidden = readHidden();
  const choices = listColumns().map(([name, title]) => createChoice(name, title, !hidden.includes(name)));
  dialog.querySelector('[name="columns"] > div')?.replaceChildren(...choices);
  const density = readLocal(storageKeys.density) ?? readPreferences().density;
  for (const choice of dialog.querySelectorAll<HTMLInputElement>('[name="density"]')) {
    choice.checked = choice.value === density;
  }
  dialog.onchange = follow;
  dialog.showModal();
};
