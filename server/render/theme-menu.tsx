/** The theme menu, a popover. client/shell/theme.ts applies and stores the choice. */
import controls from '../../client/styles/controls.module.css';
import styles from '../../client/styles/popover-menu.module.css';
import { type Theme, themes } from '../../shared/preferences.ts';
import { ShellIcon } from './shell-icon.tsx';

const labels: Record<Theme, string> = { system: 'Как в системе', light: 'Светлая', dark: 'Тёмная' };

export function ThemeMenu({ theme }: { theme: Theme }) {
  return (
    <div data-scripted>
      <button type="button" className={`${controls.button} ${controls.buttonGhost}`} popoverTarget="theme-menu">
        <ShellIcon name="theme" />
        <span className={styles.title}>Тема</span>
      </button>
      <div id="theme-menu" popover="auto" role="radiogroup" aria-label="Тема" className={styles.menu}>
        {themes.map((choice) => (
          <label key={choice} className={styles.choice}>
            <input type="radio" name="theme" value={choice} defaultChecked={choice === theme} />
            {labels[choice]}
          </label>
        ))}
      </div>
    </div>
  );
}
