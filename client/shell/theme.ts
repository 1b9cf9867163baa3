/** Applies the stored theme and saves the selection in the theme menu (signed-out pages have no menu). */
import { isTheme } from '../../shared/preferences.ts';
import { savePreference, syncPreference } from '../lib/preferences.ts';

export function startTheme(): void {
  const root = document.documentElement;
  const choices = document.querySelectorAll<HTMLInputElement>('input[name="theme"]');
  const { theme: rendered } = root.dataset;
  syncPreference('theme', isTheme(rendered) ? rendered : 'system', (theme) => {
    root.dataset.theme = theme;
    for (const choice of choices) choice.checked = choice.value === theme;
  });
  for (const choice of choices) {
    choice.addEventListener('change', () => {
      if (isTheme(choice.value)) savePreference('theme', choice.value);
    });
  }
}
