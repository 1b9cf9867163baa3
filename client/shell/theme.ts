/** Applies and keeps the theme; on pages without the menu, only what was chosen before. */
import { isTheme, themes } from '../../shared/preferences.ts';
import { keepPreference } from './kept-preference.ts';

export function startTheme(): void {
  const root = document.documentElement;
  const choices = document.querySelectorAll<HTMLInputElement>('input[name="theme"]');
  const drawn = root.dataset.theme;
  const keep = keepPreference({
    storageKey: 'theme',
    values: themes,
    drawn: isTheme(drawn) ? drawn : 'system',
    show(theme) {
      root.dataset.theme = theme;
      for (const choice of choices) choice.checked = choice.value === theme;
    },
    toCookie: (theme) => ({ theme }),
  });
  for (const choice of choices) {
    choice.addEventListener('change', () => {
      if (isTheme(choice.value)) keep(choice.value);
    });
  }
}
