/** The menu of themes, which the page has empty, because it needs scripts. */
import { type Theme, themes } from '../../shared/preferences.ts';
import { readPreference, savePreference, subscribeToPreferences } from '../lib/preferences.ts';
import styles from '../styles/popover-menu.module.css';

const labels: Record<Theme, string> = { system: 'Как в системе', light: 'Светлая', dark: 'Тёмная' };

function createChoice(theme: Theme): HTMLInputElement {
  const choice = Object.assign(document.createElement('input'), { type: 'radio', name: 'theme', value: theme });
  choice.addEventListener('change', () => savePreference('theme', theme));
  return choice;
}

export function startThemeMenu(menu: HTMLElement): void {
  const choices = themes.map(createChoice);
  for (const choice of choices) {
    const label = document.createElement('label');
    label.className = String(styles.choice);
    label.append(choice, labels[choice.value as Theme]);
    menu.append(label);
  }
  const check = () => {
    for (const choice of choices) choice.checked = choice.value === readPreference('theme');
  };
  check();
  subscribeToPreferences(check);
}
